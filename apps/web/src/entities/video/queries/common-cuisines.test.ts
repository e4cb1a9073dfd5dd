import { expect, test } from 'vitest'
import { commonCuisines } from './common-cuisines.ts'

test('the three most common cuisines are quick filters, by the filters that the search has where it has them', () => {
  const places = [
    ['Seafood'],
    ['Mexican', 'Seafood'],
    ['Ramen'],
    ['Bakery'],
    ['Mexican'],
    ['Mexican'],
    ['unheard of'],
  ]
  expect(commonCuisines(places)).toEqual(['mexicana', 'Seafood', 'Bakery'])
})

test('one cuisine is no choice', () => {
  expect(commonCuisines([['Seafood'], ['Seafood'], []])).toEqual([])
})
