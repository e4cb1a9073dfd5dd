import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { mapKeys } from './queries/map-spots.ts'
import { queryOfAll, videoKeys } from './query.ts'
import { removalFrom } from './removal.ts'
import { videoCache } from './video-cache.ts'
import { videoOf, type Video } from './video.ts'

function video(id: string, title = id): Video {
  const made = videoOf({
    id,
    title,
    user_id: 'ana',
    created_at: '2026-11-20',
    video_url: `https://x.test/${id}`,
  })
  if (!made) throw new Error('not a video')
  return made
}

/** Two loaded pages of the collection, and something else of the cache. */
function loaded() {
  const queries = new QueryClient()
  const key = videoKeys.search(queryOfAll('ana', false))
  const pages = [['a', 'b'], ['c']].map((ids) => ({ videos: ids.map((id) => video(id)), next: null }))
  queries.setQueryData(key, { pages, pageParams: [] })
  queries.setQueryData(['lists', 'ana'], 'the lists')
  const shown = () =>
    queries
      .getQueryData<{ pages: { videos: Video[] }[] }>(key)
      ?.pages.map(({ videos }) => videos.map(({ title }) => title).join(' '))
  return { queries, cache: videoCache(queries), shown }
}

test('a video is put first once, wherever it was', () => {
  const { cache, shown } = loaded()
  cache.putFirst(video('new'))
  expect(shown()).toEqual(['new a b', 'c'])
  cache.putFirst(video('c', 'C'))
  expect(shown()).toEqual(['C new a b', ''])
})

test('a grid with a new video is read again when it is opened the next time, not before', async () => {
  const { cache, queries, shown } = loaded()
  cache.putFirst(video('new'))
  const [query] = queries.getQueryCache().findAll({ queryKey: videoKeys.all })
  expect([query?.isStale(), query?.state.fetchStatus, shown()?.[0]]).toEqual([true, 'idle', 'new a b'])
})

test('a video is replaced where it is, and one that is not shown is not added', () => {
  const { cache, shown } = loaded()
  cache.replace(video('b', 'B'))
  cache.replace(video('z'))
  expect(shown()).toEqual(['a B', 'c'])
})

test('a removed video leaves grids and maps and comes back where it was, and nothing else changes', () => {
  const { queries, shown } = loaded()
  const onMap = mapKeys.spots(queryOfAll('ana', false))
  const spots = [{ video: 'a' }, { video: 'b' }, { video: 'a' }]
  queries.setQueryData(onMap, { spots, unplaced: ['c'] })
  const { remove, remember } = removalFrom(queries)
  const restore = remember()
  remove('a')
  remove('c')
  expect(shown()).toEqual(['b', ''])
  expect(queries.getQueryData(onMap)).toEqual({ spots: [{ video: 'b' }], unplaced: [] })
  restore()
  expect(shown()).toEqual(['a b', 'c'])
  expect(queries.getQueryData(onMap)).toEqual({ spots, unplaced: ['c'] })
  expect(queries.getQueryData(['lists', 'ana'])).toBe('the lists')
})

test('a change is announced to the other tabs', async () => {
  const other = new BroadcastChannel('antojo:videos')
  let told = 0
  other.addEventListener('message', () => told++)
  loaded().cache.announce()
  await vi.waitFor(() => expect(told).toBe(1))
  other.close()
})
