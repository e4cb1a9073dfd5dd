import { expect, test } from 'vitest'
import { stateAfter } from './map-sheet.tsx'

test.each([
  ['row', -60, false, 'list'],
  ['row', 60, false, 'closed'],
  ['row', 20, false, 'row'],
  ['row', -30, true, 'list'],
  ['list', 60, false, 'row'],
  ['list', 300, false, 'closed'],
  ['closed', -300, true, 'list'],
  ['closed', 90, true, 'closed'],
] as const)(
  'the sheet at %s, dragged by %i pixels (fast: %s), is then at %s',
  (from, distance, isFast, to) => {
    expect(stateAfter(from, distance, isFast)).toBe(to)
  },
)
