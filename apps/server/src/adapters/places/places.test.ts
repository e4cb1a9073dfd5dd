import type { Database } from '@antojo/db/database'
import { importPlaces } from '@antojo/places/import/run-import'
import type { PlaceRecord } from '@antojo/places/import/record'
import { createPlaceIndex } from '@antojo/places/place-index'
import { createTestDatabase } from '@antojo/testing/database'
import { startPlacesFakes } from '@antojo/testing/places-fakes'
import type { PlacesFakes } from '@antojo/testing/places-fakes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unlimited } from '../../core/spending.ts'
import { createGuardedFetch } from '../http/guarded-fetch.ts'
import type { GuardedFetchHandle } from '../http/guarded-fetch.ts'
import { providerFallbackLookup } from './provider-fallback-lookup.ts'
import { createLocalPlaces, createPlaceProvider } from './create-place-provider.ts'
import { createGooglePlaces } from './google.ts'
import { createPhotonPlaces } from './photon.ts'
import type { PlaceProvider } from './port.ts'

const RECORD: PlaceRecord = {
  source: 'osm-test',
  sourceId: 'node/1',
  name: 'La Prueba de Fuego',
  otherNames: [],
  lat: 19.4077,
  lng: -99.1709,
  address: 'Altata 22',
  city: 'Ciudad de México',
  country: 'MX',
  categories: ['restaurant'],
  cuisine: ['mexican'],
  openingHours: 'Mo-Su 13:00-23:00',
}

let database: Database
let fakes: PlacesFakes
let outside: GuardedFetchHandle
let providers: Record<'local' | 'photon' | 'google', PlaceProvider>

beforeAll(async () => {
  database = await createTestDatabase()
  fakes = await startPlacesFakes()
  outside = createGuardedFetch({ allowPrivateHosts: [fakes.host], hostMap: {} })
  await importPlaces(database.pool, records())
  const index = createPlaceIndex(database.pool)
  providers = {
    local: createLocalPlaces(index),
    photon: createPhotonPlaces(outside.fetch, { baseUrl: fakes.url, memory: index }),
    google: google('test-key'),
  }
})

afterAll(async () => {
  await outside.close()
  await fakes.close()
  await database.close()
})

async function* records(): AsyncGenerator<PlaceRecord[]> {
  yield [RECORD]
}

function google(apiKey: string): PlaceProvider {
  return createGooglePlaces(outside.fetch, { apiKey, baseUrl: fakes.url })
}

const area = { lat: 19.4, lng: -99.17, radius: 5000 }
const lastRequest = () => fakes.requests.at(-1)

describe.each(['local', 'photon', 'google'] as const)('the provider %s', (name) => {
  test('finds the place with its point, its credit and its storage terms', async () => {
    const [place] = await providers[name].search('prueba de fuego', { area, language: 'es' })
    expect(place).toMatchObject({ name: 'La Prueba de Fuego', country: 'MX', city: 'Ciudad de México' })
    expect(place?.lat).toBeCloseTo(19.4077)
    expect(place?.lng).toBeCloseTo(-99.1709)
    expect(place?.timeZone).toBe('America/Mexico_City')
    expect(place?.credits[0]?.text).not.toBe('')
  })

  test('gives the found place by its id', async () => {
    const [found] = await providers[name].search('prueba de fuego', { area })
    const again = await providers[name].byId(found?.source ?? '', found?.sourceId ?? '', { language: 'es' })
    expect(again).toMatchObject({ name: 'La Prueba de Fuego', sourceId: found?.sourceId })
  })

  test('answers with nothing for unknown names and ids', async () => {
    const provider = providers[name]
    expect(await provider.search('zzqx nowhere')).toEqual([])
    expect(await provider.search('  ')).toEqual([])
    expect(await provider.byId('nobody', 'unknown')).toBeNull()
  })
})

describe('Photon', () => {
  test('requests food near the area, in a language that it supports', async () => {
    await providers.photon.search('tacos', { area: { ...area, radius: 20_000 }, language: 'en-GB', limit: 3 })
    const query = lastRequest()?.query
    expect(query?.get('zoom')).toBe('12')
    expect(query?.get('lang')).toBe('en')
    expect(query?.get('limit')).toBe('3')
    expect(query?.getAll('osm_tag')).toContain('amenity:restaurant')
    await providers.photon.search('tacos', { language: 'es' })
    expect(lastRequest()?.query.has('lang')).toBe(false)
  })

  test('adds the places it found to the index', async () => {
    await providers.photon.search('prueba')
    expect(await createPlaceIndex(database.pool).byId('osm', 'node/4312')).toMatchObject({
      address: 'Altata 22',
    })
  })
})

describe('Google', () => {
  test('searches with the cheap fields and requests the others for one place only', async () => {
    const [found] = await providers.google.search('tacos', {
      area: { ...area, radius: 90_000 },
      region: 'MX',
    })
    expect(found?.rating).toBeUndefined()
    const mask = String(lastRequest()?.headers['x-goog-fieldmask'])
    expect(mask).toContain('places.displayName')
    expect(mask).not.toMatch(/rating|reviews|Hours/)
    expect(lastRequest()?.body).toMatchObject({
      textQuery: 'tacos',
      regionCode: 'MX',
      locationBias: { circle: { center: { latitude: 19.4 }, radius: 50_000 } },
    })
    const details = await providers.google.byId('google', found?.sourceId ?? '', {
      language: 'es',
    })
    expect(lastRequest()?.query.get('languageCode')).toBe('es')
    expect(details).toMatchObject({
      rating: 4.6,
      ratingCount: 812,
      priceLevel: 1,
      openNow: true,
      openingHours: 'Su 09:00-18:00; Mo 13:00-01:30',
      weekdayText: ['lunes: 13:00–1:30', 'domingo: 9:00–18:00'],
      photos: [{ credits: [{ text: 'Ana', url: 'https://maps.google.com/maps/contrib/1' }] }],
      reviews: [{ author: 'Luis', time: 1_790_856_000 }],
    })
  })

  test('gives the short-lived address of a photo, and none for a name of another form', async () => {
    expect(await providers.google.photo?.('places/ChIJtest_place-1/photos/AXCi2Q', 9000)).toMatch(/^https:/)
    expect(lastRequest()?.query.get('maxWidthPx')).toBe('4800')
    expect(await providers.google.photo?.('places/x/photos/../../y', 800)).toBeNull()
  })
})

describe.each(['photon', 'google'] as const)('failures of %s', (name) => {
  const over = { status: 429, body: '{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"Quota"}}' }

  test('retries after over-limit and a broken connection, with a longer pause each time', async () => {
    const before = fakes.requests.length
    fakes.failNext(over, 'hang up')
    const start = performance.now()
    expect(await providers[name].search('tacos')).toHaveLength(1)
    expect(fakes.requests.length - before).toBe(3)
    expect(performance.now() - start).toBeGreaterThanOrEqual(440)
  })

  test('after two retries the failure is thrown with its status', async () => {
    const before = fakes.requests.length
    fakes.failNext(over, over, over)
    await expect(providers[name].search('tacos')).rejects.toMatchObject({
      code: 'places_over_limit',
      status: 429,
    })
    expect(fakes.requests.length - before).toBe(3)
  })

  test.each([
    [403, 'places_denied', 1],
    [400, 'places_invalid_request', 3],
    [503, 'places_unavailable', 3],
  ])('status %i is %s after %i requests', async (status, code, requests) => {
    const before = fakes.requests.length
    fakes.failNext(...Array.from({ length: 3 }, () => ({ status, body: 'no' })).slice(0, requests))
    await expect(providers[name].search('tacos')).rejects.toMatchObject({ code, status })
    expect(fakes.requests.length - before).toBe(requests)
  })

  test('reports an answer that is not JSON', async () => {
    fakes.failNext({ status: 200, body: '<html>' })
    await expect(providers[name].search('tacos')).rejects.toMatchObject({ code: 'places_bad_answer' })
  })
})

const warnings: object[] = []
const log = { warn: (fields: object) => void warnings.push(fields) }
const lookup = (name: 'local' | 'photon' | 'google') =>
  providerFallbackLookup(createPlaceIndex(database.pool), providers[name], log)

describe('looking up a name in the index and with a provider', () => {
  test('gives all names of the places that the provider finds', async () => {
    const far = { lat: 0, lng: 0, radius: 1000 }
    const hits = await lookup('google').fromProvider('prueba de fuego', { area: far })
    expect(hits).toMatchObject([
      { place: { source: 'google' }, key: 'la prueba de fuego', short: false },
      { place: { source: 'google' }, key: 'prueba de fuego', short: true },
    ])
  })

  test('a provider that fails adds nothing and is logged; one that finds nothing is not', async () => {
    expect(await lookup('google').fromProvider('zzqx nowhere')).toEqual([])
    expect(warnings).toEqual([])
    fakes.failNext({ status: 403, body: 'no' })
    expect(await lookup('google').fromProvider('casa de los peces')).toEqual([])
    expect(warnings).toMatchObject([{ provider: 'google', code: 'places_denied' }])
  })
})

test('a wrong key is denied', async () => {
  await expect(google('other').search('tacos')).rejects.toMatchObject({ code: 'places_denied', status: 403 })
})

test.each([
  [{ PLACES_PROVIDER: 'auto' }, 'local'],
  [{ PLACES_PROVIDER: 'auto', GOOGLE_MAPS_API_KEY: 'k' }, 'google'],
  [{ PLACES_PROVIDER: 'auto', PHOTON_URL: 'http://photon' }, 'photon'],
  [{ PLACES_PROVIDER: 'local', GOOGLE_MAPS_API_KEY: 'k' }, 'local'],
  [{ PLACES_PROVIDER: 'photon' }, 'photon'],
] as const)('%o chooses %s', async (settings, name) => {
  const parts = {
    fetch: outside.fetch,
    index: createPlaceIndex(database.pool),
    allowance: unlimited,
  }
  const chosen = createPlaceProvider(settings, parts)
  expect(chosen.name).toBe(name)
  expect(await chosen.byId('osm-test', 'node/1')).toMatchObject({ name: 'La Prueba de Fuego' })
  expect(() => createPlaceProvider({ PLACES_PROVIDER: 'google' }, parts)).toThrow('GOOGLE_MAPS_API_KEY')
})
