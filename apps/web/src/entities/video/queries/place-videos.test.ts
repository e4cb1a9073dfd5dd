import { expect, test } from 'vitest'
import { recordingRest } from '../../../lib/testing/recording-rest.ts'
import { videoOf } from '../video.ts'
import { fetchOthers } from './place-videos.ts'

test('the other videos of places are the identified ones of their keys, without these', async () => {
  const row = { user_id: 'ana', created_at: '2026-11-20', video_url: 'https://www.tiktok.com/@a/video/1' }
  const rows = ['v1', 'v2', null].map((id) => ({ ...row, id, place_key: 'osm:1' }))
  const { rest, asked } = recordingRest(() => rows)
  const given = rows.slice(0, 1).flatMap((each) => videoOf(each) ?? [])
  const others = await fetchOthers(rest, given)
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
