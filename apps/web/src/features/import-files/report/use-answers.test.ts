import { expect, test } from 'vitest'
import { countsWith, type Answer } from './use-answers.ts'

const counts = {
  identified: 4,
  questions: 4,
  missing: 0,
  unread: 0,
  nameless: 7,
  known: 1,
  deleted: 0,
  reading: 0,
}
const given = (answer: Answer['answer']): Answer => ({ videoId: 'v', url: 'https://example.org', answer })

test('answers on their way count as what they make of the post, and the sum stays', () => {
  const answers = ['none_of_these', 'not_a_place', 'not_a_place', { placeId: 'osm:1' }] as const
  const waiting = answers.map(given)
  const now = countsWith(counts, waiting)
  expect(now).toEqual({ ...counts, identified: 5, questions: 0, missing: 1, nameless: 9 })
  expect(countsWith(counts, [])).toEqual(counts)
})
