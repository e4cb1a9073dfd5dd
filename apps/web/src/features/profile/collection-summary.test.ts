import { expect, test } from 'vitest'
import { countsOf } from './collection-summary.tsx'

test('names are counted, the most frequent first, without places that name no city', () => {
  expect(countsOf(['Puebla', 'Oaxaca', '', 'Oaxaca'])).toEqual([
    ['Oaxaca', 2],
    ['Puebla', 1],
  ])
})
