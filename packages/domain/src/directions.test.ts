import { expect, test } from 'vitest'
import { directionsUrl, mapPlaceUrl, type Destination, type DirectionsProvider } from './directions.ts'

const known: Destination = { name: 'El Califa & Co', address: 'Altata 22, CDMX', lat: 19.41, lng: -99.17 }
const named: Destination = { name: 'El Califa', address: 'Altata 22' }

test.each<[DirectionsProvider, Destination, string]>([
  ['google', known, 'https://www.google.com/maps/dir/?api=1&destination=19.41%2C-99.17'],
  ['google', named, 'https://www.google.com/maps/dir/?api=1&destination=El+Califa%2C+Altata+22'],
  [
    'google',
    { ...named, googlePlaceId: 'ChIJ1' },
    'https://www.google.com/maps/dir/?api=1&destination=El+Califa%2C+Altata+22&destination_place_id=ChIJ1',
  ],
  ['apple', known, 'https://maps.apple.com/?daddr=19.41%2C-99.17&q=El+Califa+%26+Co&dirflg=d'],
  ['apple', named, 'https://maps.apple.com/?daddr=El+Califa%2C+Altata+22&dirflg=d'],
  ['waze', known, 'https://waze.com/ul?ll=19.41%2C-99.17&navigate=yes'],
  ['waze', named, 'https://waze.com/ul?q=El+Califa%2C+Altata+22&navigate=yes'],
  [
    'uber',
    known,
    'https://m.uber.com/ul/?action=setPickup&pickup=my_location&dropoff%5Blatitude%5D=19.41&dropoff%5Blongitude%5D=-99.17&dropoff%5Bnickname%5D=El+Califa+%26+Co&dropoff%5Bformatted_address%5D=Altata+22%2C+CDMX',
  ],
  [
    'uber',
    { name: 'El Califa' },
    'https://m.uber.com/ul/?action=setPickup&pickup=my_location&dropoff%5Bnickname%5D=El+Califa&dropoff%5Bformatted_address%5D=El+Califa',
  ],
])('%s', (provider, to, url) => {
  expect(directionsUrl(provider, to)).toBe(url)
})

test('a place on a map needs a query even with the id', () => {
  expect(mapPlaceUrl({ ...named, googlePlaceId: 'ChIJ1' })).toBe(
    'https://www.google.com/maps/search/?api=1&query=El+Califa%2C+Altata+22&query_place_id=ChIJ1',
  )
})
