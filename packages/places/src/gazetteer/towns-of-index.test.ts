import type { Database } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGazetteer } from './gazetteer.ts'
import { importPlaces } from '../import/run-import.ts'
import { readIndexTowns } from './towns-of-index.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const place = (name: string, city: string, lat: number) => ({
  source: 'test',
  sourceId: name,
  name,
  otherNames: [],
  lat,
  lng: -2.95,
  country: 'ES',
  city,
  categories: [],
  cuisine: [],
})

test('a town that only the index knows becomes an area; one that GeoNames knows is not doubled', async () => {
  async function* records() {
    yield [
      place('a', 'Zurrumendi-Goikoa', 43.37),
      place('b', 'Zurrumendi-Goikoa', 43.38),
      place('c', 'Olmoeta/Olmedal | Diseminado', 43.3),
      place('d', 'Olmoeta/Olmedal | Diseminado', 43.3),
      place('e', 'Una vez', 43.3),
      place('f', 'Leioa', 43.33),
      place('g', 'Leioa', 43.33),
    ]
  }
  await importPlaces(database.pool, records())
  const towns = await readIndexTowns(database.pool)
  const gazetteer = await createGazetteer(towns)
  const found = (key: string) => gazetteer.findAreas([key]).map(({ name, country }) => `${name}, ${country}`)
  for (const key of ['zurrumendi goikoa', 'zurrumendi']) expect(found(key)).toEqual(['Zurrumendi-Goikoa, ES'])
  for (const key of ['olmoeta', 'olmedal']) expect(found(key)).toEqual(['Olmoeta/Olmedal | Diseminado, ES'])
  expect(found('una vez')).toEqual([])
  expect(found('leioa')).toHaveLength(1)
  const [area] = gazetteer.findAreas(['zurrumendi'])
  expect(area?.lat).toBeCloseTo(43.375, 3)
  expect(area?.radius).toBe(3000)
})
