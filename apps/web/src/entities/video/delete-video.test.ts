import { PostgrestClient } from '@supabase/postgrest-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addDeletion, pendingDeletions } from '../../lib/storage/deletions.ts'
import { toast, toasts } from '../../lib/view/toasts.ts'
import { deleteVideos, finishDeletions } from './delete-video.ts'
import { videoOf } from './video.ts'

const listeners = new Map<string, () => void>()
beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener))
  vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name))
})
afterEach(() => {
  for (const { id } of toasts.get()) toast.dismiss(id)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A screen and a server; `events` lists what happens to them. */
function createWorld({ refused = false, unreachable = false } = {}) {
  const events: string[] = []
  const rest = new PostgrestClient('http://antojo.test', {
    retry: false,
    fetch: async (_url, init) => {
      events.push(`server ${init?.method}`)
      if (unreachable) throw new TypeError('Failed to fetch')
      return refused
        ? Response.json({ message: 'no', code: 'x' }, { status: 403 })
        : Response.json([{ id: 'v1' }])
    },
  })
  const cache = {
    remove: (id: string) => events.push(`hide ${id}`),
    remember: () => () => events.push('restore'),
    announce: () => events.push('announce'),
  }
  return { events, rest, cache }
}

/** Presses "delete" on a card; returns what then happens to the screen and on the server. */
function pressDelete(server: { refused?: boolean; unreachable?: boolean } = {}) {
  const { events, rest, cache } = createWorld(server)
  const video = videoOf({ id: 'v1', user_id: 'u1', created_at: '2026-11-20', video_url: 'https://x.test/v' })
  if (!video) throw new Error('not a video')
  addDeletion(video.id)
  deleteVideos({ rest, cache, videos: [video], onSettled: () => events.push('settled') })
  return events
}

test('a deletion whose page ended is finished by the next one', async () => {
  pressDelete()
  vi.clearAllTimers()
  expect(pendingDeletions()).toEqual(['v1'])
  const { events, rest, cache } = createWorld()
  finishDeletions(rest, cache)
  await vi.advanceTimersByTimeAsync(8000)
  expect(events).toEqual(['server DELETE', 'hide v1', 'announce'])
  await vi.advanceTimersByTimeAsync(5000)
  expect(pendingDeletions()).toEqual([])
})

test('a deletion that was undone or refused is not tried again', async () => {
  pressDelete()
  toasts.get()[0]?.action?.run()
  expect(pendingDeletions()).toEqual([])
  pressDelete({ refused: true })
  await vi.advanceTimersByTimeAsync(8000)
  expect(pendingDeletions()).toEqual([])
})

test('the card disappears after 300 ms and the row after 8 s', async () => {
  const events = pressDelete()
  await vi.advanceTimersByTimeAsync(299)
  expect(events).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(events).toEqual(['hide v1'])
  await vi.advanceTimersByTimeAsync(7699)
  expect(events).toEqual(['hide v1'])
  await vi.advanceTimersByTimeAsync(1)
  expect(events).toEqual(['hide v1', 'settled', 'server DELETE', 'hide v1', 'announce'])
})

test('undoing brings the card back and sends nothing', async () => {
  const events = pressDelete()
  await vi.advanceTimersByTimeAsync(1000)
  toasts.get()[0]?.action?.run()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(events).toEqual(['hide v1', 'settled', 'restore'])
})

test('leaving the page deletes at once', async () => {
  const events = pressDelete()
  listeners.get('pagehide')?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(events).toContain('server DELETE')
  // The offline copy of the page that was left still has the card.
  expect(pendingDeletions()).toEqual(['v1'])
})

test('a deleted card stays hidden until the offline copy was written without it', async () => {
  pressDelete()
  await vi.advanceTimersByTimeAsync(8000 + 2000)
  expect(pendingDeletions()).toEqual(['v1'])
  await vi.advanceTimersByTimeAsync(8000)
  expect(pendingDeletions()).toEqual([])
})

test('the next page finishes a deletion whose request was lost with its page', async () => {
  const events = pressDelete({ unreachable: true })
  listeners.get('pagehide')?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(events).not.toContain('restore')
  expect(pendingDeletions()).toEqual(['v1'])
})

test('a refused deletion brings the card back and says why', async () => {
  const events = pressDelete({ refused: true })
  await vi.advanceTimersByTimeAsync(8000)
  expect(events.at(-1)).toBe('restore')
  expect(toasts.get().at(-1)).toMatchObject({ type: 'error', text: expect.stringContaining('no') })
})
