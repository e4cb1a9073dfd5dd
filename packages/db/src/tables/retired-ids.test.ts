import { createTestDatabase } from '@antojo/testing/database'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../database.ts'
import type { Actor } from '../scope.ts'
import { createPerson } from './people.fixture.ts'

type Person = Actor & { readonly id: string }

let db: Database
let ann: Person
let bob: Person
beforeEach(async () => {
  db = await createTestDatabase()
  ann = await createPerson(db, 'ann')
  bob = await createPerson(db, 'bob')
})
afterEach(() => db.close())

/** Makes, deletes and counts rows of one kind by their id. */
const kinds = {
  list: {
    make: (actor: Actor, id: string) =>
      db.withActor(actor, (tx) =>
        tx.insertInto('video_lists').values({ id, name: 'Tacos', visibility: 'unlisted' }).execute(),
      ),
    move: (actor: Actor, to: string) =>
      db.withActor(actor, (tx) => sql`update video_lists set id = ${to} where kind = 'custom'`.execute(tx)),
    remove: (actor: Actor, id: string) =>
      db.withActor(actor, (tx) => tx.deleteFrom('video_lists').where('id', '=', id).execute()),
  },
  video: {
    make: (actor: Actor, id: string) =>
      db.withActor(actor, (tx) =>
        tx
          .insertInto('videos')
          .values({ id, video_url: `https://example.org/${id}`, visibility: 'unlisted' })
          .execute(),
      ),
    move: (actor: Actor, to: string) =>
      db.withActor(actor, (tx) => sql`update videos set id = ${to}`.execute(tx)),
    remove: (actor: Actor, id: string) =>
      db.withActor(actor, (tx) => tx.deleteFrom('videos').where('id', '=', id).execute()),
  },
} as const

describe.each(['list', 'video'] as const)('the id of a deleted %s', (kind) => {
  const { make, move, remove } = kinds[kind]

  test('cannot be taken by a person who knew it', async () => {
    const id = randomUUID()
    await make(ann, id)
    await remove(ann, id)
    await expect(make(bob, id)).rejects.toMatchObject({ code: '23505' })
    await make(bob, randomUUID())
    await expect(move(bob, id)).rejects.toMatchObject({ code: '42501' })
  })

  test('still belongs to its owner, who can undo the deletion', async () => {
    const id = randomUUID()
    await make(ann, id)
    await remove(ann, id)
    await make(ann, id)
    await remove(ann, id)
    await expect(make(bob, id)).rejects.toMatchObject({ code: '23505' })
  })

  test('stays unusable when the account is deleted', async () => {
    const [before, withAccount] = [randomUUID(), randomUUID()]
    await make(ann, before)
    await remove(ann, before)
    await make(ann, withAccount)
    await db.pool.query('delete from auth.users where id = $1', [ann.id])
    for (const id of [before, withAccount])
      await expect(make(bob, id)).rejects.toMatchObject({ code: '23505' })
    const owners = await db.asSystem('test', (tx) =>
      sql`select distinct owner from app.retired_ids where id in (${before}, ${withAccount})`.execute(tx),
    )
    expect(owners.rows).toEqual([{ owner: null }])
  })
})

test('the ids of 10,000 deleted rows of an account are kept, the newest', { tags: 'slow' }, async () => {
  const save = (from: number, to: number) =>
    db.withActor(ann, (tx) =>
      sql`insert into videos (id, video_url)
          select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'https://example.org/' || n
            from generate_series(${from}::int, ${to}::int) n`.execute(tx),
    )
  const remove = () => db.withActor(ann, (tx) => tx.deleteFrom('videos').execute())
  await save(1, 6_000)
  await remove()
  await save(6_001, 10_500)
  await remove()
  const kept = await db.asSystem('test', (tx) =>
    sql<{ first: string; n: number }>`
      select min(id::text) as first, count(*)::int as n from app.retired_ids where owner = ${ann.id}`.execute(
      tx,
    ),
  )
  expect(kept.rows).toEqual([{ first: '00000000-0000-4000-8000-000000000501', n: 10_000 }])
})

test('an upsert of own rows by id goes on working', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  await kinds.list.make(ann, first)
  await kinds.list.make(ann, second)
  const arranged = await db.withActor(ann, (tx) =>
    sql`insert into video_lists (id, user_id, name, position)
        values (${first}, ${ann.id}, 'Tacos', 4), (${second}, ${ann.id}, 'Tacos', 3)
        on conflict (user_id, id) do update
          set id = excluded.id, user_id = excluded.user_id, name = excluded.name, position = excluded.position
        returning position`.execute(tx),
  )
  expect(arranged.rows).toEqual([{ position: 4 }, { position: 3 }])
})
