import { expect, test } from 'vitest'
import { priceLevel, priceRange } from './price.ts'

test.each([
  [1, '$'],
  [2, '$$'],
  [3, '$$$'],
  [4, '$$$$'],
  [0, null],
  [5, null],
  [2.5, null],
  ['$$', '$$'],
  ['€€€', '$$$'],
  ['$$$$$$', '$$$$'],
  ['3', '$$$'],
  ['9', null],
  ['cheap', '$'],
  ['Inexpensive', '$'],
  ['moderate', '$$'],
  ['medium', '$$'],
  ['expensive', '$$$'],
  ['Very expensive', '$$$$'],
  ['luxury', '$$$$'],
  ['N/A', null],
  ['', null],
  [null, null],
  [undefined, null],
])('priceRange(%j) is %j', (value, range) => {
  expect(priceRange(value)).toBe(range)
})

test.each([
  [0, '$'],
  [1, '$$'],
  [2, '$$$'],
  [3, '$$$$'],
  [4, null],
  [-1, null],
  ['2', null],
  [undefined, null],
])('priceLevel(%j) is %j', (level, range) => {
  expect(priceLevel(level)).toBe(range)
})
