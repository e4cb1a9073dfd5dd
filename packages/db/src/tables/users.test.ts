import { createTestDatabase } from '@antojo/testing/database'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database.ts'
import { createPerson } from './people.fixture.ts'

let db: Database
beforeEach(async () => {
  db = await createTestDatabase()
})
afterEach(() => db.close())

test('a new account has its profile and the three built-in lists', async () => {
  const ann = await createPerson(db, 'ann')
  const found = await db.withActor(ann, async (tx) => ({
    profile: await tx.selectFrom('users').select(['id', 'email', 'extraction_count']).execute(),
    lists: await tx.selectFrom('video_lists').select(['name', 'kind']).orderBy('position').execute(),
  }))
  expect(found).toEqual({
    profile: [{ id: ann.id, email: 'ann@example.org', extraction_count: 0 }],
    lists: [
      { name: 'Favoritos', kind: 'favorites' },
      { name: 'Quiero ir', kind: 'want_to_try' },
      { name: 'Visitados', kind: 'visited' },
    ],
  })
})

async function administrators(): Promise<(string | null)[]> {
  const rows = await db.asSystem('test', (tx) =>
    tx.selectFrom('users').select('email').where('is_admin', '=', true).execute(),
  )
  return rows.map(({ email }) => email)
}

test('of eight first accounts made at the same moment one is administrator', async () => {
  await Promise.all('abcdefgh'.split('').map((name) => createPerson(db, name)))
  expect(await administrators()).toHaveLength(1)
})

test('only the very first account is administrator: not the next one when it is gone, nor a later first one', async () => {
  const ann = await createPerson(db, 'ann')
  await createPerson(db, 'bob')
  await db.pool.query('delete from auth.users where id = $1', [ann.id])
  await createPerson(db, 'cleo')
  expect(await administrators()).toEqual([])
  await db.pool.query('delete from auth.users')
  await createPerson(db, 'dan')
  expect(await administrators()).toEqual([])
})

test('a first account that fails leaves the right to the next one', async () => {
  await expect(
    db.pool.query(`insert into auth.users (email) values ('ann@example.org'); select 1 / 0`),
  ).rejects.toThrow('division by zero')
  await createPerson(db, 'bob')
  expect(await administrators()).toEqual(['bob@example.org'])
})

test('an anonymous account does not become the administrator', async () => {
  await db.pool.query('insert into auth.users (is_anonymous) values (true)')
  const ann = await createPerson(db, 'ann')
  const admin = await db.withActor(ann, (tx) => tx.selectFrom('users').select('is_admin').execute())
  expect(admin).toEqual([{ is_admin: true }])
})

test('the address follows the account; name and picture are taken from it when they are valid', async () => {
  const ann = await createPerson(db, 'ann')
  await db.pool.query(`update auth.users set email = 'new@example.org' where id = $1`, [ann.id])
  await db.pool.query(`insert into auth.users (email, raw_user_meta_data) values ('bob@example.org', $1)`, [
    { full_name: 'Bob', avatar_url: 'javascript:alert(1)' },
  ])
  const users = await db.asSystem('test', (tx) =>
    tx.selectFrom('users').select(['email', 'display_name', 'avatar_url']).orderBy('email').execute(),
  )
  expect(users).toEqual([
    { email: 'bob@example.org', display_name: 'Bob', avatar_url: null },
    { email: 'new@example.org', display_name: null, avatar_url: null },
  ])
})

test("a proven address replaces a stranger's name and picture in the profile", async () => {
  const bob = await createPerson(db, 'bob')
  const rename = (display_name: string) =>
    db.withActor(bob, (tx) => tx.updateTable('users').set({ display_name }).execute())
  await rename('Eve')
  const profile = () =>
    db.withActor(bob, (tx) => tx.selectFrom('users').select(['display_name', 'avatar_url']).execute())
  await db.pool.query(`update auth.users set raw_user_meta_data = $2 where id = $1`, [
    bob.id,
    { full_name: 'Bob', avatar_url: 'https://example.org/bob.png' },
  ])
  expect(await profile()).toEqual([{ display_name: 'Eve', avatar_url: null }])
  await db.pool.query('update auth.users set email_confirmed_at = now() where id = $1', [bob.id])
  expect(await profile()).toEqual([{ display_name: 'Bob', avatar_url: 'https://example.org/bob.png' }])
  await rename('Roberto')
  await db.pool.query('update auth.users set phone_confirmed_at = now() where id = $1', [bob.id])
  expect(await profile()).toMatchObject([{ display_name: 'Roberto' }])
})

test.each(['is_admin = true', 'is_subscribed = true', 'extraction_count = 0', `email = 'x@y.z'`])(
  'nobody sets their own %s',
  async (change) => {
    const ann = await createPerson(db, 'ann')
    const writing = db.withActor(ann, (tx) => sql`update users set ${sql.raw(change)}`.execute(tx))
    await expect(writing).rejects.toThrow('permission denied')
  },
)

test('deleting the account deletes everything of its person', async () => {
  const ann = await createPerson(db, 'ann')
  await db.withActor(ann, (tx) =>
    tx.insertInto('videos').values({ video_url: 'https://example.org/1' }).execute(),
  )
  await db.pool.query('delete from auth.users where id = $1', [ann.id])
  const left = await db.asSystem('test', async (tx) => [
    ...(await tx.selectFrom('users').selectAll().execute()),
    ...(await tx.selectFrom('videos').selectAll().execute()),
    ...(await tx.selectFrom('video_lists').selectAll().execute()),
  ])
  expect(left).toEqual([])
})
