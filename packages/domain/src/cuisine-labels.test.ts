import { expect, test } from 'vitest'
import { cuisinesOfText, cuisinesOfTypes } from './cuisine-labels.ts'

test.each([
  [['ramen_restaurant', 'restaurant'], ['Ramen']],
  [['sushi_restaurant', 'japanese_restaurant'], ['Japanese']],
  [['Taquería'], ['Mexican']],
  [['fast_food', 'burger'], ['Burgers']],
  [
    ['ice_cream', 'cafe', 'bakery', 'pizza'],
    ['Italian', 'Bakery', 'Dessert'],
  ],
  [['restaurant', 'point_of_interest'], []],
  [['chinatown'], []],
])('%j gives %j', (types, keys) => {
  expect(cuisinesOfTypes(types)).toEqual(keys)
})

test.each([
  ['Japanese, Ramen', ['Japanese', 'Ramen']],
  ['mexican', ['Mexican']],
  ['Fusión; Thai', ['Fusión', 'Thai']],
  ['N/A', []],
  [null, []],
  ['Thai, thai', ['Thai']],
])('%j', (text, parts) => {
  expect(cuisinesOfText(text)).toEqual(parts)
})
