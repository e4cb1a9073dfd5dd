import { createTestDatabase } from '@antojo/testing/database'
import { sql, type Transaction } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database.ts'
import type { Actor } from '../scope.ts'
import type { Schema } from '../schema.ts'
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

const GUEST: Actor = { role: 'anon', claims: { role: 'anon' } }

async function makeList(
  actor: Actor,
  visibility: 'private' | 'unlisted' | 'public' = 'private',
): Promise<string> {
  const share_options = '{"allow_collaborators": true, "show_creator": true}'
  const made = await db.withActor(actor, (tx) =>
    tx
      .insertInto('video_lists')
      .values({ name: 'Tacos', visibility, share_options })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return made.id
}

async function addVideo(actor: Actor, list: string, url = 'https://example.org/1'): Promise<string> {
  return db.withActor(actor, async (tx) => {
    const { id } = await tx
      .insertInto('videos')
      .values({ video_url: url, title: 'Los mejores tacos' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('list_videos').values({ list_id: list, video_id: id }).execute()
    return id
  })
}

const invite = (actor: Actor, list: string, access: string) =>
  call(actor, sql`select create_list_invite(${list}, ${access}) as value`)
const accept = (actor: Actor, token: unknown) =>
  call(actor, sql`select accept_list_invite(${token}) as value`)

/** Calls a function and returns its one value. */
async function call(actor: Actor, query: ReturnType<typeof sql>): Promise<unknown> {
  const result = await db.withActor(actor, (tx) => query.execute(tx))
  const row = result.rows[0]
  return typeof row === 'object' && row !== null && 'value' in row ? row.value : undefined
}

const titles = (actor: Actor, list: string) =>
  db.withActor(actor, (tx) =>
    tx
      .selectFrom('list_videos')
      .innerJoin('videos', 'videos.id', 'list_videos.video_id')
      .where('list_id', '=', list)
      .select('title')
      .execute(),
  )

test('an unlisted list shows its private videos to a client that names it, until it is no longer shared', async () => {
  const list = await makeList(ann, 'unlisted')
  await addVideo(ann, list)
  const holder = { ...GUEST, capabilities: [list] }
  expect(await titles(holder, list)).toEqual([{ title: 'Los mejores tacos' }])
  expect(await titles(GUEST, list)).toEqual([])
  await db.withActor(ann, (tx) =>
    tx.updateTable('video_lists').set({ visibility: 'private' }).where('id', '=', list).execute(),
  )
  expect(await titles(holder, list)).toEqual([])
})

test('an invitation makes a member, and removing the member ends it at once', async () => {
  const list = await makeList(ann)
  await addVideo(ann, list)
  const token = await invite(ann, list, 'edit')
  expect(await accept(bob, token)).toBe(list)
  expect(await titles(bob, list)).toHaveLength(1)
  await addVideo(bob, list, 'https://example.org/2')
  expect(await titles(ann, list)).toHaveLength(2)
  await db.withActor(ann, (tx) => tx.deleteFrom('list_members').where('user_id', '=', bob.id).execute())
  expect(await titles(bob, list)).toHaveLength(1)
  await expect(addVideo(bob, list, 'https://example.org/3')).rejects.toThrow('row-level security')
})

test('an invitation does not bring back a person whom the owner removed or restricted', async () => {
  const list = await makeList(ann)
  const token = await invite(ann, list, 'edit')
  await accept(bob, token)
  const bobs = (tx: Transaction<Schema>) => tx.deleteFrom('list_members').where('user_id', '=', bob.id)
  await db.withActor(bob, (tx) => bobs(tx).execute())
  expect(await accept(bob, token)).toBe(list)
  await db.withActor(ann, (tx) => bobs(tx).execute())
  await expect(accept(bob, token)).rejects.toThrow('invite_not_valid')
  const again = await invite(ann, list, 'edit')
  await accept(bob, again)
  await db.withActor(ann, (tx) => tx.updateTable('list_members').set({ access: 'view' }).execute())
  await expect(accept(bob, again)).rejects.toThrow('invite_not_valid')
})

test('opening a view link later does not lower the right to edit', async () => {
  const list = await makeList(ann)
  await accept(bob, await invite(ann, list, 'edit'))
  await accept(bob, await invite(ann, list, 'view'))
  const members = await db.withActor(ann, (tx) => tx.selectFrom('list_members').select('access').execute())
  expect(members).toEqual([{ access: 'edit' }])
})

test('invitations of other people, to closed lists, or with made-up tokens do not work', async () => {
  const list = await makeList(ann)
  await expect(invite(bob, list, 'edit')).rejects.toThrow('collaborators_not_allowed')
  await expect(invite(GUEST, list, 'edit')).rejects.toThrow('permission denied')
  const token = await invite(ann, list, 'view')
  await expect(accept(bob, `${String(token)}x`)).rejects.toThrow('invite_not_valid')
  await db.withActor(ann, (tx) =>
    tx.updateTable('video_lists').set({ share_options: '{}' }).where('id', '=', list).execute(),
  )
  await expect(accept(bob, token)).rejects.toThrow('invite_not_valid')
})

test('whoever holds an invitation sees the list and who invites, while it is valid', async () => {
  const list = await makeList(ann)
  await addVideo(ann, list)
  await db.withActor(ann, (tx) => tx.updateTable('users').set({ display_name: 'Ana' }).execute())
  const token = await invite(ann, list, 'edit')
  const read = (actor: Actor, given: unknown) =>
    db.withActor(actor, (tx) =>
      sql`select video_count, creator_name, access from read_list_invite(${given})`.execute(tx),
    )
  expect((await read(bob, token)).rows).toEqual([{ video_count: 1, creator_name: 'Ana', access: 'edit' }])
  expect((await read(bob, `${String(token)}x`)).rows).toEqual([])
  expect((await read(GUEST, token)).rows).toHaveLength(1)
  const count = sql`select member_count(l) as value from video_lists l where id = ${list}`
  expect(await call(ann, count)).toBe(0)
  await accept(bob, token)
  expect(await call(ann, count)).toBe(1)
  await db.withActor(ann, (tx) => sql`delete from list_invites where list_id = ${list}`.execute(tx))
  expect((await read(bob, token)).rows).toEqual([])
})

test('an entry moves within its list but not into another', async () => {
  const [team, mine] = [await makeList(ann), await makeList(bob, 'public')]
  const video = await addVideo(ann, team)
  await accept(bob, await invite(ann, team, 'edit'))
  const move = (change: { position: number } | { list_id: string }) =>
    db.withActor(bob, (tx) =>
      tx.updateTable('list_videos').set(change).where('video_id', '=', video).execute(),
    )
  await move({ position: 3 })
  await expect(move({ list_id: mine })).rejects.toThrow('keeps its list')
})

test('only the people of a list see its people', async () => {
  const list = await makeList(ann, 'unlisted')
  await accept(bob, await invite(ann, list, 'view'))
  const carla = await createPerson(db, 'carla')
  const people = (actor: Actor) =>
    db.withActor(actor, (tx) => sql`select display_name, access from list_people(${list})`.execute(tx))
  const rename = sql`update users set display_name = 'Ana' where id = ${ann.id}`
  await db.withActor(ann, (tx) => rename.execute(tx))
  // No part of an e-mail address replaces a missing name.
  const expected = [
    { display_name: 'Ana', access: 'owner' },
    { display_name: null, access: 'view' },
  ]
  expect((await people(ann)).rows).toEqual(expected)
  expect((await people(bob)).rows).toEqual(expected)
  expect((await people({ ...carla, capabilities: [list] })).rows).toEqual([])
})

test('the creator is named when the list shows it, and never by a forged row', async () => {
  const list = await makeList(ann, 'unlisted')
  await db.withActor(ann, (tx) => tx.updateTable('users').set({ display_name: 'Ana' }).execute())
  const holder = { ...GUEST, capabilities: [list] }
  const named = sql`select creator_name(l) as value from video_lists l where id = ${list}`
  expect(await call(holder, named)).toBe('Ana')
  const forged = sql`select creator_name(jsonb_populate_record(null::video_lists, ${JSON.stringify({
    id: '00000000-0000-4000-8000-000000000000',
    user_id: ann.id,
    visibility: 'public',
    share_options: { show_creator: true },
  })})) as value`
  expect(await call(GUEST, forged)).toBeNull()
  await db.withActor(ann, (tx) =>
    tx
      .updateTable('video_lists')
      .set({ share_options: '{"show_creator": false}' })
      .where('id', '=', list)
      .execute(),
  )
  expect(await call(ann, named)).toBeNull()
})

test('copying a shared list makes own videos, once, without data of the other person', async () => {
  const [shared, mine] = [await makeList(ann, 'unlisted'), await makeList(bob)]
  await addVideo(ann, shared)
  const copy = (actor: Actor) => call(actor, sql`select copy_list(${shared}, ${mine}) as value`)
  expect(await copy(bob)).toBe(1)
  expect(await copy(bob)).toBe(0)
  const videos = await db.withActor(bob, (tx) =>
    tx.selectFrom('videos').select(['user_id', 'visibility']).execute(),
  )
  expect(videos).toEqual([{ user_id: bob.id, visibility: 'private' }])
  await expect(copy(ann)).rejects.toThrow('list_not_found')
  await expect(copy(GUEST)).rejects.toThrow('permission denied')
})
