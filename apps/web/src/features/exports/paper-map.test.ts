import { distanceKm } from '@antojo/domain/distance'
import { expect, test } from 'vitest'
import { laidOut } from './paper-map.tsx'

test('points keep their numbers, directions and distances, and lie on the paper with a round scale', () => {
  const contramar = { lat: 19.4195, lng: -99.167 }
  const nicos = { lat: 19.4747, lng: -99.1833 }
  const { spots, barKm, bar } = laidOut([contramar, null, nicos], 1)
  const [first, second] = spots
  if (!first || !second) throw new Error('two points')
  expect([first.n, second.n]).toEqual([1, 3])
  expect(second.y).toBeLessThan(first.y)
  expect(second.x).toBeLessThan(first.x)
  for (const { x, y } of spots) expect([x > 0, x < 720, y > 0, y < 260]).toEqual([true, true, true, true])
  expect(barKm).toBe(2)
  const drawn = (Math.hypot(second.x - first.x, second.y - first.y) / bar) * barKm
  expect(drawn).toBeCloseTo(distanceKm(contramar, nicos), 0)
})

test('places at one point stay at one point', () => {
  const here = { lat: 19.4195, lng: -99.167 }
  const { spots } = laidOut([here, here], 1)
  expect(spots).toEqual([
    { n: 1, x: 360, y: 130 },
    { n: 2, x: 360, y: 130 },
  ])
})
