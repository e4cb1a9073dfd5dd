import { readFile } from 'node:fs/promises'
import { createTestDatabase } from '@antojo/testing/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database.ts'
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
