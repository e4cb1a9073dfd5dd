import { createTestDatabase } from '@antojo/testing/database'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database.ts'
import type { Actor } from '../scope.ts'
import { createPerson } from './people.fixture.ts'

let db: Database
let ann: Actor & { id: string }
beforeEach(async () => {
  db = await createTestDatabase()
  ann = await createPerson(db, 'ann')
})
afterEach(() => db.close())

/** Three videos, of which the first two show one place; and a list with the first. */
async function collection() {
  return db.withActor(ann, async (tx) => {
    const places = ['osm:1', 'osm:1', 'osm:2']
    const rows = places.map((place, n) => ({
      video_url: `https://www.tiktok.com/@a/video/${n}`,
      restaurant_name: place,
      enrich_place_id: place,
    }))
    const videos = await tx.insertInto('videos').values(rows).returning(['id', 'video_url']).execute()
    const ids = videos.toSorted((a, b) => a.video_url.localeCompare(b.video_url)).map(({ id }) => id)
    const list = await tx
      .insertInto('video_lists')
      .values({ name: 'Tacos' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [one = '', twin = '', other = ''] = ids
    await tx.insertInto('list_videos').values({ list_id: list.id, video_id: one }).execute()
    return { one, twin, other, list: list.id }
  })
}

async function stateOf(list: string) {
  const { rows } = await db.withActor(ann, (tx) =>
    sql<{ videos: string[]; places: number; entries: string[] }>`
      select place_videos(l) as videos, place_count(l) as places,
             array(select video_id from list_videos e where e.list_id = l.id) as entries
        from video_lists l where id = ${list}`.execute(tx),
  )
  return { ...rows[0], videos: rows[0]?.videos.toSorted() }
}

test('a place is in a list by any of its videos, is counted once, and goes as a whole', async () => {
  const { one, twin, other, list } = await collection()
  const both = [one, twin].toSorted()
  expect(await stateOf(list)).toEqual({ videos: both, places: 1, entries: [one] })
  const listsOf = (video: string) =>
    db.withActor(ann, async (tx) => (await sql`select lists_of_place(${video}) as id`.execute(tx)).rows)
  expect(await listsOf(twin)).toEqual([{ id: list }])
  expect(await listsOf(other)).toEqual([])
  await db.withActor(ann, (tx) =>
    tx
      .insertInto('list_videos')
      .values([twin, other].map((id) => ({ list_id: list, video_id: id })))
      .execute(),
  )
  expect(await stateOf(list)).toMatchObject({ places: 2 })
  const taken = await db.withActor(
    ann,
    async (tx) => (await sql<{ id: string }>`select take_place_out(${list}, ${twin}) as id`.execute(tx)).rows,
  )
  expect(taken.map(({ id }) => id).toSorted()).toEqual(both)
  expect(await stateOf(list)).toEqual({ videos: [other], places: 1, entries: [other] })
})

test('nobody else takes a place out of the list', async () => {
  const { one, list } = await collection()
  const bob = await createPerson(db, 'bob')
  const taking = db.withActor(bob, (tx) => sql`select take_place_out(${list}, ${one})`.execute(tx))
  await expect(taking).rejects.toMatchObject({ code: '42501' })
  expect(await stateOf(list)).toMatchObject({ entries: [one] })
})

test('a place whose video is deleted stays in its lists by another one; the last one takes it along', async () => {
  const { one, twin, list } = await collection()
  const remove = (id: string) =>
    db.withActor(ann, (tx) => tx.deleteFrom('videos').where('id', '=', id).execute())
  await remove(one)
  expect(await stateOf(list)).toMatchObject({ entries: [twin] })
  await remove(twin)
  expect(await stateOf(list)).toMatchObject({ entries: [] })
})

test('an editor arranges what others added to a list; who is none, or no longer one, is refused', async () => {
  const { one, other, list } = await collection()
  const [ben, eve] = [await createPerson(db, 'ben'), await createPerson(db, 'eve')]
  await db.withActor(ann, (tx) =>
    tx.insertInto('list_videos').values({ list_id: list, video_id: other }).execute(),
  )
  await db.withActor({ role: 'service_role', claims: {} }, (tx) =>
    tx.insertInto('list_members').values({ list_id: list, user_id: ben.id, access: 'edit' }).execute(),
  )
  const arrange = (actor: Actor, ids: readonly string[]) =>
    db.withActor(actor, async (tx) => {
      await sql`select arrange_list(${list}, ${ids}::uuid[])`.execute(tx)
    })
  const order = () =>
    db.withActor(ann, async (tx) => {
      const rows = await tx.selectFrom('list_videos').select('video_id').orderBy('position').execute()
      return rows.map(({ video_id }) => video_id)
    })
  await arrange(ann, [one, other])
  await arrange(ben, [other, one])
  expect(await order()).toEqual([other, one])
  await expect(arrange(eve, [one, other])).rejects.toMatchObject({ code: '42501' })
  await db.withActor(ann, (tx) =>
    tx.updateTable('list_members').set({ access: 'view' }).where('list_id', '=', list).execute(),
  )
  await expect(arrange(ben, [one, other])).rejects.toMatchObject({ code: '42501' })
  expect(await order()).toEqual([other, one])
})
