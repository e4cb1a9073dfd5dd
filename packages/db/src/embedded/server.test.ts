import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { asSuperuser } from './provision.ts'
import { UnfitDatabase } from '../unfit-database.ts'
import { startServer } from './server.ts'
import type { EmbeddedServer } from './server.ts'

const HOLDER = fileURLToPath(new URL('holder.fixture.ts', import.meta.url))
const isRoot = process.getuid?.() === 0

// The tests start several servers on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let root: string
let servers: EmbeddedServer[]
let holders: ChildProcess[]

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'antojo-server-'))
  servers = []
  holders = []
})

afterEach(async () => {
  for (const server of servers) await server.stop()
  for (const holder of holders) await ended(holder, 'SIGTERM')
  await rm(root, { recursive: true, force: true })
})

async function start(dir: string): Promise<EmbeddedServer> {
  const server = await startServer({ dir })
  servers.push(server)
  return server
}

/** Starts the holder and returns the lines that it prints. */
function hold(args: readonly string[], program: readonly string[] = [process.execPath]) {
  const [command = '', ...before] = program
  const child = spawn(command, [...before, HOLDER, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  holders.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, next: async (): Promise<string> => String((await lines.next()).value) }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exit
}

async function query(server: EmbeddedServer, text: string, database = 'postgres') {
  const client = new Client({ host: server.host, user: 'postgres', database })
  await client.connect()
  const result = await client.query(text)
  await client.end()
  return result.rows
}

test('the log of Postgres quotes no data', async () => {
  const server = await start(root)
  const client = new Client({ host: server.host, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query('create temp table people (email text unique check (length(email) < 30))')
  const insert = (email: string) => client.query('insert into people values ($1)', [email])
  await insert('ana@example.org')
  await expect(insert('ana@example.org')).rejects.toThrow('duplicate key')
  await expect(insert('a-very-long-address@example.org')).rejects.toThrow('check constraint')
  await client.end()
  const log = await readFile(join(root, 'postgres.log'), 'utf8')
  expect(log).toContain('violates check constraint')
  expect(log).not.toContain('example.org')
})

test('rows survive an orderly stop, and text is folded as Spanish needs it', async () => {
  const first = await start(root)
  await query(first, 'create table kept as select 1 as n')
  await first.stop()
  const second = await start(root)
  expect(await query(second, "select n, lower('ÑÁ') as folded from kept")).toEqual([{ n: 1, folded: 'ñá' }])
  expect(
    await query(
      second,
      "select current_setting('fsync') as fsync, current_setting('data_checksums') as sums",
    ),
  ).toEqual([{ fsync: 'on', sums: 'on' }])
})

test('a directory with spaces and a name longer than a socket path may be', { tags: 'slow' }, async () => {
  const server = await start(join(root, 'mis datos', 'd'.repeat(150)))
  expect(await query(server, 'select 1 as n')).toEqual([{ n: 1 }])
})

test(
  'a second process is refused and learns which process holds the directory',
  { tags: 'slow' },
  async () => {
    const holder = hold([root])
    expect(await holder.next()).toMatch(/^ready/)
    await expect(startServer({ dir: root })).rejects.toThrow(`antojo pid ${holder.child.pid} on `)
    await ended(holder.child, 'SIGTERM')
    const server = await start(root)
    expect(await query(server, 'select 1 as n')).toEqual([{ n: 1 }])
  },
)

test(
  'a server of another container, whose pid means nothing here, is not started twice',
  { tags: 'slow' },
  async () => {
    const holder = hold([root])
    expect(await holder.next()).toMatch(/^ready/)
    const file = join(root, 'data', 'postmaster.pid')
    const written = await readFile(file, 'utf8')
    await rm(file)
    await expect(startServer({ dir: root })).rejects.toThrow(`antojo pid ${holder.child.pid} on `)
    await writeFile(file, written)
  },
)

test('two that start at once: one holds, the other is refused', { tags: 'slow' }, async () => {
  const [one, two] = [hold([root]), hold([root])]
  const said = await Promise.all([one.next(), two.next()])
  expect(said.filter((line) => line.startsWith('ready'))).toHaveLength(1)
  expect(said.filter((line) => line.startsWith('failed The database directory is in use'))).toHaveLength(1)
})

test(
  'kill -9 loses no acknowledged row, and the server left running is adopted',
  { tags: 'slow' },
  async () => {
    const holder = hold([root, 'write'])
    const pid = Number((await holder.next()).split(' ')[1])
    let last = -1
    while (last < 200) last = Number(await holder.next())
    await ended(holder.child, 'SIGKILL')
    const server = await start(root)
    expect(server.pid()).toBe(pid)
    const rows = await query(
      server,
      'select count(*)::int as rows, max(n) as last from acknowledged',
      'antojo',
    )
    expect(rows[0].last).toBeGreaterThanOrEqual(last)
    expect(rows[0].rows).toBe(rows[0].last + 1)
  },
)

test(
  'after kill -9 of Postgres too, it recovers and no acknowledged row is lost',
  { tags: 'slow' },
  async () => {
    const holder = hold([root, 'write'])
    const pid = Number((await holder.next()).split(' ')[1])
    let last = -1
    while (last < 100) last = Number(await holder.next())
    holder.child.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
    const server = await start(root)
    expect(server.pid()).not.toBe(pid)
    const rows = await query(server, 'select max(n) as last from acknowledged', 'antojo')
    expect(rows[0].last).toBeGreaterThanOrEqual(last)
  },
)

test('a connection of the superuser that breaks fails its work, and not the process', async () => {
  const broken = asSuperuser(await start(root), 'postgres', async (client) => {
    const gone = new Promise((resolve) => client.once('end', resolve))
    await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
    await gone
    return client.query('select 1')
  })
  await expect(broken).rejects.toThrow(/not queryable|closed|terminat/u)
})

test('a server that crashes while we hold it is started again', async () => {
  const server = await start(root)
  const pid = server.pid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => server.pid(), { timeout: 10_000 }).not.toBe(pid)
  await expect
    .poll(() => query(server, 'select 1 as n').catch(() => []), { timeout: 10_000 })
    .toEqual([{ n: 1 }])
})

test(
  'a pid file that names some other program does not keep the server from starting',
  { tags: 'slow' },
  async () => {
    const first = await start(root)
    const file = join(root, 'data', 'postmaster.pid')
    const written = await readFile(file, 'utf8')
    await first.stop()
    await writeFile(file, written.replace(/^\d+/, String(process.pid)))
    await chmod(file, 0o644)
    const second = await start(root)
    expect(await query(second, 'select 1 as n')).toEqual([{ n: 1 }])
  },
)

test('a crash in the middle of initdb blocks no later start', { tags: 'slow' }, async () => {
  await mkdir(join(root, 'data.new-abc'), { recursive: true })
  await writeFile(join(root, 'data.new-abc', 'PG_VERSION'), '18\n')
  const server = await start(root)
  expect(await query(server, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('starts on a copy of its folder that others may enter', async () => {
  await (await start(root)).stop()
  const data = join(root, 'data')
  await chmod(data, 0o755)
  expect((await query(await start(root), 'select 1 as one'))[0]).toEqual({ one: 1 })
  expect((await stat(data)).mode & 0o777).toBe(0o700)
})

test('data of another major version is refused by name', async () => {
  await mkdir(join(root, 'data'))
  await writeFile(join(root, 'data', 'PG_VERSION'), '14\n')
  await expect(startServer({ dir: root })).rejects.toThrow('was made by Postgres 14')
})

describe.runIf(isRoot)('as root', () => {
  test('works in a directory that only root can enter', { tags: 'slow' }, async () => {
    const closed = join(root, 'only root')
    await mkdir(closed, { mode: 0o700 })
    const server = await start(join(closed, 'data dir'))
    expect(await query(server, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  const setUser = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
  // In a clone that only root can enter, other users cannot run the programs.
  const [setpriv = '', ...ids] = setUser
  const othersCanRun =
    spawnSync(setpriv, [...ids, process.execPath, '--check', import.meta.filename]).status === 0

  test.runIf(othersCanRun)(
    'an ordinary user can do the same in a directory of their own',
    { tags: 'slow' },
    async () => {
      await chmod(root, 0o777)
      const user = [...setUser, process.execPath]
      const holder = hold([join(root, 'own')], user)
      expect(await holder.next()).toMatch(/^ready \d+/)
      await ended(holder.child, 'SIGTERM')
      // Data made by a user stays theirs when root starts the server once.
      const server = await start(join(root, 'own'))
      await server.stop()
      const again = hold([join(root, 'own')], user)
      expect(await again.next()).toMatch(/^ready \d+/)
    },
  )
})

test('a Postgres that ends at once says why in one line', { tags: 'slow' }, async () => {
  await (await startServer({ dir: root })).stop()
  await appendFile(join(root, 'data', 'postgresql.conf'), '\nno setting\n')
  const refused = startServer({ dir: root })
  await expect(refused).rejects.toThrow(UnfitDatabase)
  await expect(refused).rejects.toThrow(
    /^Postgres in .* ends as soon as it is started: configuration file .* contains errors\. Its log is .*postgres\.log\.$/u,
  )
})
