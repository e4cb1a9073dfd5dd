import { expect, test } from 'vitest'
import { recordingRest } from '../../lib/testing/recording-rest.ts'
import { videoOf } from '../../entities/video/video.ts'
import { EMPTY_MY_PLACE, fetchBuiltIn, fetchMyPlace, saveMyPlace } from './my-place-api.ts'

const videoOfPlace = (facts: object) => {
  const row = {
    id: 'v1',
    user_id: 'ana',
    created_at: '2026-11-20',
    video_url: 'https://www.tiktok.com/@a/video/1',
  }
  const video = videoOf({ ...row, ...facts })
  if (!video) throw new Error('not a video')
  return video
}
const said = {
  want: true,
  visited_on: ['2026-01-02', '2026-03-01', '2025-12-31'],
  own_rating: 4.5,
  note: null,
}

test('the notes on a place are those of the person, the latest visit first', async () => {
  const { rest, asked } = recordingRest(() => [{ ...said, place_id: 'osm:1' }])
  const video = videoOfPlace({ enrich_place_id: 'osm:1', place_key: 'osm:1' })
  expect(await fetchMyPlace(rest, 'ana', video)).toEqual({
    placeId: 'osm:1',
    want: true,
    visits: ['2026-03-01', '2026-01-02', '2025-12-31'],
    rating: 4.5,
    note: '',
  })
  expect(asked).toMatchObject([
    { path: 'user_places', params: { user_id: 'eq.ana', place_id: 'in.(osm:1)' } },
  ])
  expect(await fetchMyPlace(recordingRest().rest, 'ana', video)).toEqual({
    ...EMPTY_MY_PLACE,
    placeId: 'osm:1',
  })
})

test.each([
  ['the video itself without a place', null, [], 'v1'],
  ['the other video of its place that has notes', 'don beto', ['v2'], 'v2'],
  ['the video itself while both have notes', 'don beto', ['v2', 'v1'], 'v1'],
  ['the video itself while none has', 'don beto', [], 'v1'],
])('the notes on a place without an id are those of %s', async (_whose, place_key, noted, expected) => {
  const { rest } = recordingRest(({ path }) =>
    path === 'videos' ? [{ id: 'v1' }, { id: 'v2' }] : noted.map((place_id) => ({ ...said, place_id })),
  )
  const { placeId } = await fetchMyPlace(rest, 'ana', videoOfPlace({ place_key }))
  expect(placeId).toBe(expected)
})

test.each([
  [' Las tostadas. ', 'Las tostadas.'],
  [' \n', null],
])('the note %j is saved as %j, and nothing that has not changed', async (typed, note) => {
  const { rest, asked } = recordingRest()
  const who = { userId: 'ana', placeId: 'osm:1', placeName: 'Contramar' }
  await saveMyPlace(rest, who, { note: typed })
  await saveMyPlace(rest, who, { want: false, visits: [], rating: null })
  const row = { user_id: 'ana', place_id: 'osm:1', place_name: 'Contramar' }
  expect(asked).toMatchObject([
    { method: 'POST', path: 'user_places', params: { on_conflict: 'user_id,place_id' } },
    { method: 'POST', path: 'user_places' },
  ])
  expect(asked.map(({ body }) => body)).toEqual([
    { ...row, note },
    { ...row, want: false, visited_on: [], own_rating: null },
  ])
})

test('a refusal to save the notes is an error', async () => {
  const { rest } = recordingRest(() => Response.json({ message: 'no va', code: 'x' }, { status: 403 }))
  const who = { userId: 'ana', placeId: 'osm:1', placeName: null }
  await expect(saveMyPlace(rest, who, EMPTY_MY_PLACE)).rejects.toThrow('no va')
})

test('each built-in list of the person says whether it holds the video', async () => {
  const { rest, asked } = recordingRest(({ path }) =>
    path === 'rpc/lists_of_place'
      ? ['l1']
      : [
          { id: 'l1', kind: 'want_to_try' },
          { id: 'l2', kind: 'visited' },
        ],
  )
  expect([...(await fetchBuiltIn(rest, 'ana', 'v1'))]).toEqual([
    ['want_to_try', { listId: 'l1', has: true }],
    ['visited', { listId: 'l2', has: false }],
  ])
  expect(asked).toMatchObject([
    { path: 'video_lists', params: { user_id: 'eq.ana', kind: 'neq.custom' } },
    { path: 'rpc/lists_of_place', body: { video_id: 'v1' } },
  ])
})
