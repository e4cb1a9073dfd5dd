import { expect, test } from 'vitest'
import { videoOf, type Video } from '../../../entities/video/video.ts'
import { recordingRest } from '../../../lib/testing/recording-rest.ts'
import { fetchPlaces, removePlace } from './video-places.ts'

const URL_OF_POST = 'https://www.tiktok.com/@a/video/1'

function videoOwnedBy(userId: string | null, listId: string | null): Video {
  const video = videoOf({ id: 'v1', user_id: userId, created_at: '2026-11-20', video_url: URL_OF_POST })
  if (!video) throw new Error('not a video')
  return { ...video, listId }
}

test('the places of a video are read in their order, with the reasons that this version knows', async () => {
  const reason = { kind: 'name', words: 'en Contramar', source: 'title' }
  const { rest, asked } = recordingRest(() => [
    {
      place_id: 'osm:1',
      name: 'Contramar',
      address: 'Durango 200',
      lat: 19.4,
      lng: -99.2,
      evidence: [
        { ...reason, second: 12 },
        { ...reason, second: null },
        { ...reason, kind: 'dream' },
        { ...reason, source: 'dream' },
        { ...reason, words: null },
      ],
    },
    { place_id: 'osm:2', name: 'Entremar', address: null, lat: '19', lng: null, evidence: null },
    { place_id: 'osm:3', name: null },
    { place_id: 4, name: 'Four' },
  ])
  expect(await fetchPlaces(rest, videoOwnedBy('ana', null))).toEqual([
    {
      id: 'osm:1',
      name: 'Contramar',
      address: 'Durango 200',
      lat: 19.4,
      lng: -99.2,
      why: [{ ...reason, second: 12 }, reason],
    },
    { id: 'osm:2', name: 'Entremar', address: null, lat: null, lng: null, why: [] },
  ])
  expect(asked).toMatchObject([
    {
      path: 'video_places',
      params: {
        select: 'place_id,name,address,lat,lng,evidence',
        video_id: 'eq.v1',
        order: 'position.asc',
      },
    },
  ])
})

test('the places in a list are read through the list, whether it hides its creator or not', async () => {
  const { rest, asked } = recordingRest()
  await fetchPlaces(rest, videoOwnedBy(null, 'list'))
  await fetchPlaces(rest, videoOwnedBy('ana', 'list'))
  await fetchPlaces(rest, videoOwnedBy(null, null))
  expect(asked).toMatchObject([
    { path: 'rpc/read_list_places', body: { list_id: 'list', video_url: URL_OF_POST } },
    { path: 'rpc/read_list_places', body: { list_id: 'list', video_url: URL_OF_POST } },
    { path: 'video_places' },
  ])
})

test('one place is removed from one video', async () => {
  const { rest, asked } = recordingRest()
  await removePlace(rest, 'v1', 'osm:2')
  expect(asked).toMatchObject([
    { method: 'DELETE', path: 'video_places', params: { video_id: 'eq.v1', place_id: 'eq.osm:2' } },
  ])
})
