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

const URL = 'https://www.tiktok.com/@a/video/1'

test('a new video gets visibility and share options from the settings', async () => {
  const before = await db.withActor(ann, (tx) =>
    tx.insertInto('videos').values({ video_url: URL }).returning(['visibility', 'share_options']).execute(),
  )
  await db.withActor(ann, (tx) =>
    tx
      .insertInto('user_settings')
      .values({ default_visibility: 'unlisted', share_options: '{"show_creator": false}' })
      .execute(),
  )
  const after = await db.withActor(ann, (tx) =>
    tx
      .insertInto('videos')
      .values({ video_url: `${URL}2` })
      .returning(['visibility', 'share_options'])
      .execute(),
  )
  expect(before).toEqual([
    {
      visibility: 'private',
      share_options: { allow_comments: true, allow_collaborators: false, show_creator: true },
    },
  ])
  expect(after).toEqual([{ visibility: 'unlisted', share_options: { show_creator: false } }])
})

test('of many simultaneous saves of one link, one makes the row and the others find it', async () => {
  const save = () =>
    db.withActor(ann, async (tx) => {
      const made = await tx
        .insertInto('videos')
        .values({ video_url: URL, canonical_url: URL })
        .onConflict((conflict) => conflict.columns(['user_id', 'canonical_url']).doNothing())
        .returning('id')
        .executeTakeFirst()
      return made !== undefined
    })
  const made = await Promise.all(Array.from({ length: 10 }, save))
  expect(made.filter(Boolean)).toHaveLength(1)
  const rows = await db.withActor(ann, (tx) => tx.selectFrom('videos').select('canonical_url').execute())
  expect(rows).toEqual([{ canonical_url: URL }])
})

test('each person has their own row of one link', async () => {
  const bob = await createPerson(db, 'bob')
  for (const actor of [ann, bob]) {
    await db.withActor(actor, (tx) => tx.insertInto('videos').values({ video_url: URL }).execute())
  }
  const rows = await db.withActor(ann, (tx) => tx.selectFrom('videos').select('user_id').execute())
  expect(rows).toEqual([{ user_id: ann.id }])
})

test('adds are counted, diagnostics are not', async () => {
  await db.withActor(ann, (tx) =>
    tx
      .insertInto('videos')
      .values([{ video_url: URL }, { video_url: `${URL}2` }, { video_url: `${URL}3`, is_diagnostic: true }])
      .execute(),
  )
  const profile = await db.withActor(ann, (tx) => tx.selectFrom('users').select('extraction_count').execute())
  expect(profile).toEqual([{ extraction_count: 2 }])
})

test.each([
  { video_url: 'javascript:alert(1)' },
  { video_url: URL, restaurant_rating: 6 },
  { video_url: URL, share_options: '{"allow_comments": "yes"}' },
  { video_url: URL, share_options: '{"allow_everything": true}' },
  { video_url: URL, enrich_place_lat: 91 },
])('refuses %j', async (values) => {
  const saving = db.withActor(ann, (tx) => tx.insertInto('videos').values(values).execute())
  await expect(saving).rejects.toThrow('violates check constraint')
})

test.each([`visibility = 'everyone'`, `restaurant_price_range = '$$$$$'`, `platform = 'Vimeo'`])(
  'refuses %s',
  async (change) => {
    await db.withActor(ann, (tx) => tx.insertInto('videos').values({ video_url: URL }).execute())
    const saving = db.withActor(ann, (tx) => sql`update videos set ${sql.raw(change)}`.execute(tx))
    await expect(saving).rejects.toThrow('violates check constraint')
  },
)

test.each([
  ['title', 'ñ'.repeat(4_097)],
  ['embed_html', 'x'.repeat(20_001)],
  ['reviews', JSON.stringify(['x'.repeat(100_000)])],
])('refuses a %s beyond its bounds', async (column, text) => {
  const values = { video_url: URL, [column]: text }
  const saving = db.withActor(ann, (tx) => tx.insertInto('videos').values(values).execute())
  await expect(saving).rejects.toThrow('texts_in_bounds')
})

test('a video is no larger than its share of a page, escapes counted', async () => {
  const save = (url: string, description: string, html: string) =>
    db.withActor(ann, (tx) =>
      tx.insertInto('videos').values({ video_url: url, description, embed_html: html }).execute(),
    )
  await save('https://example.org/heavy', 'ñ'.repeat(20_000), 'ñ'.repeat(20_000))
  const escaped = save('https://example.org/escaped', '\u0001'.repeat(20_000), '\u0001'.repeat(20_000))
  await expect(escaped).rejects.toThrow('weight_in_bounds')
})

test('only the server sets the analysis of a video', async () => {
  const analyse = sql<{ id: string }>`insert into analyses (canonical_url, platform, pipeline_version, state)
    values (${URL}, 'Other', 1, 'done') returning id`
  const analysis = await db.asSystem('test', async (tx) => (await analyse.execute(tx)).rows[0]?.id)
  const insert = sql<{ analysis_id: string | null }>`insert into videos (user_id, video_url, analysis_id)
    values (${ann.id}, ${URL}, ${analysis}) returning analysis_id`
  expect((await db.withActor(ann, (tx) => insert.execute(tx))).rows).toEqual([{ analysis_id: null }])
  await db.withActor(ann, (tx) => sql`delete from videos`.execute(tx))
  expect((await db.asSystem('test', (tx) => insert.execute(tx))).rows).toEqual([{ analysis_id: analysis }])
  const rewrite = sql`update videos set title = 'Tacos', analysis_id = null returning title, analysis_id`
  expect((await db.withActor(ann, (tx) => rewrite.execute(tx))).rows).toEqual([
    { title: 'Tacos', analysis_id: analysis },
  ])
})

test('bigint is read as number, days as text', async () => {
  const views = 30_000_000_000
  const made = await db.withActor(ann, async (tx) => ({
    video: await tx
      .insertInto('videos')
      .values({ video_url: URL, views, likes: 1 })
      .returning('popularity')
      .executeTakeFirst(),
    place: await tx
      .insertInto('user_places')
      .values({ place_id: 'osm:1', visited_on: ['2026-03-29', '2026-10-25'] })
      .returning('visited_on')
      .executeTakeFirst(),
  }))
  expect(made).toEqual({
    video: { popularity: views + 1 },
    place: { visited_on: ['2026-03-29', '2026-10-25'] },
  })
})

/** Columns of a video that belong to its owner or that the database fills in: copies leave them out. */
const NOT_COPIED = new Set([
  'id',
  'created_at',
  'updated_at',
  'popularity',
  'place_key',
  'visibility',
  'share_options',
  'is_diagnostic',
  'distance_km',
  'distance_label',
  'enrich_suggestions',
  'evidence_city_hint',
  'evidence_queries_used',
  'identify_state',
  'identify_reason',
  'identify_area',
  'identify_question',
  'identified_at',
])

test('a copied list takes all other columns of a video', async () => {
  const { rows } = await db.pool.query<{ source: string; columns: string[] }>(
    `select pg_get_functiondef('copy_list(uuid, uuid)'::regprocedure) as source,
       array(select attname::text from pg_attribute
              where attrelid = 'videos'::regclass and attnum > 0 and not attisdropped) as columns`,
  )
  const [, copied = ''] = /insert into videos \(([^)]*)\)/.exec(rows[0]?.source ?? '') ?? []
  const named = copied.split(',').map((column) => column.trim())
  const wanted = rows[0]?.columns.filter((column) => !NOT_COPIED.has(column)) ?? []
  expect(named.toSorted()).toEqual(wanted.toSorted())
})

test('videos of one place have one key, and the places with several are counted', async () => {
  const point = { enrich_place_lat: 19.41001, enrich_place_lng: -99.16 }
  const facts = [
    { enrich_place_id: 'osm:1', restaurant_name: 'Contramar' },
    { enrich_place_id: 'osm:1', restaurant_name: 'Contramar Roma', ...point },
    { enrich_place_id: 'osm:2', restaurant_name: 'Contramar', ...point },
    { restaurant_name: 'Don Beto', ...point },
    { restaurant_name: 'DON BETO', ...point, enrich_place_lat: 19.41004 },
    { restaurant_name: 'Don Beto', ...point, enrich_place_lat: 19.5 },
    { restaurant_name: 'Don Beto' },
    { restaurant_name: 'Don Beto' },
  ]
  const rows = facts.map((fact, index) => ({ ...fact, video_url: `${URL}${index}` }))
  const made = await db.withActor(ann, (tx) =>
    tx.insertInto('videos').values(rows).returning(['id', 'place_key']).execute(),
  )
  const beto = 'don beto 19.410,-99.160'
  const keys = ['osm:1', 'osm:1', 'osm:2', beto, beto, 'don beto 19.500,-99.160', null, null]
  expect(made.map((row) => row.place_key)).toEqual(keys)
  const counts = async (without: readonly (string | undefined)[]) =>
    await db.withActor(ann, async (tx) => {
      const { rows: answers } = await sql`select place_counts(${without}) as counts`.execute(tx)
      return answers[0]
    })
  expect(await counts([])).toEqual({ counts: { 'osm:1': 2, [beto]: 2 } })
  expect(await counts([made[0]?.id])).toEqual({ counts: { [beto]: 2 } })
  const bob = await createPerson(db, 'bob')
  const others = await db.withActor(bob, (tx) => sql`select place_counts('{}') as counts`.execute(tx))
  expect(others.rows).toEqual([{ counts: {} }])
})
