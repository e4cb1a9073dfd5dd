import { expect, test } from 'vitest'
import { VIDEO_COLUMNS } from '../../entities/video/video.ts'
import { recordingRest } from '../../lib/testing/recording-rest.ts'
import { fetchNewestIn } from './newest-in-list.ts'

test('the profile asks for the six videos that were the last to become favourites', async () => {
  const video = { id: 'v1', video_url: 'https://x.test/v', created_at: '2026-11-20' }
  const { rest, asked } = recordingRest(() => [{ videos: video }, { videos: null }])
  expect(await fetchNewestIn(rest, 'l1')).toMatchObject([{ id: 'v1' }])
  expect(asked).toMatchObject([
    {
      path: 'list_videos',
      params: {
        select: `videos(${VIDEO_COLUMNS})`,
        list_id: 'eq.l1',
        order: 'created_at.desc',
        limit: '6',
      },
    },
  ])
})
