import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createTestDatabase } from '@antojo/testing/database'
import type { Database } from '@antojo/db/database'
import { buildPost } from '@antojo/testing/sandbox/post'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CommandError } from '../src/cli/command-error.ts'
import { restoreCommand } from '../src/cli/backup.ts'
import { readConfig } from '../src/config/config.ts'
import { verifyBackup } from '../src/features/backups/read-backup.ts'
import { RestoreError, restoreBackup } from '../src/backup/restore-backup.ts'
import { storedTables } from '../src/features/backups/repo.ts'
import { writeBackup } from '../src/features/backups/write-backup.ts'
import { startTestNode, type TestNode } from './test-node.ts'

const posts = Array.from({ length: 12 }, (_, index) =>
  buildPost({
    id: `post-${index}`,
    title: `Día ${index}: tostadas 📍 Contramar, Roma Norte, CDMX #mariscos`,
  }),
)

let node: TestNode
let dir: string
let file: string
/** Links of the videos that were acknowledged before the backup began. */
const before = new Set<string>()

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'antojo-backup-'))
  file = join(dir, 'antojo.tar.gz')
  node = await startTestNode(posts)
  const ana = await node.person('ana')
  const [first, second] = [posts.slice(0, 6), posts.slice(6)]
  for (const { link } of first) if ((await ana.add(link)).decision === 'accepted') before.add(link)
  await ana.request('/rest/v1/video_lists', {
    method: 'POST',
    body: JSON.stringify({ name: 'Tab\t\\N «ñ» 🌮\n' }),
  })
  const adding = Promise.all(second.map(({ link }) => ana.add(link)))
  await writeBackup(node.database.pool, imagesOf('none'), file)
  await adding
})
afterAll(async () => {
  await node.stop()
  await rm(dir, { recursive: true, force: true })
})

const imagesOf = (name: string) => join(dir, name)

it('a backup made under load shows one moment: everything acknowledged before it, and nothing incomplete', async () => {
  const empty = await createTestDatabase()
  const restored = await restoreBackup(empty, { imagesDir: imagesOf('restored'), file, keepSessions: true })
  expect(before.size).toBe(6)
  const links = await linksIn(empty)
  expect(links).toEqual(expect.arrayContaining([...before]))
  expect(new Set(links).size).toBe(links.length)
  expect(await counts(empty)).toEqual(
    Object.fromEntries(Object.entries(restored.tables).map(([name, { rows }]) => [name, rows])),
  )
  const names = await empty.asSystem('look', (tx) => tx.selectFrom('video_lists').select('name').execute())
  expect(names).toContainEqual({ name: 'Tab\t\\N «ñ» 🌮\n' })
  const again = join(dir, 'again.tar.gz')
  const rewritten = await writeBackup(empty.pool, imagesOf('restored'), again)
  expect(rewritten.tables).toEqual(restored.tables)
  await empty.close()
})

it('restoring ends the sessions and codes of the backup, unless it is to keep them', async () => {
  const held = join(dir, 'held.tar.gz')
  await node.database.pool.query(
    `with ana as (select id from auth.users where email = 'ana@antojo.test'),
       code as (insert into auth.one_time_tokens (user_id, token_type, relates_to, code_hash)
         select id, 'recovery', 'ana@antojo.test', 'x' from ana)
     insert into auth.flow_states (user_id, provider_type, authentication_method) select id, 'email', 'recovery' from ana`,
  )
  await node.database.asSystem('test', async (tx) => {
    const { id: user_id } = await tx.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await tx
      .insertInto('signup_invitations')
      .values({ user_id, token_hash: Buffer.from('x'), max_accounts: 1 })
      .execute()
  })
  await writeBackup(node.database.pool, imagesOf('none'), held)
  const left = async (keepSessions: boolean) => {
    const empty = await createTestDatabase()
    const { endedSessions } = await restoreBackup(empty, {
      imagesDir: imagesOf('held'),
      file: held,
      keepSessions,
    })
    const found = await counts(empty)
    await empty.close()
    const tables = [
      'auth.users',
      'auth.sessions',
      'auth.one_time_tokens',
      'auth.flow_states',
      'public.signup_invitations',
    ]
    return [endedSessions, ...tables.map((table) => found[table])]
  }
  expect(await left(false)).toEqual([1, 1, 0, 0, 0, 0])
  expect(await left(true)).toEqual([0, 1, 1, 1, 1, 1])
})

it('restoring deletes accounts that were deleted after the backup, and keeps those that were restored after it', async () => {
  const names = ['deleted', 'leaving', 'restored'] as const
  const [deleted, leaving, restored] = await Promise.all(names.map((name) => node.person(name)))
  const people = [deleted, leaving, restored]
  const ids = people.map((person) => person?.userId ?? '')
  for (const person of people)
    await person?.request('/rest/v1/video_lists', { method: 'POST', body: JSON.stringify({ name: 'Tacos' }) })
  const deleteAfter = new Date('2031-03-09T12:00:00Z')
  await node.database.pool.query('update auth.users set delete_after = $2 where id = $1', [
    ids[2],
    deleteAfter,
  ])
  const earlier = join(dir, 'earlier.tar.gz')
  await writeBackup(node.database.pool, imagesOf('none'), earlier)
  const empty = await createTestDatabase()
  const { deletedAccounts } = await restoreBackup(empty, {
    imagesDir: imagesOf('earlier'),
    file: earlier,
    keepSessions: true,
    deletions: [
      { kind: 'deleted', userId: ids[0] ?? '' },
      { kind: 'scheduled', userId: ids[1] ?? '', deleteAfter },
      { kind: 'cancelled', userId: ids[2] ?? '' },
      { kind: 'deleted', userId: randomUUID() },
    ],
  })
  expect(deletedAccounts).toBe(1)
  const { rows } = await empty.pool.query(
    `select id, delete_after, (select count(*)::int from auth.sessions where user_id = u.id) as sessions
       from auth.users u where id = any ($1) order by array_position($1, id)`,
    [ids],
  )
  expect(rows).toEqual([
    { id: ids[1], delete_after: deleteAfter, sessions: 0 },
    { id: ids[2], delete_after: null, sessions: 1 },
  ])
  const owners = await empty.asSystem('look', (tx) =>
    tx.selectFrom('video_lists').select('user_id').distinct().execute(),
  )
  const owning = new Set(owners.map(({ user_id }) => user_id))
  expect(ids.map((id) => owning.has(id))).toEqual([false, true, true])
  await empty.close()
})

it('a backup of another version is refused with the names of what this one does not know', async () => {
  const other = join(dir, 'other.tar.gz')
  await changeBackup(file, other, (name, content) =>
    name === 'header.json' ? content.replace('app/0001_people.sql', 'app/0001_create_users.sql') : content,
  )
  const empty = await createTestDatabase()
  await expect(restoreBackup(empty, { imagesDir: imagesOf('other'), file: other })).rejects.toThrow(
    /^The backup was made by Antojo \d+\.\d+\.\d+, .*\(app\/0001_create_users\.sql\): restore it with the version/u,
  )
  await empty.close()
  const nowhere = join(dir, 'nowhere')
  await expect(restoreCommand(readConfig({ DATA_DIR: nowhere }), other, {})).rejects.toThrow(CommandError)
  await expect(stat(nowhere)).rejects.toThrow('ENOENT')
})

it('restoring switches row security and triggers on again', async () => {
  const empty = await createTestDatabase()
  await restoreBackup(empty, { imagesDir: imagesOf('laws'), file })
  const { rows } = await empty.pool.query<{ open: number }>(
    `select count(*)::int as open from pg_trigger where tgenabled = 'D'`,
  )
  expect(rows[0]?.open).toBe(0)
  const forced = async (database: Database) => {
    const client = await database.pool.connect()
    const tables = await storedTables(client)
    client.release()
    return tables.map(({ name, forced: is }) => [name, is])
  }
  expect(await forced(empty)).toEqual(await forced(node.database))
  expect((await empty.pool.query('select from videos')).rowCount).toBe(0)
  await empty.close()
})

it('restoring into a database with rows is refused and changes nothing', async () => {
  // The node continues with its queue in the meantime, so jobs are not compared.
  const kept = async () => ({ ...(await counts(node.database)), 'pgboss.job': 0 })
  const rows = await kept()
  await expect(restoreBackup(node.database, { imagesDir: imagesOf('x'), file })).rejects.toThrow('not empty')
  expect(await kept()).toEqual(rows)
})

it('restoring a damaged or truncated file changes nothing', async () => {
  const whole = await readFile(file)
  const empty = await createTestDatabase()
  const damages = [
    whole.subarray(0, Math.floor(whole.length / 2)),
    whole.subarray(0, whole.length - 9),
    Buffer.concat([whole.subarray(0, 400), Buffer.from([(whole[400] ?? 0) ^ 0xff]), whole.subarray(401)]),
    Buffer.from('no backup at all'),
    Buffer.alloc(0),
  ]
  for (const [index, content] of damages.entries()) {
    const path = join(dir, `damaged-${index}`)
    await writeFile(path, content)
    await expect(restoreBackup(empty, { imagesDir: imagesOf('damaged'), file: path })).rejects.toThrow(
      RestoreError,
    )
    expect(Object.values(await counts(empty)).reduce((sum, rows) => sum + rows, 0)).toBe(0)
    await expect(verifyBackup(path)).rejects.toThrow(/./u)
  }
  await empty.close()
})

it('reading a backup back finds a row that is missing, and a value that changed', async () => {
  const { tables } = await verifyBackup(file)
  expect(tables['auth.users']?.rows).toBe(1)
  expect(tables['public.videos']?.rows).toBeGreaterThanOrEqual(before.size)
  const broken = join(dir, 'broken.tar.gz')
  for (const [now, former] of [
    ['Contramar', 'Contramax'],
    [/^.*\n/u, ''],
  ] as const) {
    await changeBackup(file, broken, (name, content) =>
      name.startsWith('tables/public.videos/') ? content.replace(now, former) : content,
    )
    await expect(verifyBackup(broken)).rejects.toThrow('The rows of public.videos are damaged.')
  }
})

it('a backup takes the draft of one that was killed away', async () => {
  const name = join(dir, 'killed.tar.gz')
  await writeFile(`${name}.part`, 'half')
  await writeBackup(node.database.pool, imagesOf('none'), name)
  expect((await readdir(dir)).filter((each) => each.startsWith('killed'))).toEqual(['killed.tar.gz'])
})

it('a backup that fails leaves no draft', async () => {
  await expect(writeBackup(node.database.pool, imagesOf('none'), join(dir, 'no', 'such'))).rejects.toThrow(
    'ENOENT',
  )
  expect((await readdir(dir)).filter((name) => name.endsWith('.part'))).toEqual([])
})

async function changeBackup(from: string, to: string, contentOf: (name: string, content: string) => string) {
  const written = pack()
  const read = Readable.from([gunzipSync(await readFile(from))]).pipe(extract())
  for await (const entry of read) {
    const { name } = entry.header
    written.entry({ name }, contentOf(name, await text(entry)))
  }
  written.finalize()
  await writeFile(to, gzipSync(await buffer(written)))
}

async function linksIn(database: Database): Promise<string[]> {
  const rows = await database.asSystem('look', (tx) => tx.selectFrom('videos').select('video_url').execute())
  return rows.map(({ video_url: url }) => url)
}

/** Rows of each table, read as the service where row security is forced. */
async function counts(database: Database): Promise<Record<string, number>> {
  const client = await database.pool.connect()
  const found: Record<string, number> = {}
  await client.query('begin')
  for (const { name, byService, where } of await storedTables(client)) {
    await client.query(byService ? 'set local role service_role' : 'set local role none')
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from ${name} where ${where}`,
    )
    found[name] = rows[0]?.n ?? 0
  }
  await client.query('rollback')
  client.release()
  return found
}
