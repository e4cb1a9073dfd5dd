import { expect, test } from 'vitest'
import { placesIn } from './own-places.ts'

const place = (restaurant_name: string) => ({
  restaurant_name,
  restaurant_location: null,
  restaurant_address: null,
  enrich_place_lat: null,
  enrich_place_lng: null,
})
const names = (text: string, ...known: readonly string[]) =>
  placesIn(text, known.map(place)).map(({ restaurant_name: name }) => name)

test('a post names a place without its accents, and as a handle', () => {
  expect(names('Volvimos a la FONDA DOÑA LUPE!', 'Fonda Doña Lupe')).toEqual(['Fonda Doña Lupe'])
  expect(names('qué rico @fondadonalupe', 'Fonda Doña Lupe')).toEqual(['Fonda Doña Lupe'])
})

test('a part of a word is not a name, and a name is offered once', () => {
  expect(names('Comimos en Toronto', 'Toro')).toEqual([])
  expect(names('Otra vez el Toro', 'Toro', 'toro')).toEqual(['Toro'])
})
