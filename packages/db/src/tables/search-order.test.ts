import { readFile } from 'node:fs/promises'
import { createTestDatabase } from '@antojo/testing/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database.ts'
import type { Actor } from '../scope.ts'
import { createPerson } from './people.fixture.ts'

const table = async (name: string) =>
  (await readFile(new URL(name, import.meta.url), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.split('|'))

/** Name, cuisine, place, dish, caption and own note. */
const PLACES = await table('search-places.fixture.txt')
/** What is typed, and what may be the first answer. */
const QUERIES = await table('search-queries.fixture.txt')

let db: Database
let ann: Awaited<ReturnType<typeof createPerson>>
beforeAll(async () => {
  db = await createTestDatabase()
  ann = await createPerson(db, 'ann')
  await db.asSystem('test', async (tx) => {
    await tx
      .insertInto('videos')
      .values(
        PLACES.map(([name, cuisine, location, dish, description], index) => ({
          user_id: ann.id,
          video_url: `https://example.org/${index}`,
          restaurant_name: name ?? '',
          restaurant_cuisine: cuisine ?? null,
          restaurant_location: location ?? null,
          extracted_dish_name: dish ?? null,
          description: description ?? null,
          enrich_place_id: `osm:${index}`,
        })),
      )
      .execute()
    await tx
      .insertInto('user_places')
      .values(
        PLACES.flatMap(([, , , , , note = ''], index) =>
          note === '' ? [] : [{ user_id: ann.id, place_id: `osm:${index}`, note }],
        ),
      )
      .execute()
  })
})
afterAll(() => db.close())

test.each(QUERIES)('%s finds %s first', async (words = '', names = '') => {
  const { rows } = await db.withActor(ann, (tx) =>
    sql<{ name: string }>`select restaurant_name as name from search_videos(${words})`.execute(tx),
  )
  expect(names.split(', ')).toContain(rows[0]?.name)
})

test('the database has the families of words that the app has', async () => {
  const file = new URL('../../../domain/src/search/search-families.json', import.meta.url)
  const { rows } = await db.pool.query<{ families: unknown }>('select app.search_families() as families')
  expect(rows[0]?.families).toEqual(JSON.parse(await readFile(file, 'utf8')))
})

/** The quickest of seven runs in ms: other work disturbs it least. */
async function msOf(who: Actor, words: string): Promise<number> {
  const times: number[] = []
  await db.withActor(who, async (tx) => {
    for (let run = 0; run < 7; run += 1) {
      const { rows } = await sql<Record<string, string>>`
        explain (analyze, timing off) select id from search_videos(${words}) limit 36`.execute(tx)
      const told = rows.map((row) => row['QUERY PLAN']).join('\n')
      times.push(Number(/Execution Time: (?<ms>[\d.]+)/u.exec(told)?.groups?.['ms']))
    }
  })
  return Math.min(...times)
}

test(
  'a search of 20,000 videos with notes and further places takes less than 25 times that of 200',
  { tags: 'slow' },
  async () => {
    const bob = await createPerson(db, 'bob')
    // In parts, because a statement has its time.
    for (let part = 0; part < 25; part += 1)
      await db.asSystem('test', (tx) =>
        sql`insert into videos (user_id, video_url, restaurant_name, restaurant_cuisine, restaurant_location, extracted_dish_name, description, enrich_place_id)
        select ${bob.id}, video_url || '/' || n, restaurant_name || ' ' || n, restaurant_cuisine, restaurant_location,
               extracted_dish_name, description, enrich_place_id || '/' || n
          from videos cross join generate_series(${part * 4 + 1}::int, ${part * 4 + 4}::int) as n
         where user_id = ${ann.id}`.execute(tx),
      )
    await db.asSystem('test', async (tx) => {
      await sql`insert into user_places (user_id, place_id, note)
      select user_id, enrich_place_id, 'Fuimos el domingo, pedir la salsa de la casa ' || left(id::text, 4)
        from videos where user_id = ${bob.id} limit 3000`.execute(tx)
      await sql`insert into video_places (user_id, video_id, place_id, position, name, location)
      select user_id, id, 'x:' || id, 1, 'Otro ' || left(id::text, 4), 'Roma Norte, Ciudad de México'
        from videos where user_id = ${bob.id} limit 4000`.execute(tx)
    })
    await db.pool.query('analyze')
    // Without the index it took 30 to 350 times as long.
    for (const words of [
      'quesabirria',
      'tacos',
      'cafe',
      'cdmx',
      'roma norte',
      'salsa',
      'zzqxv',
      'mexicana',
    ]) {
      const [few, many] = [await msOf(ann, words), await msOf(bob, words)]
      expect.soft(many / few, words).toBeLessThan(25)
    }
  },
)

test('a query of a cuisine finds its dishes, and a nickname only what it names', async () => {
  const find = (words: string) =>
    db.withActor(ann, (tx) =>
      sql<{ name: string }>`select restaurant_name as name from search_videos(${words})`.execute(tx),
    )
  const names = async (words: string) => (await find(words)).rows.map(({ name }) => name)
  expect(await names('los angeles')).toHaveLength(6)
  expect(await names('taqueria')).toEqual(expect.arrayContaining(await names('🌮')))
  expect(await names('japonesa')).toContain('Ramen Kuro')
  expect(await names('zzqxv')).toEqual([])
})
