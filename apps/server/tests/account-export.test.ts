import { expect, it } from 'vitest'
import { z } from 'zod'
import { archiveOf } from './archive.fixture.ts'
import { startTestNode } from './test-node.ts'

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

  const { header, settings, videos, places: notes, lists, comments } = await archiveOf(ana)
  expect(header).toMatchObject({
    person: { email: 'ana@antojo.test' },
    rows: { videos: 101, places: 0, lists: 3, corrections: 0, comments: 0 },
  })
  expect(new Set(videos.map(({ title }) => title)).size).toBe(101)
  expect(videos.flatMap(({ places: shown }) => shown)).toHaveLength(202)
  expect(lists.map(({ kind }) => kind).toSorted()).toEqual(['favorites', 'visited', 'want_to_try'])
  expect([notes, comments, settings]).toEqual([[], [], null])
  await node.stop()
})
