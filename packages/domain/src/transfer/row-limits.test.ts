import { expect, test } from 'vitest'
import { timeInBounds } from './row-limits.ts'

test('a time from outside is kept to the microsecond, or brought between the first day and now', () => {
  const kept = '2024-05-06T07:08:09.123456+00:00'
  expect(timeInBounds(kept)).toBe(kept)
  expect(timeInBounds('0000-01-01T00:00:00Z')).toBe('2005-01-01T00:00:00.000Z')
  const before = Date.now()
  const clamped = Date.parse(timeInBounds('2099-01-01T00:00:00Z'))
  expect(clamped).toBeGreaterThanOrEqual(before)
  expect(clamped).toBeLessThanOrEqual(Date.now())
})
