import { createTestDatabase } from '@antojo/testing/database'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database.ts'
import type { Actor } from '../scope.ts'
import { createPerson } from './people.fixture.ts'

type Person = Actor & { readonly id: string }

const GUEST: Actor = { role: 'anon', claims: { role: 'anon' } }

let db: Database
let ann: Person
let bob: Person
beforeEach(async () => {
  db = await createTestDatabase()
  ann = await createPerson(db, 'ann')
  bob = await createPerson(db, 'bob')
})
afterEach(() => db.close())

async function makeList(visibility: 'private' | 'unlisted', allow_comments = true): Promise<string> {
  const { id } = await db.withActor(ann, (tx) =>
    tx
      .insertInto('video_lists')
      .values({ name: 'Tacos', visibility, share_options: JSON.stringify({ allow_comments }) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

const say = (actor: Actor, list: string, body: string) =>
  db.withActor(actor, (tx) => sql`select add_list_comment(${list}, ${body})`.execute(tx))

async function read(actor: Actor, list: string): Promise<unknown[]> {
  const query = sql`select body, removable from read_list_comments(${list})`
  return (await db.withActor(actor, (tx) => query.execute(tx))).rows
}

test('everybody who may open a list reads its comments and, with an account, writes one', async () => {
  const list = await makeList('unlisted')
  await say(bob, list, ' Voy mañana ')
  expect(await read(GUEST, list)).toEqual([{ body: 'Voy mañana', removable: false }])
  expect(await read(bob, list)).toEqual([{ body: 'Voy mañana', removable: true }])
  expect(await read(ann, list)).toEqual([{ body: 'Voy mañana', removable: true }])
  await expect(say(GUEST, list, 'x')).rejects.toThrow('permission denied')
})

test('a private list, and one without comments, show and take none', async () => {
  const [closed, quiet] = [await makeList('private'), await makeList('unlisted', false)]
  await expect(say(bob, closed, 'x')).rejects.toThrow('comments_not_allowed')
  await expect(say(ann, quiet, 'x')).rejects.toThrow('comments_not_allowed')
  await say(ann, closed, 'solo para mí')
  expect(await read(bob, closed)).toEqual([])
  expect(await read(ann, closed)).toHaveLength(1)
})

test("the list's owner removes a comment, another reader cannot", async () => {
  const list = await makeList('unlisted')
  await say(bob, list, 'feo')
  const carla = await createPerson(db, 'carla')
  const remove = (actor: Actor) => db.withActor(actor, (tx) => tx.deleteFrom('list_comments').execute())
  await remove(carla)
  expect(await read(ann, list)).toHaveLength(1)
  await remove(ann)
  expect(await read(ann, list)).toEqual([])
})

test('comments are limited by person', async () => {
  const list = await makeList('unlisted')
  for (let n = 0; n < 20; n += 1) await say(bob, list, `n.º ${n}`)
  await expect(say(bob, list, 'otro')).rejects.toMatchObject({ message: 'too_many_comments', code: 'PT429' })
})

test('simultaneous comments are counted one after another', async () => {
  const list = await makeList('unlisted')
  const sent = Array.from({ length: 40 }, (_, n) => say(bob, list, `n.º ${n}`))
  const said = (await Promise.allSettled(sent)).filter(({ status }) => status === 'fulfilled')
  expect(said).toHaveLength(20)
})
