import { expect, test } from 'vitest'
import { areasOf, type CityPoint, mainArea, showAll } from './show-all.ts'

/** A map that records how it is moved. */
function recordingMap() {
  const moves: unknown[] = []
  const map = {
    tileSize: 512,
    outlinesOnly: false,
    view: () => ({ center: { lat: 0, lng: 0 }, zoom: 0, bounds: [0, 0, 0, 0] as const }),
    onMoved: () => () => {},
    coveredPart: () => 0,
    moveTo: (...move: unknown[]) => void moves.push(['moveTo', ...move]),
    fit: (...move: unknown[]) => void moves.push(['fit', ...move]),
    pin: () => () => {},
    remove: () => {},
  } as const
  return { map, moves }
}

test('one place is shown at zoom 15', () => {
  const { map, moves } = recordingMap()
  showAll(map, [{ lat: 19.4, lng: -99.2 }])
  expect(moves).toEqual([['moveTo', { lat: 19.4, lng: -99.2 }, 15, false]])
})

test('several places fit into the window with 48 pixels around them, at zoom 12 or less', () => {
  const { map, moves } = recordingMap()
  showAll(map, [
    { lat: 19.4, lng: -99.2 },
    { lat: 40.4, lng: -3.7 },
    { lat: -12.1, lng: -77 },
  ])
  expect(moves).toEqual([['fit', [-99.2, -12.1, -3.7, 40.4], 48, 12, 0]])
})

test('without a place the map does not move', () => {
  const { map, moves } = recordingMap()
  showAll(map, [])
  expect(moves).toEqual([])
})

test('the map opens where the person is, else where most places are, else on all', () => {
  const madrid = { lat: 40.4, lng: -3.7 }
  const mexico = [
    { lat: 19.4, lng: -99.2 },
    { lat: 19.42, lng: -99.16 },
  ]
  const all = [madrid, ...mexico]
  expect(mainArea(all, { lat: 40.5, lng: -3.6 })).toEqual([madrid])
  expect(mainArea(all, { lat: -34.6, lng: -58.4 })).toEqual(mexico)
  expect(mainArea(all, null)).toEqual(mexico)
  expect(mainArea([madrid, { lat: 19.4, lng: -99.2 }], null)).toHaveLength(2)
})

const facts = { video: '', name: '', dish: '', rating: '', cuisines: [] }
const at = (id: string, city: string, lat: number, lng: number): CityPoint => ({
  ...facts,
  id,
  city,
  lat,
  lng,
})
const around = [
  at('a', 'Ciudad de México', 19.41, -99.16),
  at('b', 'Ciudad de México', 19.42, -99.17),
  at('c', 'Coyoacán', 19.35, -99.16),
  at('d', '', 19.4, -99.15),
]

const shape = (points: readonly CityPoint[]) =>
  areasOf(points).map(({ name, points: there }) => [name, there.length])

test('the area with most places is first, and far cities follow by their number of places', () => {
  const far = [
    at('e', 'Oaxaca', 17.06, -96.72),
    at('f', 'Madrid', 40.4, -3.7),
    at('g', 'Madrid', 40.41, -3.7),
  ]
  expect(shape([...far, ...around])).toEqual([
    ['Ciudad de México', 4],
    ['Madrid', 2],
    ['Oaxaca', 1],
  ])
})

test('a far place without a city, or with the name of the first area, has no button', () => {
  const far = [at('e', '', 17.06, -96.72), at('f', 'Ciudad de México', 40.4, -3.7)]
  expect(shape([...around, ...far])).toEqual([['Ciudad de México', 4]])
})

test('without places there is one empty area', () => {
  expect(areasOf([])).toEqual([{ name: '', points: [] }])
})
