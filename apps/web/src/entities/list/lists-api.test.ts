import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'
import { fetchListVideos } from './lists-api.ts'

const LIST = '11111111-1111-4111-8111-111111111111'

/** A server whose list has this many videos; it answers with the rows that a request asks for. */
function serverWith(count: number) {
  const asked: string[] = []
  const rest = new PostgrestClient('http://antojo.test', {
    retry: false,
    fetch: async (input) => {
      const { searchParams } = new URL(new Request(input).url)
      const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))]
      asked.push(`${offset} ${limit}`)
      const videos = Array.from({ length: count }, (_, index) => ({
        id: `v${index}`,
        user_id: 'ana',
        created_at: '2026-11-20T10:00:00Z',
        video_url: `https://www.tiktok.com/@a/video/${index}`,
      }))
      return Response.json(videos.slice(offset, offset + limit))
    },
  })
  return { asked, rest }
}

test.each([0, 499, 500, 501, 1000, 1200])('all %d videos of a list are read, in its order', async (count) => {
  const { rest, asked } = serverWith(count)
  const videos = await fetchListVideos(rest, LIST)
  expect(videos.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, index) => `v${index}`))
  expect(asked).toHaveLength(Math.floor(count / 500) + 1)
})

test('a text that is no id of a list asks nobody', async () => {
  const { rest, asked } = serverWith(1)
  expect([await fetchListVideos(rest, 'favoritos'), asked]).toEqual([[], []])
})
