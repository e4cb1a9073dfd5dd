import type { Database } from '@antojo/db/database'
import { createGazetteer } from '@antojo/places/gazetteer'
import type { PlaceRecord } from '@antojo/places/import/record'
import { importPlaces } from '@antojo/places/import/run-import'
import { createPlaceIndex } from '@antojo/places/place-index'
import { createTestDatabase } from '@antojo/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { areaNames } from './area-names.ts'
import { resolvePlaces, type ResolveDeps } from './resolve.ts'
import { loadWordRanks } from './word-ranks.ts'

const record = (name: string, address: string, more: Partial<PlaceRecord> = {}): PlaceRecord => ({
  source: 'test',
  sourceId: name,
  name,
  address,
  lat: -34.6037,
  lng: -58.3816,
  country: 'AR',
  city: 'Buenos Aires',
  otherNames: [],
  categories: ['restaurant'],
  cuisine: [],
  ...more,
})

async function* groups(): AsyncGenerator<PlaceRecord[]> {
  yield [
    record('ALHAMBRA', 'RIVADAVIA AV. 8628', { cuisine: ['pizzeria'] }),
    record('HORIZONTE ALGO DISTINTO', 'PERON, EVA AV. 7285'),
    record('Lindes Viejo', 'Concha Espina, 1', { city: 'Madrid', country: 'ES', lat: 40.4531, lng: -3.6883 }),
    record('Real Café Bernabéu', 'Concha Espina, 1', {
      city: 'Madrid',
      country: 'ES',
      lat: 40.4532,
      lng: -3.6884,
    }),
  ]
}

let database: Database
let deps: ResolveDeps

beforeAll(async () => {
  database = await createTestDatabase()
  await importPlaces(database.pool, groups())
  deps = {
    places: createPlaceIndex(database.pool),
    gazetteer: areaNames(await createGazetteer()),
    rank: loadWordRanks(),
  }
})
afterAll(() => database.close())

it.each([
  ['a name that is a town too', 'Pizzería ALHAMBRA (Rivadavia 8628): qué fugazza', 'accepted', ['ALHAMBRA']],
  [
    'a part of a name, in a post whose words look like towns elsewhere',
    'Horizonte, Eva Perón 7285. Parrillada libre los domingos, show de tango incluido. Mataderos',
    'needs_confirmation',
    ['HORIZONTE ALGO DISTINTO'],
  ],
  [
    'one of two places behind a door',
    'Previa en Lindes Viejo, en Concha Espina 1, dentro del Bernabéu. Madrid',
    'accepted',
    ['Lindes Viejo'],
  ],
])('finds by its address %s', async (_what, text, decision, names) => {
  const resolution = await resolvePlaces({ texts: [{ source: 'description', text }] }, deps)
  expect([resolution.decision, resolution.places.map(({ place }) => place.name)]).toEqual([decision, names])
})
