import { expect, test } from 'vitest'
import { areasOf, type PlacePoint } from './areas.ts'

const facts = { video: '', name: '', dish: '', rating: '', cuisines: [] }
const at = (id: string, city: string, lat: number, lng: number): PlacePoint => ({
  ...facts,
  id,
  city,
  lat,
  lng,
})
const mexico = [
  at('a', 'Ciudad de México', 19.41, -99.16),
  at('b', 'Ciudad de México', 19.42, -99.17),
  at('c', 'Coyoacán', 19.35, -99.16),
  at('d', '', 19.4, -99.15),
]

const shape = (points: readonly PlacePoint[]) =>
  areasOf(points).map(({ name, points: there }) => [name, there.length])

test('the area with most places is first, and far cities follow by their number of places', () => {
  const far = [
    at('e', 'Oaxaca', 17.06, -96.72),
    at('f', 'Madrid', 40.4, -3.7),
    at('g', 'Madrid', 40.41, -3.7),
  ]
  expect(shape([...far, ...mexico])).toEqual([
    ['Ciudad de México', 4],
    ['Madrid', 2],
    ['Oaxaca', 1],
  ])
})

test('a far place without a city, or with the name of the first area, has no button', () => {
  const far = [at('e', '', 17.06, -96.72), at('f', 'Ciudad de México', 40.4, -3.7)]
  expect(shape([...mexico, ...far])).toEqual([['Ciudad de México', 4]])
})

test('without places there is one empty area', () => {
  expect(areasOf([])).toEqual([{ name: '', points: [] }])
})
