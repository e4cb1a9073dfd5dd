import { nameKey } from '@antojo/domain/text'
import type { Database } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAreas, recordArea } from './areas.ts'
import { forgetArea, forgetSource } from './forget-places.ts'
import type { Box } from './geo.ts'
import type { PlaceRecord } from './import/record.ts'
import { importPlaces } from './import/run-import.ts'
import { createPlaceIndex } from './place-index.ts'
import { listSources } from './sources.ts'

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

const CITY: Box = { west: -104, south: 20, east: -103, north: 21 }
const NEIGHBOUR: Box = { west: -103.5, south: 20, east: -102.5, north: 21 }

async function* records(source: string, places: Readonly<Record<string, number>>) {
  const common = { source, otherNames: [], lat: 20.5, categories: ['restaurant'], cuisine: [], country: 'MX' }
  yield Object.entries(places).map(([name, lng]): PlaceRecord => ({ ...common, sourceId: name, name, lng }))
}

async function importAll(source: string, places: Readonly<Record<string, number>>): Promise<void> {
  await importPlaces(database.pool, records(source, places))
}

async function fetched(name: string, box: Box): Promise<void> {
  await recordArea(database.pool, { name, release: '2026-10-21.0', bytes: 1 }, { box })
}

async function namesFound(...names: readonly string[]): Promise<string[]> {
  const hits = await createPlaceIndex(database.pool).byKeys(names.map(nameKey))
  return [...new Set(hits.map((hit) => hit.place.name))].toSorted()
}

test('a forgotten source is found under no name any more, and others stay', async () => {
  await importAll('overture', { 'Casa Rosa': -103.2, 'Casa Azul': -103.3 })
  await importAll('osm', { 'Casa Azul': -103.3 })
  expect(await forgetSource(database.pool, 'overture')).toBe(2)
  expect(await namesFound('Casa Rosa', 'Casa Azul')).toEqual(['Casa Azul'])
  expect(await listSources(database.pool)).toMatchObject([{ source: 'osm', places: 1 }])
  const left = await database.pool.query('select key from place_keys where key = $1', [nameKey('Casa Rosa')])
  expect(left.rowCount).toBe(0)
})

test('a forgotten area keeps the places of its neighbour and of other sources', async () => {
  await importAll('overture', { 'Casa Rosa': -103.8, 'Casa Azul': -103.2 })
  await importAll('osm', { 'Casa Verde': -103.8 })
  await fetched('Guadalajara', CITY)
  await fetched('Tonalá', NEIGHBOUR)
  const area = (await listAreas(database.pool)).find(({ name }) => name === 'Guadalajara')
  expect(area && (await forgetArea(database.pool, area))).toBe(1)
  expect(await namesFound('Casa Rosa', 'Casa Azul', 'Casa Verde')).toEqual(['Casa Azul', 'Casa Verde'])
  expect((await listAreas(database.pool)).map(({ name }) => name)).toEqual(['Tonalá'])
})
