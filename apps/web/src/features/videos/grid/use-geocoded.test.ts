import { expect, test } from 'vitest'
import { videoOf, type Video } from '../../../entities/video/video.ts'
import { addressesToLookUp } from './use-geocoded.ts'

/** So many videos; `place` gives the columns of each place. */
function videos(count: number, place: (index: number) => object): Video[] {
  return Array.from({ length: count }, (_, index) =>
    videoOf({
      id: `v${index}`,
      user_id: 'u',
      created_at: '2026-11-20',
      video_url: 'https://x.test/v',
      ...place(index),
    }),
  ).filter((video) => video !== null)
}

test('at most the first 40 videos are looked up', () => {
  const addresses = addressesToLookUp(videos(50, (index) => ({ restaurant_address: `Calle ${index}` })))
  expect(addresses).toHaveLength(40)
  expect(addresses.at(-1)).toBe('Calle 39')
})

test('an address is looked up once, and none of a place with coordinates', () => {
  const addresses = addressesToLookUp(
    videos(3, (index) => ({
      restaurant_address: 'Calle 1',
      ...(index === 2 && { restaurant_address: 'Calle 2', enrich_place_lat: 19.4, enrich_place_lng: -99.2 }),
    })),
  )
  expect(addresses).toEqual(['Calle 1'])
})
