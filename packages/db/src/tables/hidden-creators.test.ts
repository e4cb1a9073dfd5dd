import { createTestDatabase } from '@antojo/testing/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../database.ts'
import type { Actor } from '../scope.ts'
import { createPerson } from './people.fixture.ts'

type Person = Actor & { readonly id: string }
type Row = Readonly<Record<string, unknown>>

const GUEST: Actor = { role: 'anon', claims: { role: 'anon' } }
const URL = 'https://www.tiktok.com/@comelon/video/7301'
const HIDDEN = JSON.stringify({ allow_comments: true, allow_collaborators: true, show_creator: false })
const SHOWN = JSON.stringify({ allow_comments: true, allow_collaborators: true, show_creator: true })

let db: Database
/** The list `hidden` and the public video hide their creator; the list `shown` shows its creator. */
let ann: Person
/** A member of `hidden`, who added a video. */
let bob: Person
let eve: Person
let hidden: string
let shown: string
let videos: readonly string[]

beforeAll(async () => {
  db = await createTestDatabase()
  ann = await createPerson(db, 'ann')
  bob = await createPerson(db, 'bob')
  eve = await createPerson(db, 'eve')
  await run(ann, sql`update users set display_name = 'Ana', avatar_url = ${`/account/picture/${ann.id}`}`)
  hidden = await id(
    ann,
    sql`insert into video_lists (name, visibility, share_options) values ('Tacos', 'unlisted', ${HIDDEN}) returning id`,
  )
  shown = await id(
    ann,
    sql`insert into video_lists (name, visibility, share_options) values ('Pan', 'public', ${SHOWN}) returning id`,
  )
  const taco = await id(
    ann,
    sql`insert into videos (video_url, title, distance_label, evidence_city_hint)
      values (${URL}, 'Tacos al pastor', '3 km', 'cerca de casa') returning id`,
  )
  const open = await id(
    ann,
    sql`insert into videos (video_url, title, visibility, share_options)
      values ('https://example.org/open', 'Birria', 'public', ${HIDDEN}) returning id`,
  )
  await run(
    ann,
    sql`insert into video_places (video_id, place_id, name) values (${taco}, 'x:1', 'El Huequito'), (${taco}, 'x:2', 'Orinoco')`,
  )
  await run(
    ann,
    sql`insert into list_videos (list_id, video_id, position) values (${hidden}, ${taco}, 1), (${shown}, ${taco}, 1)`,
  )
  const token = await value(ann, sql`select create_list_invite(${hidden}, 'edit') as value`)
  await run(bob, sql`select accept_list_invite(${token})`)
  const bobs = await id(bob, sql`insert into videos (video_url, title) values (${URL}, 'Tacos') returning id`)
  await run(bob, sql`insert into list_videos (list_id, video_id, position) values (${hidden}, ${bobs}, 2)`)
  await run(ann, sql`select add_list_comment(${hidden}, 'Es mía')`)
  videos = [taco, open, bobs]
})
afterAll(() => db.close())

async function run(actor: Actor, query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> {
  return (await db.withActor(actor, (tx) => query.execute(tx))).rows
}

async function id(actor: Actor, query: ReturnType<typeof sql<Row>>): Promise<string> {
  return String((await run(actor, query))[0]?.['id'])
}

async function value(actor: Actor, query: ReturnType<typeof sql<Row>>): Promise<unknown> {
  return (await run(actor, query))[0]?.['value']
}

/**
 * Everything that queries return to a person outside the list who knows its id and, from elsewhere, the ids of its
 * videos.
 */
async function everything(actor: Actor): Promise<string> {
  const stranger = { ...actor, capabilities: [hidden, ...videos] }
  const given = [
    await run(stranger, sql`select * from read_list(${hidden})`),
    await run(stranger, sql`select * from read_list_videos(${hidden})`),
    await run(stranger, sql`select * from read_list_places(${hidden}, ${URL})`),
    await run(stranger, sql`select * from read_list_comments(${hidden})`),
    await run(stranger, sql`select * from list_people(${hidden})`),
    await run(stranger, sql`select * from video_lists where id = ${hidden}`),
    await run(stranger, sql`select * from list_videos where list_id = ${hidden}`),
    await run(stranger, sql`select * from public_videos()`),
    await run(GUEST, sql`select * from search_videos('birria')`),
    await run(stranger, sql`select * from videos where id = ${videos[1]}`),
  ]
  return JSON.stringify(given)
}

/** Texts that identify the owners, or that let a stranger recognise their rows elsewhere. */
async function revealingTexts(): Promise<string[]> {
  const instants = await run(
    ann,
    sql`select created_at from videos union select created_at from video_lists where id = ${hidden}`,
  )
  const times = instants.map((row) => JSON.stringify(row['created_at']))
  expect(times.length).toBeGreaterThan(2)
  return [ann.id, bob.id, 'Ana', ...videos, ...times, '3 km', 'cerca de casa']
}

test('its owner reads what strangers must not', async () => {
  const given = await everything(ann)
  const missing = (await revealingTexts()).filter((text) => !given.includes(text))
  expect(missing).toEqual([])
})

describe.each(['guest', 'person'])('a %s outside the list', (who) => {
  const actor = () => (who === 'guest' ? GUEST : eve)

  test('sees its content', async () => {
    expect(await run(actor(), sql`select name, access, video_count from read_list(${hidden})`)).toEqual([
      { name: 'Tacos', access: 'visitor', video_count: 2 },
    ])
    const rows = await run(actor(), sql`select title, video_url, user_id from read_list_videos(${hidden})`)
    expect(rows).toEqual([
      { title: 'Tacos al pastor', video_url: URL, user_id: null },
      { title: 'Tacos', video_url: URL, user_id: null },
    ])
    const ids = await run(actor(), sql`select id from read_list_videos(${hidden})`)
    expect(new Set(ids.map((row) => row['id'])).size).toBe(2)
    const places = sql<Row>`select name from read_list_places(${hidden}, ${URL})`
    expect(await run(actor(), places)).toEqual([{ name: 'El Huequito' }, { name: 'Orinoco' }])
    expect(await run(actor(), sql`select author_name, body from read_list_comments(${hidden})`)).toEqual([
      { author_name: null, body: 'Es mía' },
    ])
  })

  test('gets nothing that identifies the owner', async () => {
    const given = await everything(actor())
    expect(given).toContain('Birria')
    const revealing = [...(await revealingTexts()), 'ann@example.org', 'bob@example.org']
    expect(revealing.filter((text) => given.includes(text))).toEqual([])
  })

  test('cannot find out the owner by filters', async () => {
    const stranger = { ...actor(), capabilities: [hidden, ...videos] }
    const asked = [
      sql<Row>`select from video_lists where id = ${hidden} and user_id = ${ann.id}`,
      sql<Row>`select from list_videos where list_id = ${hidden} and added_by = ${ann.id}`,
      sql<Row>`select from read_list_videos(${hidden}) where user_id = ${ann.id}`,
      sql<Row>`select from videos where id = ${videos[1]} and user_id = ${ann.id}`,
      sql<Row>`select from video_lists l, list_videos e where l.id = ${shown} and e.list_id = ${hidden}`,
    ]
    for (const query of asked) expect(await run(stranger, query)).toEqual([])
    // Where the creator is shown, the same queries return rows.
    const ofShown = sql<Row>`select from video_lists where id = ${shown} and user_id = ${ann.id}`
    const open = { ...actor(), capabilities: [shown] }
    expect(await run(open, ofShown)).toHaveLength(1)
    expect(
      await run(open, sql`select from read_list_videos(${shown}) where user_id = ${ann.id}`),
    ).toHaveLength(1)
  })

  test('may not open it any more once it is private', async () => {
    const change = (visibility: string) =>
      run(ann, sql`update video_lists set visibility = ${visibility} where id = ${hidden}`)
    await change('private')
    expect(await run(actor(), sql`select from read_list(${hidden})`)).toEqual([])
    expect(await run(actor(), sql`select from read_list_videos(${hidden})`)).toEqual([])
    expect(await run(actor(), sql`select from read_list_places(${hidden}, ${URL})`)).toEqual([])
    await change('unlisted')
  })
})

test.each(['America/Mexico_City', 'Europe/Madrid', 'Asia/Tokyo', 'Pacific/Auckland', 'Pacific/Honolulu'])(
  'what was saved at noon of a day is of that day in %s',
  async (zone) => {
    const at = '2026-05-10T12:30:00Z'
    const day = (which: string) => sql<{ day: string }>`
      select ((${sql.raw(which)}).created_at at time zone ${zone})::date::text as day
        from (select v as video from videos v where v.id = ${videos[0]}) as one`
    await run(ann, sql`update videos set created_at = ${at} where id = ${videos[0]}`)
    expect(await run(ann, day('app.without_creator(video, 1)'))).toEqual([{ day: '2026-05-10' }])
  },
)

test('its owner and its members read all of it', async () => {
  for (const [actor, access] of [
    [ann, 'owner'],
    [bob, 'edit'],
  ] as const) {
    expect(await value(actor, sql`select access as value from read_list(${hidden})`)).toBe(access)
    const rows = await run(actor, sql`select id, user_id from read_list_videos(${hidden})`)
    expect(rows).toEqual([
      { id: videos[0], user_id: ann.id },
      { id: videos[2], user_id: bob.id },
    ])
    expect(await run(actor, sql`select from video_lists where id = ${hidden}`)).toHaveLength(1)
  }
})

test('a list that shows its creator is read in full by everybody', async () => {
  expect(await run(GUEST, sql`select creator_name, access from read_list(${shown})`)).toEqual([
    { creator_name: 'Ana', access: 'visitor' },
  ])
  expect(await run(GUEST, sql`select id, user_id from read_list_videos(${shown})`)).toEqual([
    { id: videos[0], user_id: ann.id },
  ])
})

test('it is copied without its creator', async () => {
  const mine = await id(eve, sql`insert into video_lists (name) values ('Tacos') returning id`)
  expect(await value(eve, sql`select copy_list(${hidden}, ${mine}) as value`)).toBe(1)
  const copies = JSON.stringify([
    await run(eve, sql`select * from videos`),
    await run(eve, sql`select * from video_places`),
    await run(eve, sql`select * from list_videos`),
  ])
  expect(copies).toContain('Orinoco')
  for (const known of [ann.id, bob.id, ...videos]) expect(copies).not.toContain(known)
})

const HARMLESS = `
  canonical_url creator_name description diet_tags embed_html enrich_confidence enrich_place_address
  enrich_place_id enrich_place_lat enrich_place_lng enrich_place_name enrich_progress enrich_state
  extracted_dish_name extracted_estimated_price extracted_ingredients extracted_price_currency google_maps_url
  identify_area identify_question identify_reason identify_state is_diagnostic likes open_now opening_hours opening_hours_weekday_text photo_attribution_html place_key places_photo_url
  platform popularity provider_thumbnail_url restaurant_address restaurant_cuisine restaurant_location
  restaurant_name restaurant_phone restaurant_price_range restaurant_rating restaurant_website reviews
  thumbnail_url time_zone title user_ratings_total video_url views
`

// A new column may be shown to strangers only after a decision that it reveals nothing about its owner.
test('of a video without its creator, the visible columns are unchanged', async () => {
  const kept = await run(
    ann,
    sql`select attname as name from pg_attribute
         where attrelid = 'videos'::regclass and attnum > 0 and not attisdropped
           and strpos(pg_get_functiondef('app.without_creator(videos, bigint)'::regprocedure),
                      'video.' || attname || ' :=') = 0
         order by 1`,
  )
  expect(kept.map(({ name }) => name)).toEqual(HARMLESS.trim().split(/\s+/u))
})
