import { createPlaceSearch, type KnownPlace } from '@antojo/testing/place-search'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { PlaceProvider, ProvidedPlace } from '../../adapters/places/port.ts'
import { providerFallbackLookup } from '../../adapters/places/provider-fallback-lookup.ts'
import { createResolver, post, record } from './resolve.fixture.ts'

const MADRID = { city: 'Madrid', country: 'ES', lat: 40.4168, lng: -3.7038 }
const LEEDS = { city: 'Leeds', country: 'GB', lat: 53.8, lng: -1.55 }
const place = (name: string, where: typeof MADRID, address?: string): KnownPlace => ({
  ...where,
  name,
  categories: ['restaurant'],
  address,
})

/** Places that the provider has and the index lacks. */
const KNOWN = [
  place('Fonda Quetzalpapa', MADRID, 'Calle de Ponzano 9'),
  place('Fonda Brañas', MADRID),
  place('Fonda Trasquilón', MADRID),
  place('Nieves Zurribarra', LEEDS),
  place('El Árbol Taquería Vegetariana', MADRID),
  place('Comiendo con Zamarrona', MADRID),
  place('Bar Zamarrona', LEEDS),
]
const search = createPlaceSearch(KNOWN)
const queries: string[] = []
const provider: PlaceProvider = {
  name: 'photon',
  search: (query, { limit = 5, area } = {}) => {
    queries.push(query)
    const found = search(query, { limit, ...(area && { bias: area }) })
    return Promise.resolve(found.map(provided))
  },
  byId: () => Promise.resolve(null),
}

function provided({ name, lat, lng, categories, address, city, country }: KnownPlace): ProvidedPlace {
  return {
    source: 'osm',
    sourceId: name,
    name,
    lat,
    lng,
    categories,
    cuisine: [],
    timeZone: 'Europe/Madrid',
    credits: [],
    ...(address !== undefined && { address }),
    ...(city !== undefined && { city }),
    ...(country !== undefined && { country }),
  }
}

let resolver: Awaited<ReturnType<typeof createResolver>>

beforeAll(async () => {
  const log = { warn: () => undefined }
  resolver = await createResolver([record('Umbría Roja', MADRID)], (index) =>
    providerFallbackLookup(index, provider, log),
  )
})
afterAll(() => resolver.close())
beforeEach(() => {
  queries.length = 0
})

it.each([
  ['after a pin', '📍 Fonda Quetzalpapa, Madrid', 'Fonda Quetzalpapa'],
  ['after a preposition, in small letters', 'en fonda quetzalpapa, madrid', 'Fonda Quetzalpapa'],
  [
    'as a handle without separators',
    'Tacos sin carne @elarbol.taqueriavegetariana en Madrid',
    'El Árbol Taquería Vegetariana',
  ],
  ['with a letter changed', '📍 Nieves Zurribara, Leeds', 'Nieves Zurribarra'],
])('a name %s is found with one query', async (_how, text, name) => {
  expect(await resolver.names(post(text))).toEqual(['accepted', expect.stringContaining(name)])
  expect(queries).toHaveLength(1)
})

it('an address finds the place that the post does not name', async () => {
  await resolver.resolve(post('Menú del día a 12 € en la calle de Ponzano 9, Madrid'))
  expect(queries).toContainEqual(expect.stringMatching(/ponzano 9, Madrid/iu))
})

it.each([
  ['its city, not the part of it', '📍 Fonda Quetzalpapa, Malasaña, Madrid', 'Fonda Quetzalpapa, Madrid'],
  ['its city, not the country', '📍 Fonda Quetzalpapa, España, Madrid', 'Fonda Quetzalpapa, Madrid'],
  ['the part of a city that is named alone', '📍 Fonda Quetzalpapa, Malasaña', 'Fonda Quetzalpapa, Malasaña'],
  ['the part of its city, not the country', '📍 Quetzalpapa, Malasaña, España', 'Quetzalpapa, Malasaña'],
  ['its city as the post calls it', '📍 Quetzalpapa, New York', 'Quetzalpapa, new york'],
  ['the words of a hashtag apart', '📍 Fonda Quetzalpapa #buenosaires', 'Fonda Quetzalpapa, Buenos Aires'],
  ['the name of an abbreviation', '📍 Fonda Quetzalpapa, CDMX', 'Fonda Quetzalpapa, Ciudad de México'],
  ['no city that its name has', '📍 Fonda Quetzalpapa de Madrid', 'Fonda Quetzalpapa de Madrid'],
  ['no word that is hardly a city', 'we split the bill 📍 Quetzalpapa', 'Quetzalpapa'],
])('a name is sent with %s', async (_which, text, query) => {
  await resolver.resolve(post(text))
  expect(queries[0]).toBe(query)
})

it('an address is sent without the sentence before it', async () => {
  await resolver.resolve(post('El Mejor Menú. Ponzano 912, Madrid'))
  expect(queries[0]).toBe('Ponzano 912, Madrid')
})

it('each place of a list is requested', async () => {
  const list = '1. 📍 Fonda Quetzalpapa\n2. 📍 Fonda Brañas\n3. 📍 Fonda Trasquilón\nMadrid'
  await resolver.resolve(post(list))
  for (const name of ['Quetzalpapa', 'Brañas', 'Trasquilón'])
    expect(queries).toContainEqual(expect.stringContaining(name))
})

it('a list of which the index has a part costs queries for the rest', async () => {
  await resolver.resolve(post('Top 2 de Madrid\n1. 📍 Umbría Roja\n2. 📍 Fonda Quetzalpapa'))
  expect(queries).toEqual([expect.stringContaining('Quetzalpapa')])
})

it('a post about one place costs four queries at most', async () => {
  await resolver.resolve(
    post('Entre "Zarrapastro", "Quiltreval", "Trinquemont", "Murciegal" y "Sopapox", Madrid'),
  )
  expect(queries).toHaveLength(4)
})

it('the account of the author is never requested', async () => {
  const creator = { source: 'creator', text: 'comiendo.con.zamarrona' } as const
  await resolver.resolve(post('Qué rico todo en Madrid, gracias @comiendo.con.zamarrona', [creator]))
  await resolver.resolve(post('Qué rico todo en Madrid', [creator]))
  expect(queries.join(' | ')).not.toMatch(/zamarrona/iu)
})

it('the account of the author is requested where a pin marks its name', async () => {
  await resolver.resolve(post('📍 Bar Zamarrona, Leeds', [{ source: 'creator', text: 'barzamarrona' }]))
  expect(queries[0]).toBe('Bar Zamarrona, Leeds')
})

it('a post that the index decides costs no query', async () => {
  expect(await resolver.names(post('Cenamos croquetas 📍 Umbría Roja, Madrid'))).toEqual([
    'accepted',
    'Umbría Roja, Madrid',
  ])
  expect(queries).toEqual([])
})
