import { createTestDatabase } from '@antojo/testing/database'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from './database.ts'
import type { Schema } from './schema.ts'
import type { Actor, SystemOptions } from './scope.ts'
import { createPerson } from './tables/people.fixture.ts'

const ANN: Actor = {
  role: 'authenticated',
  claims: { sub: '00000000-0000-4000-8000-00000000000a', note: "it's \\ quoted" },
  capabilities: ['00000000-0000-4000-8000-0000000000cc'],
}

let db: Database
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

const whoAmI = sql<{ user: string; uid: string | null; note: string | null; ids: string[] }>`
  select current_user as user, auth.uid() as uid, auth.jwt() ->> 'note' as note, app.capabilities() as ids`

test("row security sees an actor's role, claims and capabilities in its transaction", async () => {
  const seen = await db.withActor(ANN, (tx) => whoAmI.execute(tx))
  expect(seen.rows).toEqual([
    {
      user: 'authenticated',
      uid: ANN.claims['sub'],
      note: "it's \\ quoted",
      ids: ['00000000-0000-4000-8000-0000000000cc'],
    },
  ])
})

test("a person who asks the server has the same identity, and rights of that person's alone", async () => {
  const bob = await createPerson(db, 'bob')
  const eve = await createPerson(db, 'eve')
  const token = { user_id: bob.id, name: 'Phone', token_hash: Buffer.from('x'), scopes: ['read'] }
  const write = (tx: Transaction<Schema>) =>
    tx
      .insertInto('personal_tokens')
      .values({ ...token, expires_at: new Date() })
      .execute()
  await db.asPerson(bob, write)
  const names = (tx: Transaction<Schema>) => tx.selectFrom('personal_tokens').select('name').execute()
  expect(await db.asPerson(bob, names)).toEqual([{ name: 'Phone' }])
  expect(await db.asPerson(eve, names)).toEqual([])
  await expect(db.asPerson(eve, write)).rejects.toThrow('row-level security')
  await expect(db.withActor(bob, names)).rejects.toThrow('permission denied')
  await expect(db.withActor(bob, write)).rejects.toThrow('permission denied')
  const hashes = db.asPerson(bob, (tx) => tx.selectFrom('personal_tokens').select('token_hash').execute())
  await expect(hashes).rejects.toThrow('permission denied')
})

test('a person who asks the server writes neither the state nor the analysis of a row', async () => {
  const ann = await createPerson(db, 'ann')
  const stored = await db.asPerson(ann, (tx) =>
    sql`insert into videos (video_url, identify_state, analysis_id)
      values ('https://example.org/1', 'running', ${ann.id}) returning identify_state, analysis_id`.execute(
      tx,
    ),
  )
  expect(stored.rows).toEqual([{ identify_state: 'identified', analysis_id: null }])
})

test('nothing of an actor stays on the connection', async () => {
  await db.withActor(ANN, (tx) => whoAmI.execute(tx))
  const next = await Promise.all(Array.from({ length: 10 }, () => whoAmI.execute(db.kysely)))
  for (const seen of next) expect(seen.rows[0]).toEqual({ user: 'antojo', uid: null, note: null, ids: [] })
})

test('a failing transaction is rolled back and its connection is usable again', async () => {
  await db.pool.query('create table kept (id int)')
  await db.pool.query('grant insert on kept to service_role')
  const failing = db.asSystem('test', async (tx) => {
    await sql`insert into kept values (1)`.execute(tx)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect((await db.pool.query('select * from kept')).rows).toEqual([])
})

test('only commits that may be lost do not wait', async () => {
  const ask = sql<{ setting: string; source: string }>`
    select setting, source from pg_settings where name = 'synchronous_commit'`
  const soft = await db.asSystem('test', (tx) => ask.execute(tx), { asyncCommit: true })
  expect(soft.rows).toEqual([{ setting: 'off', source: 'session' }])
  const next = await Promise.all(
    Array.from({ length: 10 }, () => db.asSystem('test', (tx) => ask.execute(tx))),
  )
  for (const { rows } of next) expect(rows[0]?.source).toBe('command line')
})

test("the server's own statements have a time-out, which longer work may lengthen", async () => {
  const timeout = (options?: SystemOptions) =>
    db.asSystem(
      'test',
      async (tx) =>
        (await sql<{ at: string }>`select current_setting('statement_timeout') as at`.execute(tx)).rows,
      options,
    )
  expect(await timeout()).toEqual([{ at: '30s' }])
  expect(await timeout({ timeoutMs: 60_000 })).toEqual([{ at: '1min' }])
  const slow = db.asSystem('test', (tx) => sql`select pg_sleep(60)`.execute(tx), { timeoutMs: 10 })
  await expect(slow).rejects.toMatchObject({ code: '57014' })
})
