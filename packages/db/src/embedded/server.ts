import { ignoreCode } from '../ignore-code.ts'
import { type FileHandle, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { join, resolve } from 'node:path'
import { VERSION } from '../version.ts'
import { makeFolder } from '../make-folder.ts'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { DataDirInUse, isAnswering, isNotReady, type Lock, takeLock } from './lock.ts'
import { isAlive, ownDataDir, runningServer, runToEnd, startDetached, WORKING_DIR } from './process.ts'
import { UnfitDatabase } from '../unfit-database.ts'

/** Milliseconds to wait for a start; crash recovery of a busy database takes some time. */
const START_TIMEOUT = 120_000
/** Milliseconds for a fast shutdown, which writes a checkpoint, before an immediate one. */
const STOP_TIMEOUT = 30_000
/** Milliseconds for which a failed start is retried, because children of a killed server may still be ending. */
const RETRY_FOR = 5_000
const LOG_LIMIT = 8 * 1024 * 1024

/** Parameters of Postgres, chosen for one machine that also runs the application. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  // A client that never ends its transaction would hold locks and old rows for ever.
  idle_in_transaction_session_timeout: '5min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Details of a violated constraint would quote the row in the log.
  log_error_verbosity: 'terse',
  cluster_name: 'antojo',
}

export interface ServerOptions {
  /** The directory for the data directory, the log and, for an ordinary user, the programs. */
  readonly dir: string
  /** Overrides of `SETTINGS`, for tests. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A running embedded server that only this process holds. */
export interface EmbeddedServer {
  /** The directory of the unix socket, valid in this process only; pass it to `pg` as host. */
  readonly host: string
  /** The absolute path of `host`, for other processes of the same user. */
  readonly socketDir: string
  readonly pid: () => number
  /** Stops the server in order; afterwards another process may start it. */
  readonly stop: () => Promise<void>
}

/**
 * Starts the Postgres of the npm package in `dir`, or takes over the one that a crashed process left running. An
 * advisory lock in the server decides which process holds the directory: its connection ends with the process in any
 * case. Throws `DataDirInUse` when another process holds it. While it is held, a server that crashes is started again.
 */
export async function startServer(options: ServerOptions): Promise<EmbeddedServer> {
  const dir = resolve(options.dir)
  await makeFolder(dir, 0o700)
  const binaries = await prepareBinaries(dir)
  const data = join(dir, 'data')
  await initialise(dir, data, binaries)
  const handle = await open(data, 'r')
  const host = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : data
  const supervisor = new Supervisor({ dir, data, host, binaries, settings: options.settings ?? {}, handle })
  try {
    await supervisor.ensureRunning()
  } catch (error) {
    await handle.close()
    throw error
  }
  return {
    host,
    socketDir: data,
    pid: () => supervisor.pid,
    stop: () => supervisor.stop(),
  }
}

/** Runs initdb beside the data directory and renames the result into place, so a crash leaves nothing half made. */
async function initialise(dir: string, data: string, binaries: Binaries): Promise<void> {
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8')
    .catch(ignoreCode('ENOENT'))
    .catch((cause: unknown) => {
      throw new UnfitDatabase(`${data} belongs to another user: start as that user or as root.`, { cause })
    })
  if (version !== undefined) {
    const major = version.trim()
    if (binaries.version.startsWith(`${major}.`)) return
    throw new UnfitDatabase(
      `${data} was made by Postgres ${major}, and Antojo ${VERSION} carries ${binaries.version}: make a backup with the version that made it, and restore it into an empty DATA_DIR.`,
    )
  }
  for (const name of await readdir(dir)) {
    const abandoned = name.startsWith('data.new-') && (await isOlderThanMinutes(join(dir, name), 10))
    if (abandoned) await rm(join(dir, name), { recursive: true, force: true })
  }
  const staging = await mkdtemp(join(dir, 'data.new-'))
  try {
    const identity = await ownDataDir(staging)
    const args = [
      '-D',
      WORKING_DIR ?? staging,
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      ...LOCALE,
    ]
    await runToEnd(binaries.initdb, [...args, '--data-checksums'], { ...identity, cwd: staging })
    await rename(staging, data).catch(ignoreCode('ENOTEMPTY', 'EEXIST'))
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/**
 * Postgres's own C.UTF-8 folds ñ and á and never changes with the operating system. LC_CTYPE still matters for pg_trgm,
 * which asks the operating system which characters are letters.
 */
const LOCALE = [
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
]

async function isOlderThanMinutes(path: string, minutes: number): Promise<boolean> {
  const found = await stat(path).catch(ignoreCode('ENOENT'))
  return found !== undefined && Date.now() - found.mtimeMs > minutes * 60_000
}

interface Place {
  readonly dir: string
  readonly data: string
  readonly host: string
  readonly binaries: Binaries
  readonly settings: Readonly<Record<string, string>>
  readonly handle: FileHandle
}

class Supervisor {
  readonly #place: Place
  #lock: Lock | undefined
  #stopping = false
  #recovery: Promise<void> = Promise.resolve()
  pid = 0

  constructor(place: Place) {
    this.#place = place
  }

  /** Starts or takes over the server and takes the lock; returns when both are done. */
  async ensureRunning(): Promise<void> {
    const begun = Date.now()
    for (;;) {
      let running = await runningServer(this.#place.data)
      if (running === undefined) {
        await this.#refuseForeign()
        running = await this.#launch()
      }
      if (running === undefined) {
        if (Date.now() > begun + RETRY_FOR)
          throw new UnfitDatabase(await this.#story('ends as soon as it is started'))
        await sleep(200)
        continue
      }
      this.pid = running
      try {
        this.#lock = await takeLock(this.#place.host, () => this.#lockLost())
        // A server of an older version that was left running is replaced.
        if (this.#place.binaries.version.startsWith(this.#lock.serverVersion)) return
        await this.#halt()
      } catch (error) {
        if (!isNotReady(error)) throw error
        if (Date.now() > begun + START_TIMEOUT)
          throw new UnfitDatabase(await this.#story('did not get ready'), { cause: error })
        await sleep(20)
      }
    }
  }

  async stop(): Promise<void> {
    if (this.#stopping) return
    this.#stopping = true
    await this.#recovery
    await this.#halt()
    await this.#place.handle.close()
  }

  /**
   * A server that answers although no process here runs it belongs to another container that shares the directory.
   * Postgres would take its pid file for a stale one.
   */
  async #refuseForeign(): Promise<void> {
    for (let tries = 0; tries < 20; tries += 1) {
      if (!(await isAnswering(this.#place.host))) return
      if ((await runningServer(this.#place.data)) !== undefined) return
      await sleep(50)
    }
    const lock = await takeLock(this.#place.host, () => undefined)
    lock.forget()
    await lock.end()
    throw new DataDirInUse('The database directory is in use by a Postgres outside this container.')
  }

  async #launch(): Promise<number | undefined> {
    const { data, dir, binaries } = this.#place
    const log = join(dir, 'postgres.log')
    const written = await stat(log).catch(() => null)
    if (written !== null && written.size > LOG_LIMIT) await rename(log, `${log}.1`)
    const identity = await ownDataDir(data)
    const settings = { ...SETTINGS, unix_socket_directories: WORKING_DIR ?? data, ...this.#place.settings }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const started = startDetached(binaries.postgres, ['-D', WORKING_DIR ?? data, ...args], {
      ...identity,
      cwd: data,
      log,
    })
    // The pid file exists before connections are accepted.
    while (!started.ended()) {
      const running = await runningServer(data)
      if (running !== undefined) return running
      await sleep(10)
    }
    const cause = started.failure()
    if (cause !== undefined)
      throw new UnfitDatabase(`Postgres cannot be started in ${data}: ${cause.message}.`, { cause })
    return runningServer(data)
  }

  /** When the connection of the lock breaks, Postgres has restarted or crashed, so it is started again. */
  #lockLost(): void {
    if (this.#stopping) return
    this.#lock = undefined
    this.#recovery = this.#recover()
  }

  async #recover(): Promise<void> {
    let pause = 100
    while (!this.#stopping) {
      try {
        await this.ensureRunning()
        return
      } catch (error) {
        if (error instanceof DataDirInUse) return
        await sleep(pause)
        pause = Math.min(pause * 2, 10_000)
      }
    }
  }

  async #halt(): Promise<void> {
    const lock = this.#lock
    this.#lock = undefined
    lock?.forget()
    const stopped = await signalAndWait(this.pid, 'SIGINT', STOP_TIMEOUT)
    if (!stopped) await signalAndWait(this.pid, 'SIGQUIT', STOP_TIMEOUT)
    await lock?.end()
  }

  async #story(what: string): Promise<string> {
    const log = join(this.#place.dir, 'postgres.log')
    const text = await readFile(log, 'utf8').catch(() => '')
    const reason = text.match(/(?<=(?:FATAL|PANIC): {2}).*/gu)?.at(-1) ?? 'it gives no reason'
    return `Postgres in ${this.#place.data} ${what}: ${reason}. Its log is ${log}.`
  }
}

async function signalAndWait(pid: number, signal: NodeJS.Signals, timeout: number): Promise<boolean> {
  try {
    process.kill(pid, signal)
  } catch {
    return true
  }
  const deadline = Date.now() + timeout
  while (await isAlive(pid)) {
    if (Date.now() > deadline) return false
    await sleep(10)
  }
  return true
}
