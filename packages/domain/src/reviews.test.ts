import { expect, test } from 'vitest'
import { keptReviews, reviewsOf, type Review } from './reviews.ts'

const review = (text: string, time: number, rating: number): Review => ({
  author_name: 'Ana',
  text,
  time,
  rating,
})

test('over 10 characters, newest first, then the higher rating, at most 10', () => {
  const kept = keptReviews([
    review('diez letra', 9, 5),
    review('la vieja reseña', 1, 5),
    review('la nueva, de 3', 5, 3),
    review('la nueva, de 5', 5, 5),
    ...Array.from({ length: 12 }, (_, index) => review(`una más vieja ${index}`, 0, 1)),
  ])
  expect(kept).toHaveLength(10)
  expect(kept.slice(0, 3).map(({ text }) => text)).toEqual([
    'la nueva, de 5',
    'la nueva, de 3',
    'la vieja reseña',
  ])
})

test('the column may hold a list, JSON in a string, or anything else', () => {
  const one = [{ author_name: 'Ana', text: 'Muy rico todo' }]
  expect(reviewsOf(one)).toEqual(one)
  expect(reviewsOf(JSON.stringify(one))).toEqual(one)
  expect(reviewsOf('N/A')).toEqual([])
  expect(reviewsOf([null, { text: 1 }, 'x'])).toEqual([])
})
