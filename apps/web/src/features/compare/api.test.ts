import { expect, test } from 'vitest'
import { videoOf } from '../../entities/video/video.ts'
import { withRange } from './api.ts'

const among = ['a', 'b', 'c', 'd', 'e'].flatMap(
  (id) => videoOf({ id, video_url: `https://x.test/${id}` }) ?? [],
)

test.each([
  ['', 'c', 'c'],
  ['b', 'd', 'bcd'],
  ['d', 'b', 'dcb'],
  ['dcb', 'a', 'dcba'],
  ['ae', 'c', 'aedc'],
])('of %j, a press with Shift on %s chooses %s, where the next range begins', (before, pressed, after) => {
  const chosen = before.split('').flatMap((id) => among.find((video) => video.id === id) ?? [])
  const [video] = among.filter(({ id }) => id === pressed)
  if (!video) throw new Error('not a card')
  const ids = withRange(chosen, video, among).map(({ id }) => id)
  expect(ids.join('')).toBe(after)
})

test('a range does not begin at the card of another list', () => {
  const [a, , c] = among
  if (!a || !c) throw new Error('not cards')
  expect(withRange([{ ...a, listId: 'l1' }], c, among).map(({ id }) => id)).toEqual(['a', 'c'])
})
