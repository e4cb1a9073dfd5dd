import { expect, test } from 'vitest'
import { videoOf } from '../../../entities/video/video.ts'
import { placesOf, spotsOf, videosAt } from './map-point.ts'

const VIDEOS = Array.from({ length: 60 }, (_, index) =>
  videoOf({
    id: `v${index}`,
    user_id: 'u',
    created_at: '2026-11-20',
    video_url: 'https://x.test/v',
    restaurant_name: 'Contramar',
    enrich_place_lat: 19.4,
    enrich_place_lng: -99.2,
  }),
).filter((video) => video !== null)

test('the map of the home screen shows the first 50 videos, the map of a search all', () => {
  expect(spotsOf(VIDEOS, false)).toHaveLength(50)
  expect(spotsOf(VIDEOS, true)).toHaveLength(60)
})

test('a place of Google keeps its id and no coordinates', () => {
  const [video] = VIDEOS
  const google = video && { ...video, place: { ...video.place, id: 'google:abc' } }
  expect(spotsOf(google ? [google] : [], false)).toEqual([
    { id: 'v0', name: 'Contramar', dish: '/dishes/plate.svg', rating: '', googleId: 'abc' },
  ])
})

test('videos of one place are one point with all of them', () => {
  const at = { name: 'Contramar', dish: '', rating: '', lat: 19.4, lng: -99.2 }
  const far = { ...at, id: 'c', lat: 19.5 }
  const places = placesOf([{ ...at, id: 'a' }, { ...at, id: 'b' }, far])
  expect(places.map(videosAt)).toEqual([['a', 'b'], ['c']])
})
