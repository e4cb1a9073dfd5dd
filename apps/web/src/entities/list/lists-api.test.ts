import { PostgrestClient } from '@supabase/postgrest-js'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { recordingRest } from '../../lib/testing/recording-rest.ts'
import {
  addToList,
  arrangeList,
  fetchList,
  fetchListsOfVideo,
  fetchMyLists,
  listVideosQuery,
  removeFromList,
} from './lists-api.ts'

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

const read = (rest: PostgrestClient, listId: string) =>
  new QueryClient().fetchQuery(listVideosQuery(rest, listId, null))

test.each([
  [0, 1],
  [59, 1],
  [60, 2],
  [499, 2],
  [500, 4],
  [1499, 4],
  [1500, 6],
])('all %d videos of a list are read in its order, the first ones alone', async (count, requests) => {
  const { rest, asked } = serverWith(count)
  const videos = await read(rest, LIST)
  expect(videos.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, index) => `v${index}`))
  expect(asked).toHaveLength(requests)
  expect(asked.slice(0, 4)).toEqual(['0 60', '60 440', '500 500', '1000 500'].slice(0, requests))
})

test('a text that is no id of a list asks nobody', async () => {
  const { rest, asked } = serverWith(1)
  expect([await read(rest, 'favoritos'), asked]).toEqual([[], []])
})

const listRow = (id: string, change: object = {}) => ({
  id,
  name: id,
  description: null,
  kind: 'custom',
  visibility: 'private',
  share_options: {},
  position: 3,
  created_at: '2026-11-20T10:00:00Z',
  ...change,
})

test('the own lists come with the built-in ones first, and those of others with the rights in them', async () => {
  const { rest, asked } = recordingRest(({ path }) =>
    path === 'video_lists'
      ? [listRow('mine'), listRow('visited', { kind: 'visited' }), listRow('last')]
      : [
          { access: 'edit', video_lists: listRow('theirs') },
          { access: 'view', video_lists: null },
        ],
  )
  const { own, shared } = await fetchMyLists(rest, 'ana')
  expect(own.map(({ id, access }) => [id, access])).toEqual([
    ['visited', 'owner'],
    ['mine', 'owner'],
    ['last', 'owner'],
  ])
  expect(shared.map(({ id, access }) => [id, access])).toEqual([['theirs', 'edit']])
  expect(asked).toMatchObject([
    { path: 'video_lists', params: { user_id: 'eq.ana', order: 'position.asc,created_at.desc' } },
    { path: 'list_members', params: { user_id: 'eq.ana', order: 'created_at.asc' } },
  ])
})

test('an opened list has all its facts, and the rights of the viewer', async () => {
  const row = listRow(LIST, {
    name: 'Mariscos',
    description: 'De pie.',
    visibility: 'unlisted',
    share_options: { allow_comments: false, allow_collaborators: true, show_creator: false },
    video_count: '12',
    member_count: 2,
    cover_images: ['/img?ref=a', null],
    creator_name: 'Ana',
    access: 'visitor',
  })
  const { rest, asked } = recordingRest(() => [row])
  expect(await fetchList(rest, LIST)).toEqual({
    id: LIST,
    name: 'Mariscos',
    description: 'De pie.',
    kind: 'custom',
    visibility: 'unlisted',
    share: { allow_comments: false, allow_collaborators: true, show_creator: false },
    position: 3,
    createdAt: '2026-11-20T10:00:00Z',
    count: 12,
    members: 2,
    covers: ['/img?ref=a'],
    creator: 'Ana',
    access: 'visitor',
  })
  expect(asked).toMatchObject([{ path: 'rpc/read_list', body: { list_id: LIST } }])
  expect(await fetchList(recordingRest().rest, LIST)).toBeNull()
  expect(await fetchList(rest, 'favoritos')).toBeNull()
})

test.each([{ access: 'king' }, { kind: 'new' }, { visibility: 'secret' }, { name: null }])(
  'a list with %j is an error',
  async (change) => {
    const { rest } = recordingRest(() => [listRow(LIST, { access: 'view', ...change })])
    await expect(fetchList(rest, LIST)).rejects.toThrow(TypeError)
  },
)

test('a video is put into a list once, is found there, and is taken out', async () => {
  const { rest, asked } = recordingRest(() => ['l1', 7, null])
  await addToList(rest, 'l1', 'v1')
  expect(await fetchListsOfVideo(rest, 'v1')).toEqual(new Set(['l1']))
  await removeFromList(rest, 'l1', 'v1')
  expect(asked).toMatchObject([
    {
      method: 'POST',
      path: 'list_videos',
      params: { on_conflict: 'list_id,video_id' },
      body: [{ list_id: 'l1', video_id: 'v1' }],
    },
    { path: 'rpc/lists_of_place', body: { video_id: 'v1' } },
    { path: 'rpc/take_place_out', body: { list_id: 'l1', video_id: 'v1' } },
  ])
})

test('a refusal of the server is an error', async () => {
  const { rest } = recordingRest(() => Response.json({ message: 'no va', code: 'x' }, { status: 403 }))
  await expect(addToList(rest, 'l1', 'v1')).rejects.toThrow('no va')
  await expect(removeFromList(rest, 'l1', 'v1')).rejects.toThrow('no va')
  await expect(arrangeList(rest, 'l1', [{ id: 'v1' }])).rejects.toThrow('no va')
})

test('the order of a long list is written in parts, each entry with its place in the whole', async () => {
  const { rest, asked } = recordingRest()
  const ids = Array.from({ length: 2001 }, (_, index) => `v${index}`)
  await arrangeList(
    rest,
    'l1',
    ids.map((id) => ({ id })),
  )
  expect(asked.map(({ body }) => body)).toEqual(
    [0, 1000, 2000].map((first) => ({ list_id: 'l1', video_ids: ids.slice(first, first + 1000), first })),
  )
})
