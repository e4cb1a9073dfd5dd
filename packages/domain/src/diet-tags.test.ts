import { expect, test } from 'vitest'
import { dietTags } from './diet-tags.ts'

test.each([
  [['vegan'], ['vegetarian', 'vegan']],
  [['restaurant', 'Vegetarian_restaurant'], ['vegetarian']],
  [
    ['comida vegana', 'gluten_free'],
    ['vegetarian', 'vegan', 'gluten_free'],
  ],
  [
    ['halal', 'Kosher'],
    ['halal', 'kosher'],
  ],
  [['gluten', 'free_range'], []],
  [['restaurant', 'italian'], []],
])('%j: %j', (types, diets) => expect(dietTags(types)).toEqual(diets))
