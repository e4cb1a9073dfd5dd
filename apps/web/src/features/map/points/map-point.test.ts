import { expect, test } from 'vitest'
import { videoOf } from '../../../entities/video/video.ts'
import { pinsOf, placesOf, spotsOf, videosAt } from './map-point.ts'

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
    {
      id: 'v0',
      video: 'v0',
      name: 'Contramar',
      dish: '/dishes/plate.svg',
      rating: '',
      cuisines: [],
      googleId: 'abc',
    },
  ])
})

const AT = { name: 'Contramar', dish: '', rating: '', cuisines: [], lat: 19.4, lng: -99.2 }

test('videos of one place are one pin with all of them', () => {
  const far = { ...AT, id: 'c', video: 'c', lat: 19.5 }
  const pins = pinsOf([{ ...AT, id: 'a', video: 'a' }, { ...AT, id: 'b', video: 'b' }, far])
  expect(pins.map(videosAt)).toEqual([['a', 'b'], ['c']])
})

test('two places at one point are one pin and two places, and a video that shows both counts once', () => {
  const other = { ...AT, id: 'a osm:2', video: 'a', name: 'El de Junto' }
  const points = [{ ...AT, id: 'a', video: 'a' }, other, { ...AT, id: 'b', video: 'b', name: 'CONTRAMAR' }]
  expect(pinsOf(points).map(videosAt)).toEqual([['a', 'b']])
  expect(placesOf(points).map(({ id }) => id)).toEqual(['a', 'a osm:2'])
})
