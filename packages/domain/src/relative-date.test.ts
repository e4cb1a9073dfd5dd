import { expect, test } from 'vitest'
import { relativeDate } from './relative-date.ts'

const now = new Date(2026, 10, 20, 0, 30)

test.each([
  [new Date(2026, 10, 20, 0, 1), { kind: 'today' }],
  [new Date(2026, 10, 20, 23, 0), { kind: 'today' }],
  [new Date(2026, 10, 19, 23, 59), { kind: 'yesterday' }],
  [new Date(2026, 10, 18), { kind: 'days', n: 2 }],
  [new Date(2026, 10, 14), { kind: 'days', n: 6 }],
  [new Date(2026, 10, 13), { kind: 'weeks', n: 1 }],
  [new Date(2026, 9, 22), { kind: 'weeks', n: 4 }],
  [new Date(2026, 9, 21), { kind: 'months', n: 1 }],
  [new Date(2025, 10, 21), { kind: 'months', n: 12 }],
  [new Date(2025, 10, 20), { kind: 'date' }],
  [new Date('nonsense'), { kind: 'date' }],
])('%s', (then, expected) => {
  expect(relativeDate(then, now)).toEqual(expected)
})
