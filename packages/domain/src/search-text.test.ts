import { expect, test } from 'vitest'
import { isSearchable, sanitizeSearch } from './search-text.ts'

test.each([
  ['  tacos   al  pastor ', 'tacos al pastor'],
  ['a,b(c)"d"\'e', 'abcde'],
  ['uno\u0000\ndos\ttres', 'uno dos tres'],
  ['café ñandú 寿司', 'café ñandú 寿司'],
  ['a , b', 'a b'],
  ['x'.repeat(250), 'x'.repeat(200)],
  [`${'x'.repeat(199)} y`, 'x'.repeat(199)],
  [' "()" ', ''],
])('%j', (text, clean) => {
  expect(sanitizeSearch(text)).toBe(clean)
})

test.each([
  ['https://x.y', false],
  [' HTTP://x', false],
  ['httpbin', false],
  ['tacos http', true],
])('%j', (text, yes) => {
  expect(isSearchable(text)).toBe(yes)
})
