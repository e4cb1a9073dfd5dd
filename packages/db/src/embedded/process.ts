import { spawn } from 'node:child_process'
import { chmod, chown, mkdir, readFile, readlink, realpath, stat, unlink } from 'node:fs/promises'
import { closeSync, fchownSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { ignoreCode } from '../ignore-code.ts'

/** The user that Postgres runs as when this process is root, which Postgres refuses: `nobody` on every Linux. */
const UNPRIVILEGED = 65534

/**
 * Postgres is started inside its data directory and refers to it by this name. So the directories above may be
 * unreadable, and the name is short enough for a socket.
 */
export const WORKING_DIR = process.platform === 'linux' ? '/proc/self/cwd' : undefined

export interface Identity {
  readonly uid?: number
  readonly gid?: number
}

/** Makes the data directory if needed. Returns the user that Postgres must run as in it. */
export async function ownDataDir(data: string): Promise<Identity> {
  await mkdir(data, { recursive: true })
  // Postgres refuses a folder that others may enter, as a copy of it often is.
  await chmod(data, 0o700).catch(ignoreCode('EPERM'))
  if (process.getuid?.() !== 0) return {}
  const found = await stat(data)
  if (found.uid !== 0) return { uid: found.uid, gid: found.gid }
  await chown(data, UNPRIVILEGED, UNPRIVILEGED)
  return { uid: UNPRIVILEGED, gid: UNPRIVILEGED }
}

/** Runs a program to its end. Throws with its output when it fails. */
export async function runToEnd(
  program: string,
  args: readonly string[],
  where: Identity & { cwd: string },
): Promise<void> {
  const child = spawn(program, args, { ...where, stdio: ['ignore', 'pipe', 'pipe'], env: postgresEnv() })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${printed.trim()}`)
}

/** Starts a program that survives a crash of this process; its output is appended to `log`. */
export function startDetached(
  program: string,
  args: readonly string[],
  where: Identity & { cwd: string; log: string },
): { readonly ended: () => boolean; readonly failure: () => Error | undefined } {
  const { log, ...options } = where
  const output = openSync(log, 'a', 0o600)
  try {
    if (where.uid !== undefined && where.gid !== undefined) fchownSync(output, where.uid, where.gid)
    // Runs in its own session: Ctrl+C in a terminal must reach only this process, which stops the program in order.
    const child = spawn(program, args, {
      ...options,
      detached: true,
      stdio: ['ignore', output, output],
      env: postgresEnv(),
    })
    // A program that cannot be started emits an error and has no exit code.
    let failure: Error | undefined
    child.once('error', (error) => (failure = error))
    child.unref()
    return {
      ended: () => failure !== undefined || child.exitCode !== null || child.signalCode !== null,
      failure: () => failure,
    }
  } finally {
    closeSync(output)
  }
}

/** A clean environment, because the caller's PGDATA, PGOPTIONS and the like must not reach the server. */
function postgresEnv(): NodeJS.ProcessEnv {
  return { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' }
}

/**
 * The pid of the Postgres that runs in `data`, from its postmaster.pid. A crash can leave a pid file whose number now
 * belongs to another program or a zombie. Such a file would keep Postgres from starting, so it is removed.
 */
export async function runningServer(data: string): Promise<number | undefined> {
  const pid = await livePid(join(data, 'postmaster.pid'), data)
  if (pid === undefined) await livePid(join(data, '.s.PGSQL.5432.lock'), data)
  return pid
}

async function livePid(file: string, data: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(ignoreCode('ENOENT'))
  const pid = Number.parseInt(text ?? '', 10)
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isTaken(pid)) return undefined
  if ((await isAlive(pid)) && (await worksIn(pid, data))) return pid
  await unlink(file).catch(ignoreCode('ENOENT'))
  return undefined
}

/** True while the process runs; a zombie does not count. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!isTaken(pid)) return false
  if (process.platform !== 'linux') return true
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The state letter follows the name, which is in parentheses and may contain anything.
  return status !== '' && status[status.lastIndexOf(')') + 2] !== 'Z'
}

/** True when some process has the id, also one of another user. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function worksIn(pid: number, data: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(data))
  } catch {
    // A container may forbid even root to inspect another user's process, but its name is always public.
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
    return name.trim() === 'postgres'
  }
}
