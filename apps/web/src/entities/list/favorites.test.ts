import { m } from '@antojo/i18n/messages'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast, toasts } from '../../lib/view/toasts.ts'
import { type Asked, recordingRest } from '../../lib/testing/recording-rest.ts'
import { favoriteKeys, favoritesOf, registerFavoriteMutation } from './favorites.ts'

beforeEach(() => vi.stubGlobal('navigator', { onLine: true }))
afterEach(() => {
  vi.unstubAllGlobals()
  for (const { id } of toasts.get()) toast.dismiss(id)
})

const FAVORITES = [{ id: 'l1', place_videos: ['v1', null] }]

/** A device of Ana, whose only favourite is v1. */
function device(answer = ({ path }: Asked): unknown => (path === 'video_lists' ? FAVORITES : [{}])) {
  const { rest, asked } = recordingRest(answer)
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  registerFavoriteMutation({ queries, rest })
  const press = (videoId: string, on: boolean) =>
    queries
      .getMutationCache()
      .build(queries, { mutationKey: ['turn-favorite'] })
      .execute({ userId: 'ana', videoId, on })
  const known = async () => [...(await queries.ensureQueryData(favoritesOf(rest, 'ana'))).ids]
  return { rest, asked, queries, press, known }
}

test('the favourites are the videos of the built-in list of that kind', async () => {
  const { asked, known } = device()
  expect(await known()).toEqual(['v1'])
  expect(asked).toMatchObject([{ path: 'video_lists', params: { user_id: 'eq.ana', kind: 'eq.favorites' } }])
})

test('a press adds the video to the list, another one removes it; the preview of the profile is stale', async () => {
  const { asked, queries, press, known } = device()
  const preview = favoriteKeys.newest('l1')
  queries.setQueryData(preview, [])
  await press('v2', true)
  expect(await known()).toEqual(['v1', 'v2'])
  expect(queries.getQueryState(preview)?.isInvalidated).toBe(true)
  await press('v1', false)
  expect(await known()).toEqual(['v2'])
  expect(asked.slice(1)).toMatchObject([
    {
      method: 'POST',
      path: 'list_videos',
      params: { on_conflict: 'list_id,video_id' },
      body: { list_id: 'l1', video_id: 'v2' },
    },
    { path: 'rpc/take_place_out', body: { list_id: 'l1', video_id: 'v1' } },
  ])
})

test('a refused press changes nothing and says why', async () => {
  const { press, known } = device(({ path }) =>
    path === 'video_lists' ? FAVORITES : Response.json({ message: 'no va', code: 'x' }, { status: 403 }),
  )
  await expect(press('v2', true)).rejects.toThrow('no va')
  expect(await known()).toEqual(['v1'])
  await vi.waitFor(() =>
    expect(toasts.get()).toMatchObject([{ type: 'error', text: expect.stringContaining('no va') }]),
  )
})

test('without the list a press is refused and sends nothing', async () => {
  const { asked, press } = device(() => [])
  await expect(press('v2', true)).rejects.toThrow(m.reason_unknown())
  expect(asked.map(({ method }) => method)).toEqual(['GET'])
})
