import { expect, it } from 'vitest'
import { z } from 'zod'
import { startTestNode } from './test-node.ts'

const exported = z.object({
  format: z.literal('antojo-export-1'),
  users: z.array(z.object({ email: z.string() })),
  user_settings: z.array(z.unknown()),
  videos: z.array(z.object({ id: z.string(), title: z.string(), user_id: z.string() })),
  video_places: z.array(z.object({ video_id: z.string(), place_id: z.string() })),
  video_lists: z.array(z.object({ kind: z.string() })),
  list_comments: z.array(z.unknown()),
})

it('exports every row of a person once, and nobody else’s', async () => {
  const node = await startTestNode([])
  const [ana, luis] = [await node.person('ana'), await node.person('luis')]
  const ids: string[] = []
  for (const [who, titles] of [
    [ana, Array.from({ length: 101 }, (_, index) => `Taco "${index}"`)],
    [luis, ['Pan']],
  ] as const) {
    const answer = await who.request('/rest/v1/videos?select=id', {
      method: 'POST',
      headers: { prefer: 'return=representation' },
      body: JSON.stringify(
        titles.map((title, index) => ({ title, video_url: `https://example.org/${index}` })),
      ),
    })
    ids.push(
      ...z
        .array(z.object({ id: z.string() }))
        .parse(await answer.json())
        .map(({ id }) => id),
    )
  }
  const own = ids.slice(0, 101)
  const places = own.flatMap((video_id) => ['a', 'b'].map((place_id) => ({ video_id, place_id, name: 'X' })))
  await ana.request('/rest/v1/video_places', { method: 'POST', body: JSON.stringify(places) })

  const answer = await ana.request('/account/export')
  expect(answer.headers.get('content-disposition')).toContain('antojo.json')
  const all = exported.parse(await answer.json())
  expect(all.users).toEqual([expect.objectContaining({ email: 'ana@antojo.test' })])
  expect(all.videos.map(({ id }) => id)).toEqual(own.toSorted())
  expect(new Set(all.videos.map(({ title }) => title)).size).toBe(101)
  expect(all.video_places).toHaveLength(202)
  expect(all.video_lists.map(({ kind }) => kind).toSorted()).toEqual(['favorites', 'visited', 'want_to_try'])
  expect([all.user_settings, all.list_comments]).toEqual([[], []])
  await node.stop()
})
