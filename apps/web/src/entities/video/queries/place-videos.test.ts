import { expect, test } from 'vitest'
import { recordingRest } from '../../../lib/testing/recording-rest.ts'
import { videoOf, type Video } from '../video.ts'
import { fetchOthers } from './place-videos.ts'

const URL_OF_POST = 'https://www.tiktok.com/@a/video/1'

function videoAt(id: string, key: string | null): Video {
  const video = videoOf({ id, user_id: 'ana', created_at: '2026-11-20', video_url: URL_OF_POST })
  if (!video) throw new Error('not a video')
  return { ...video, place: { ...video.place, key } }
}

test('the other videos of places are the identified ones of their keys, without those given', async () => {
  const row = { video_url: URL_OF_POST }
  const { rest, asked } = recordingRest(() => [{ ...row, id: 'v2' }, { ...row, id: 'v1' }, { id: null }])
  const others = await fetchOthers(rest, [videoAt('v1', 'osm:1'), videoAt('v3', null)])
  expect(others.map(({ id }) => id)).toEqual(['v2'])
  expect(asked).toMatchObject([
    {
      path: 'videos',
      params: {
        user_id: 'eq.ana',
        place_key: 'in.(osm:1)',
        is_diagnostic: 'eq.false',
        identify_state: 'eq.identified',
      },
    },
  ])
})

test('the places of many cards are asked for in several requests, and of none in none', async () => {
  const { rest, asked } = recordingRest(() => [])
  await fetchOthers(
    rest,
    Array.from({ length: 41 }, (_, at) => videoAt(`v${at}`, `osm:${at}`)),
  )
  expect(asked).toHaveLength(2)
  await fetchOthers(rest, [videoAt('v1', null)])
  expect(asked).toHaveLength(2)
})
