import { CUISINE_KEYS } from '@antojo/domain/cuisine-labels'
import { createTestDatabase } from '@antojo/testing/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database.ts'
import type { Actor } from '../scope.ts'
import { createPerson } from './people.fixture.ts'

let db: Database
let ann: Actor & { id: string }

const VIDEOS = [
  { title: 'El mejor ramen', restaurant_name: "L'Ñandú de María", restaurant_location: 'Ciudad de México' },
  {
    title: 'Tacos al pastor',
    restaurant_name: 'El Califa',
    extracted_dish_name: 'gringa',
    creator_name: 'comelon',
    restaurant_cuisine: 'Seafood',
  },
  { title: 'Best burgers in town', restaurant_name: 'Shake Shack', description: 'we tried the fried onions' },
  { title: 'Sin nombre', restaurant_name: 'El Califato', visibility: 'public' as const },
]

beforeAll(async () => {
  db = await createTestDatabase()
  ann = await createPerson(db, 'ann')
  const { id } = await db.asSystem('test', (tx) =>
    tx
      .insertInto('analyses')
      .values({
        canonical_url: 'https://example.org/0',
        platform: 'Other',
        pipeline_version: 1,
        state: 'done',
        transcript: 'pedimos unas enchiladas verdes',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await db.asSystem('test', (tx) =>
    tx
      .insertInto('videos')
      .values(
        VIDEOS.map((video, index) => ({
          ...video,
          user_id: ann.id,
          video_url: `https://example.org/${index}`,
          ...(index === 0 ? { analysis_id: id } : {}),
        })),
      )
      .execute(),
  )
})
afterAll(() => db.close())

async function search(words: string, actor: Actor = ann): Promise<(string | null)[]> {
  const found = await db.withActor(actor, (tx) =>
    sql<{ restaurant_name: string | null }>`select restaurant_name from search_videos(${words})`.execute(tx),
  )
  return found.rows.map((row) => row.restaurant_name)
}

test.each([
  ['without accents and apostrophes', 'LNANDU DE MARIA', ["L'Ñandú de María"]],
  ['by a word stem in Spanish', 'taco', ['El Califa']],
  ['by a word stem in English', 'onion', ['Shake Shack']],
  ['by dish', 'gringas', ['El Califa']],
  ['by a cuisine in Spanish', 'mariscos', ['El Califa']],
  ['by a cuisine in English', 'seafood', ['El Califa']],
  ['by creator', 'comelon', ['El Califa']],
  ['by what is said in the video', 'enchilada verde', ["L'Ñandú de María"]],
  ['by place', 'méxico', ["L'Ñandú de María"]],
  ['by a part of a word', 'alif', ['El Califa', 'El Califato']],
  ['with a slip', 'shaek shack', ['Shake Shack']],
])('finds %s', async (_how, words, names) => {
  expect(new Set(await search(words))).toEqual(new Set(names))
})

test('finds a place by the own note about it, and not by that of another person', async () => {
  const bob = await createPerson(db, 'bob-notes')
  const ids = await db.withActor(ann, (tx) =>
    tx.selectFrom('videos').select('id').where('restaurant_name', '=', 'Shake Shack').execute(),
  )
  await db.withActor(ann, (tx) =>
    tx
      .updateTable('videos')
      .set({ enrich_place_id: 'osm:1' })
      .where('restaurant_name', '=', 'El Califa')
      .execute(),
  )
  const write = (actor: Actor & { id: string }, place: string, note: string) =>
    db.withActor(actor, (tx) =>
      tx.insertInto('user_places').values({ user_id: actor.id, place_id: place, note }).execute(),
    )
  await write(ann, ids[0]?.id ?? '', 'cumpleaños de Lucía')
  await write(ann, 'osm:1', 'Pedir la mesa del jardín')
  await write(bob, 'osm:1', 'secreto de bob')
  expect(await search('cumpleanos')).toEqual(['Shake Shack'])
  expect(await search('mesa del jardin')).toEqual(['El Califa'])
  expect(await search('secreto')).toEqual([])
})

test('finds a video by the name or city of a further place that it shows, and only the own one', async () => {
  const bob = await createPerson(db, 'bob-places')
  const { id } = await db.withActor(ann, (tx) =>
    tx
      .selectFrom('videos')
      .select('id')
      .where('restaurant_name', '=', 'Shake Shack')
      .executeTakeFirstOrThrow(),
  )
  const shown = [
    { place_id: 'osm:10', position: 0, name: 'Shake Shack', location: 'Nowhere' },
    {
      place_id: 'osm:11',
      position: 1,
      name: 'Pujól',
      location: 'Polanco, Guadalajara',
      address: 'Tennyson 133',
    },
  ]
  await db.withActor(ann, (tx) =>
    tx
      .insertInto('video_places')
      .values(shown.map((place) => ({ ...place, user_id: ann.id, video_id: id })))
      .execute(),
  )
  expect(await search('pujol')).toEqual(['Shake Shack'])
  expect(await search('pujol guadalajara')).toEqual(['Shake Shack'])
  expect(await search('pujol monterrey')).toEqual([])
  expect(await search('nowhere')).toEqual([])
  expect(await search('pujol', bob)).toEqual([])
})

test('finds a place by the emoji of its post and by the own dish there', async () => {
  const emil = await createPerson(db, 'emil-emoji')
  await db.asSystem('test', (tx) =>
    tx
      .insertInto('videos')
      .values(
        [
          { restaurant_name: 'El Vilsito', title: 'lo mejor que me pasó hoy 🌮🔥', enrich_place_id: 'osm:v' },
          { restaurant_name: 'Isolina', title: 'Cau cau y chicha', enrich_place_id: 'osm:i' },
        ].map((video, index) => ({
          ...video,
          user_id: emil.id,
          video_url: `https://example.org/emoji-${index}`,
        })),
      )
      .execute(),
  )
  for (const words of ['tacos', 'taquería', '🌮', 'taco'])
    expect(await search(words, emil)).toEqual(['El Vilsito'])
  const place = { user_id: emil.id, place_id: 'osm:i', dish: 'Tostada de pulpo' }
  await db.withActor(emil, (tx) => tx.insertInto('user_places').values(place).execute())
  expect(await search('pulpo', emil)).toEqual(['Isolina'])
  await db.withActor(emil, (tx) =>
    tx.updateTable('user_places').set({ dish: 'Sancochado' }).where('place_id', '=', 'osm:i').execute(),
  )
  expect(await search('pulpo', emil)).toEqual([])
  expect(await search('sancochado', emil)).toEqual(['Isolina'])
})

test('changed notes and further places are found under their new words only, and moved ones where they are', async () => {
  const cora = await createPerson(db, 'cora')
  const found = (words: string) => search(words, cora)
  const change = (table: 'user_places' | 'video_places', values: Record<string, string | number | null>) =>
    db.withActor(cora, (tx) => tx.updateTable(table).set(values).where('user_id', '=', cora.id).execute())
  const { id } = await db.withActor(cora, (tx) =>
    tx
      .insertInto('videos')
      .values({ video_url: 'https://example.org/c', restaurant_name: 'Fonda', enrich_place_id: 'osm:c' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await db.withActor(cora, async (tx) => {
    await tx
      .insertInto('user_places')
      .values({ user_id: cora.id, place_id: 'osm:c', note: 'columpio' })
      .execute()
    await tx
      .insertInto('video_places')
      .values({ user_id: cora.id, video_id: id, place_id: 'osm:d', position: 1, name: 'Quintonil' })
      .execute()
  })
  expect([await found('columpio'), await found('quintonil')]).toEqual([['Fonda'], ['Fonda']])
  await change('user_places', { note: 'alberca' })
  await change('video_places', { name: 'Rosetta' })
  expect([await found('columpio'), await found('quintonil')]).toEqual([[], []])
  expect([await found('alberca'), await found('rosetta'), await found('alberca rosetta')]).toEqual([
    ['Fonda'],
    ['Fonda'],
    ['Fonda'],
  ])
  await change('user_places', { place_id: 'osm:elsewhere' })
  await change('video_places', { position: 0 })
  expect([await found('alberca'), await found('rosetta')]).toEqual([[], []])
  await change('user_places', { place_id: 'osm:c', note: null })
  expect(await found('alberca')).toEqual([])
})

test('the best match comes first', async () => {
  expect(await search('el califa')).toEqual(['El Califa', 'El Califato'])
})

test('a known word that no place has is no slip of another word', async () => {
  const dora = await createPerson(db, 'dora')
  const videos = ['Doña Chelo', 'La Pizarra'].map((restaurant_name, index) => ({
    user_id: dora.id,
    video_url: `https://example.org/dora/${index}`,
    restaurant_name,
    restaurant_location: 'Ciudad de México',
  }))
  await db.asSystem('test', (tx) => tx.insertInto('videos').values(videos).execute())
  for (const words of ['donuts cdmx', 'cdmx donuts', '🍩', 'pizza'])
    expect(await search(words, dora)).toEqual([])
  expect(await search('dona chlo cdmx', dora)).toEqual(['Doña Chelo'])
  expect(await search('pizara', dora)).toEqual(['La Pizarra'])
})

test('a word of a family finds whole words, and while it is typed their beginning', async () => {
  const finn = await createPerson(db, 'finn')
  const videos = [
    { restaurant_name: 'La Ramada' },
    { restaurant_name: 'Bodega Sur', restaurant_address: 'Calle 13' },
    { restaurant_name: 'Pata Negra' },
    { restaurant_name: 'Doña Chelo' },
    { restaurant_name: 'Sopes Lety', extracted_dish_name: 'Trucha ahumada' },
    { restaurant_name: 'Kuro', description: 'Two ramens' },
  ].map((video, index) => ({ ...video, user_id: finn.id, video_url: `https://example.org/finn/${index}` }))
  await db.asSystem('test', (tx) => tx.insertInto('videos').values(videos).execute())
  const found = Object.entries({
    ramen: ['Kuro'],
    'ramen df': [],
    rama: ['La Ramada'],
    ramada: ['La Ramada'],
    almeja: [],
    duck: [],
    donuts: [],
    sopa: [],
    sope: ['Sopes Lety'],
    ahumado: ['Sopes Lety'],
  })
  for (const [words, names] of found) expect.soft(await search(words, finn), words).toEqual(names)
})

test.each(['', '  ', '%', "'; drop table videos --", 'zzqxv', '\\', '_'])(
  '%j finds nothing',
  async (words) => {
    expect(await search(words)).toEqual([])
  },
)

test('nobody finds the videos of others, guests only public ones', async () => {
  const bob = await createPerson(db, 'bob')
  expect(await search('califa', bob)).toEqual([])
  expect(await search('califato', { role: 'anon', claims: { role: 'anon' } })).toEqual(['El Califato'])
  expect(await search('ramen', { role: 'anon', claims: { role: 'anon' } })).toEqual([])
})

const rename = (from: string, to: string) =>
  db.withActor(ann, (tx) =>
    tx.updateTable('videos').set({ restaurant_name: to }).where('restaurant_name', '=', from).execute(),
  )

test('changed text is found under its new words only', async () => {
  await rename('Shake Shack', 'Burger Joint')
  expect(await search('burger joint')).toEqual(['Burger Joint'])
  expect(await search('shake shack')).toEqual([])
  await rename('Burger Joint', 'Shake Shack')
})

test('nearest first means distance on the ground, also across the date line', async () => {
  const bob = await createPerson(db, 'bea')
  const places = [
    { title: 'Suva', enrich_place_lat: -18.1, enrich_place_lng: 178.4 },
    { title: 'Apia', enrich_place_lat: -13.8, enrich_place_lng: -171.8 },
    { title: 'Auckland', enrich_place_lat: -36.8, enrich_place_lng: 174.8 },
    { title: 'nowhere' },
  ]
  await db.withActor(bob, (tx) =>
    tx
      .insertInto('videos')
      .values(places.map((place) => ({ ...place, video_url: `https://example.org/${place.title}` })))
      .execute(),
  )
  const found = await db.withActor(bob, (tx) =>
    sql<{ title: string }>`select title from nearby_videos(-17, -179)`.execute(tx),
  )
  expect(found.rows.map((row) => row.title)).toEqual(['Suva', 'Apia', 'Auckland'])
})

test('places along a line take no more room than others', async () => {
  const eve = await createPerson(db, 'eve')
  await db.withActor(eve, (tx) =>
    sql`insert into videos (video_url, enrich_place_lat, enrich_place_lng)
      select 'https://example.org/line/' || n, 19 + n / 1e5, -99 - n / 1e5 from generate_series(1, 600) n`.execute(
      tx,
    ),
  )
  const { rows } = await db.pool.query<{ bytes: number }>(`select pg_indexes_size('videos')::int as bytes`)
  expect(rows[0]?.bytes).toBeLessThan(3_000_000)
})

test(
  'in a large collection a search reads only the rows it finds, although plans are made once for all sizes',
  { tags: 'slow' },
  async () => {
    const cleo = await createPerson(db, 'cleo')
    await db.pool.query(
      `insert into auth.users (id, email) select gen_random_uuid(), 'p' || n from generate_series(1, 200) n`,
    )
    await db.asSystem('test', (tx) =>
      sql`insert into videos (user_id, video_url, title)
        select id, 'https://example.org/many/' || n, 'Tacos ' || n
          from users cross join lateral generate_series(1, case id when ${cleo.id} then 2000 else 5 end) n`.execute(
        tx,
      ),
    )
    await db.pool.query('vacuum analyze app.video_search')
    const read = await db.withActor(cleo, async (tx) => {
      // Counts of the connection's earlier transactions may be among them.
      const readSoFar = async () => {
        const { rows } = await sql<{ read: number }>`
          select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
            from pg_stat_xact_user_tables where relid = 'app.video_search'::regclass`.execute(tx)
        return rows[0]?.read ?? 0
      }
      await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
      const before = await readSoFar()
      await sql`select from search_videos('quesabirria')`.execute(tx)
      return (await readSoFar()) - before
    })
    expect(read).toBeLessThan(200)
  },
)

test('every cuisine has a Spanish name', async () => {
  const { rows } = await db.pool.query<{ key: string }>(
    "select key from unnest($1::text[]) as key where app.cuisine_names(key) = key and key not in ('Ramen')",
    [CUISINE_KEYS],
  )
  expect(rows).toEqual([])
})

test('a dish that no place has is found in a name that is nearly the same as a whole', async () => {
  const gil = await createPerson(db, 'gil')
  const videos = ['Pastelões da Avó', 'La Ramada Roma'].map((restaurant_name, index) => ({
    user_id: gil.id,
    video_url: `https://example.org/gil/${index}`,
    restaurant_name,
  }))
  await db.asSystem('test', (tx) => tx.insertInto('videos').values(videos).execute())
  expect(await search('pasteles da avo', gil)).toEqual(['Pastelões da Avó'])
  for (const words of ['ramen roma', 'pizza roma']) expect(await search(words, gil)).toEqual([])
})
