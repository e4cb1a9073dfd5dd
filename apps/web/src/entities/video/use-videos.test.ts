import { expect, test } from 'vitest'
import { distinct } from './use-videos.ts'
import { placeKeyOf, videoOf } from './video.ts'

test('the first video of each place stays; a place that nothing identifies is known by its video', () => {
  const places = ['a', 'b', 'a', null, null, 'b', undefined]
  const videos = places.flatMap(
    (place_key, n) => videoOf({ id: `v${n}`, video_url: 'https://x.test', place_key }) ?? [],
  )
  expect(distinct(videos, placeKeyOf).map(({ id }) => id)).toEqual(['v0', 'v1', 'v3', 'v4', 'v6'])
  expect(distinct([...videos, ...videos])).toEqual(videos)
})

test('the first video of a place carries the pictures of the others, and its own copy nothing', () => {
  const [bare, first, second] = [null, 'https://x.test/1.jpg', 'https://x.test/2.jpg'].flatMap(
    (thumbnail_url, n) =>
      videoOf({ id: `v${n}`, video_url: 'https://x.test', place_key: 'a', thumbnail_url }) ?? [],
  )
  if (!bare || !first || !second) throw new Error('a row was not read')
  const [one] = distinct([bare, first, second], placeKeyOf)
  expect(one).toMatchObject({ id: 'v0', images: [first.images[0], second.images[0]] })
  expect(one?.film).toEqual(one?.images)
  expect(distinct([first, first], placeKeyOf)).toEqual([first])
  expect(distinct([first, bare], placeKeyOf)).toEqual([first])
})
