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
