import { nameKey } from '@antojo/domain/text'
import type { Database } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ensureSeed } from './import/ensure-seed.ts'
import type { PlaceRecord, ReadRow } from './import/record.ts'
import { importPlaces } from './import/run-import.ts'
import type { NameHit } from './lookup.ts'
import { createPlaceIndex } from './place-index.ts'
import type { PlaceIndex } from './place-index.ts'

let database: Database
let index: PlaceIndex

function record(sourceId: string, name: string, more: Partial<PlaceRecord> = {}): PlaceRecord {
  const base = {
    source: 'test',
    otherNames: [],
    lat: 40.4168,
    lng: -3.7038,
    categories: ['restaurant'],
    cuisine: [],
  }
  return { ...base, sourceId, name, country: 'ES', city: 'Madrid', ...more }
}

const BUENOS_AIRES = { country: 'AR', city: 'Buenos Aires', lat: -34.6037, lng: -58.3816 }

const RECORDS = [
  record('1', 'La Más Croqueta', { address: 'de Toledo, 23', cuisine: ['tapas'] }),
  record('2', 'Taquería El Califa de León', {
    city: 'Ciudad de México',
    country: 'MX',
    lat: 19.44,
    lng: -99.16,
  }),
  record('3', 'Güerrín', { ...BUENOS_AIRES, address: 'CORRIENTES AV. 1368', instagram: 'pizzeria.guerrin' }),
  record('4', 'Starbucks', { address: 'Calle Mayor 1' }),
  record('5', 'Starbucks', BUENOS_AIRES),
  record('6', '한와담 역삼점', { country: 'KR', city: '서울', lat: 37.4998, lng: 127.0324 }),
  record('7', 'مقهى الريحانة', { country: 'TN', city: 'تونس', lat: 36.8, lng: 10.19 }),
  record('8', "Denny's Diner", {
    country: 'US',
    city: 'Austin',
    lat: 30.27,
    lng: -97.74,
    address: '123 Main St',
  }),
  record('9', 'Casa Pepe', { address: 'Av. Raúl Scalabrini Ortiz 2101', ...BUENOS_AIRES }),
]

async function* inGroups(records: readonly ReadRow[]): AsyncGenerator<ReadRow[]> {
  for (const each of records) yield [each]
}

beforeAll(async () => {
  database = await createTestDatabase()
  index = createPlaceIndex(database.pool)
  await importPlaces(database.pool, inGroups(RECORDS), { batchSize: 2 })
})

afterAll(() => database.close())

const ids = (hits: readonly NameHit[]): string[] => hits.map((hit) => hit.place.sourceId)

describe('byKeys', () => {
  test('finds the names of a caption by its word groups and counts how common they are', async () => {
    const words = nameKey('Ayer en La MÁS croqueta, mejor que Starbucks!').split(' ')
    const grams = words.flatMap((_word, at) =>
      [1, 2, 3, 4].map((size) => words.slice(at, at + size).join(' ')),
    )
    const hits = await index.byKeys(grams)
    expect(hits.find((hit) => hit.key === 'la mas croqueta')).toMatchObject({
      kind: 'name',
      keyCount: 1,
      similarity: 1,
      short: false,
      place: { name: 'La Más Croqueta', city: 'Madrid', timeZone: 'Europe/Madrid' },
    })
    expect(hits.find((hit) => hit.key === 'mas croqueta')).toMatchObject({ short: true })
    expect(hits.filter((hit) => hit.key === 'starbucks').map((hit) => hit.keyCount)).toEqual([2, 2])
  })

  test('finds names written as one word, and handles', async () => {
    expect(ids(await index.byKeys(['elcalifadeleon']))).toEqual(['2'])
    expect(await index.byKeys(['pizzeria guerrin'])).toMatchObject([
      { kind: 'alias', place: { sourceId: '3' } },
    ])
    expect(ids(await index.byKeys(['pizzeriaguerrin']))).toEqual(['3'])
  })

  test('finds other scripts', async () => {
    expect(ids(await index.byKeys(['한와담 역삼점']))).toEqual(['6'])
    expect(ids(await index.byKeys([nameKey('مقهى الرَّيحانة')]))).toEqual(['7'])
  })

  test.each(['force_generic_plan', 'force_custom_plan'])('keeps the order of keys: %s', async (mode) => {
    const asked = database.openPool({ size: 1, settings: { plan_cache_mode: mode } })
    const keys = ['starbucks', 'pizzeriaguerrin', 'casa pepe', 'elcalifadeleon', 'la mas croqueta']
    const hits = await createPlaceIndex(database.pool, asked).byKeys(keys)
    expect(ids(hits)).toEqual(['9', '2', '1', '3', '4', '5'])
  })

  test('an area is a filter', async () => {
    const area = { lat: -34.6, lng: -58.38, radius: 20_000 }
    expect(ids(await index.byKeys(['starbucks'], { area }))).toEqual(['5'])
    expect(ids(await index.byKeys(['starbucks'], { limitPerKey: 1 }))).toHaveLength(1)
  })

  test('finds the nearest places of a common name in some areas too', async () => {
    const madrid = { lat: 40.4168, lng: -3.7038, radius: 5000 }
    const bairesAndMadrid = [{ ...BUENOS_AIRES, radius: 5000 }, madrid]
    const near = { areas: bairesAndMadrid, limit: 1 }
    expect(ids(await index.byKeys(['starbucks'], { limitPerKey: 1, near })).toSorted()).toEqual(['4', '5'])
    const one = await index.byKeys(['starbucks'], { limitPerKey: 1, near: { areas: [madrid], limit: 1 } })
    expect(ids(one)).toEqual(['4'])
  })

  test('finds nothing without keys', async () =>
    expect(await index.byKeys(['', 'nothing like it'])).toEqual([]))
})

describe('byTypo', () => {
  test.each([
    ['la mas croquetta', '1'],
    ['la mas crouqeta', '1'],
    ['la maz croketa', '1'],
    ['taqeria el califa de leon', '2'],
    ['gueriin', '3'],
    ['dennis diner', '8'],
    ['casa pepa', '9'],
    ['cassa pepee', '9'],
  ])('%s', async (term, id) => expect(ids(await index.byTypo(term))[0]).toBe(id))

  test('similarity falls with the edits, and far words find nothing', async () => {
    const [hit] = await index.byTypo('starbuks')
    expect(hit?.similarity).toBeCloseTo(8 / 9)
    expect(await index.byTypo('starkest duck')).toEqual([])
    expect(await index.byTypo('abc')).toEqual([])
  })
})

test('byTokens finds partial names, but none by unknown words', async () => {
  expect(ids(await index.byTokens(['califa']))).toEqual(['2'])
  expect(ids(await index.byTokens(['leon', 'califa']))).toEqual(['2'])
  expect(await index.byTokens(['califa', 'unheard'])).toEqual([])
})

test('byAnyToken finds names by any of their words', async () => {
  expect(ids(await index.byAnyToken(['croqueta', 'pepe'], { limit: 10 })).toSorted()).toEqual(['1', '9'])
})

test('byHeads finds names that begin so and go on', async () => {
  expect(ids(await index.byHeads(['la mas'], { limit: 10 }))).toEqual(['1'])
  expect(await index.byHeads(['la mas croqueta', 'mas', 'la ma'], { limit: 10 })).toEqual([])
})

test('localNames has the names of an area, and byLocalNames their places', async () => {
  const names = await index.localNames({ lat: 40.4168, lng: -3.7038, radius: 5000 })
  const [name] = names.withWord('croqueta')
  expect(name?.key).toBe('la mas croqueta')
  const found = (name?.placeIds ?? []).map((placeId) => ({ placeId, key: name?.key ?? '' }))
  expect(ids(await index.byLocalNames(found))).toEqual(['1'])
  expect((await index.localNames({ lat: 0, lng: 0, radius: 5000 })).names).toEqual([])
})

test('localNames reads an area once, however many ask, and again after a failure', async () => {
  const area = { lat: 40.4168, lng: -3.7038, radius: 4000 }
  const query = vi.spyOn(database.pool, 'query').mockImplementationOnce(() => {
    throw new Error('away')
  })
  try {
    await expect(index.localNames(area)).rejects.toThrow('away')
    const all = await Promise.all(Array.from({ length: 3 }, () => index.localNames(area)))
    expect(all[0]?.names.length).toBeGreaterThan(0)
    expect(await index.localNames(area)).toBe(all[2])
    expect(query).toHaveBeenCalledTimes(2)
  } finally {
    query.mockRestore()
  }
})

test('tokenCounts counts whole names', async () => {
  const { counts, total } = await index.tokenCounts(['starbucks', 'casa', 'unheard'])
  expect(Object.fromEntries(counts)).toEqual({ starbucks: 1, casa: 1 })
  expect(total).toBe(8)
})

describe('byAddress', () => {
  test.each([
    [{ street: 'Calle de Toledo', number: '23', city: 'Madrid' }, '1'],
    [{ street: 'Av. Corrientes', number: '1368' }, '3'],
    [{ street: 'Scalabrini Ortiz', number: '2101', city: 'buenos aires' }, '9'],
    [{ street: 'Main Street', number: '123' }, '8'],
    [{ street: 'Toledo', city: 'Madrid' }, '1'],
  ])('%o', async (address, id) => {
    expect((await index.byAddress(address)).map((place) => place.sourceId)).toEqual([id])
  })

  test('another city, another number or a street alone find nothing', async () => {
    expect(await index.byAddress({ street: 'Toledo', number: '23', city: 'Lima' })).toEqual([])
    expect(await index.byAddress({ street: 'Toledo', number: '24' })).toEqual([])
    expect(await index.byAddress({ street: 'Toledo' })).toEqual([])
  })
})

describe('search', () => {
  test.each([
    ['croqueta madrid', '1'],
    ['mas croq', '1'],
    ['guerin', '3'],
    ['starbucks buenos aires', '5'],
    ['califa mexico', '2'],
    ["denny's austin", '8'],
    ['한와담', '6'],
  ])('%s', async (query, id) => expect((await index.search(query))[0]?.sourceId).toBe(id))

  test('near places come first, far ones follow', async () => {
    const found = await index.search('starbucks', { area: { lat: -34.6, lng: -58.38, radius: 10_000 } })
    expect(found.map((place) => place.sourceId)).toEqual(['5', '4'])
  })

  test('one place of two sources is shown once', async () => {
    const twin = record('1', 'La más croqueta', { source: 'twin', lat: 40.4171 })
    await importPlaces(database.pool, inGroups([twin]))
    expect(await index.search('la mas croqueta')).toHaveLength(1)
  })

  test('nonsense and empty texts find nothing', async () => {
    expect(await index.search('zzqx wvvk')).toEqual([])
    expect(await index.search('  ')).toEqual([])
  })
})

describe('importing again', () => {
  test('writes nothing for unchanged places', async () => {
    const again = await importPlaces(database.pool, inGroups([...RECORDS, { skipped: 'no_name', row: {} }]), {
      batchSize: 4,
    })
    expect(again).toMatchObject({ read: 10, inserted: 0, updated: 0, unchanged: 9, skipped: 1 })
  })

  test('a renamed place is found by its new name only', async () => {
    await importPlaces(database.pool, inGroups([record('10', 'Bar Efímero')]))
    await importPlaces(database.pool, inGroups([record('10', 'Bar Duradero')]))
    expect(await index.byKeys(['bar efimero'])).toEqual([])
    expect(ids(await index.byKeys(['bar duradero']))).toEqual(['10'])
    expect((await index.tokenCounts(['efimero', 'duradero'])).counts).toEqual(new Map([['duradero', 1]]))
  })

  test('progress and credits name the source', async () => {
    const seen: number[] = []
    const credit = { title: 'Town hall', licence: 'CC BY 4.0', url: 'https://example.org' }
    await importPlaces(database.pool, inGroups([record('1', 'Uno', { source: 'town' })]), {
      credit,
      onProgress: (progress) => seen.push(progress.inserted),
    })
    expect(seen).toEqual([1])
    expect((await index.credits()).find((each) => each.source === 'town')).toMatchObject({
      ...credit,
      places: 1,
    })
  })

  test('an abort ends it', async () => {
    const signal = AbortSignal.abort(new DOMException('stop', 'AbortError'))
    await expect(importPlaces(database.pool, inGroups(RECORDS), { signal })).rejects.toThrow('stop')
  })
})

test('guests and users of the data API see nothing of the index', async () => {
  for (const role of ['anon', 'authenticated']) {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query("select set_config('role', $1, true)", [role])
      await expect(client.query('select * from places')).rejects.toThrow('permission denied')
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
})

test('an empty index gets the written list once', async () => {
  const empty = await createTestDatabase()
  try {
    const added = await ensureSeed(empty.pool)
    expect(added).toBeGreaterThan(300)
    expect(await ensureSeed(empty.pool)).toBe(0)
    const seeded = createPlaceIndex(empty.pool)
    expect(await seeded.byKeys(['don julio'])).toMatchObject([
      { place: { city: 'Buenos Aires', source: 'antojo' } },
    ])
  } finally {
    await empty.close()
  }
})
