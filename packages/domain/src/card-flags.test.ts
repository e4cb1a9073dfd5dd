import { expect, test } from 'vitest'
import { cardFlags } from './card-flags.ts'

const now = new Date('2026-11-20T12:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)

test.each([
  ['nothing', { createdAt: ago(30), views: 0, distanceKm: null }, []],
  ['added 7 days ago', { createdAt: ago(7), views: 0, distanceKm: null }, ['new']],
  ['added 7 days and a bit ago', { createdAt: ago(7.01), views: 0, distanceKm: null }, []],
  ['visited', { createdAt: ago(1), views: 0, distanceKm: null, visited: true }, []],
  ['10,000 views', { createdAt: ago(30), views: 10_000, distanceKm: null }, []],
  ['10,001 views', { createdAt: ago(30), views: 10_001, distanceKm: null }, ['trending']],
  ['2.9 km', { createdAt: ago(30), views: 0, distanceKm: 2.9 }, ['nearby']],
  ['3 km', { createdAt: ago(30), views: 0, distanceKm: 3 }, []],
  ['all', { createdAt: ago(0), views: 1e6, distanceKm: 0 }, ['new', 'trending', 'nearby']],
])('%s', (_, facts, flags) => {
  expect(cardFlags(facts, now)).toEqual(flags)
})
