import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { geocodeAll } from './geocode.ts'

const TACUBA = {
  place_id: 'antojo:1',
  name: 'Café de Tacuba',
  formatted_address: 'Calle de Tacuba 28, Ciudad de México',
  geometry: { location: { lat: 19.4356, lng: -99.1378 } },
  types: [],
}
const CONTRAMAR = {
  ...TACUBA,
  place_id: 'antojo:2',
  name: 'Contramar',
  formatted_address: 'Calle de Durango 200, Roma Norte',
  geometry: { location: { lat: 19.4196, lng: -99.1672 } },
}

afterEach(() => vi.unstubAllGlobals())

test('an address has the point of a place with its street and number, not of one with a similar name', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ok: true, results: [TACUBA, CONTRAMAR] }))
  const found = await geocodeAll(
    new QueryClient(),
    ['Calle de Durango 200, Ciudad de México', 'Calle de Durango 20', 'Lima'],
    new AbortController().signal,
  )
  expect([...found]).toEqual([['Calle de Durango 200, Ciudad de México', CONTRAMAR.geometry.location]])
})
