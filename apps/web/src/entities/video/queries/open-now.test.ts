import { DEFAULT_SETTINGS } from '@antojo/domain/settings'
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NO_SEARCH } from '../../../lib/navigation/navigation.ts'
import { FIRST_CURSOR, queryOf, type Cursor, type VideoQuery } from '../query.ts'
import { fetchOpenVideos } from './open-now.ts'

const OPEN_NOW = { ...NO_SEARCH, open: true }
const MEXICO = 'America/Mexico_City'

function row(id: string, hours: object = { opening_hours: '24/7', time_zone: MEXICO }) {
  return { id, video_url: `https://x.test/${id}`, created_at: '2026-11-20T10:00:00+00:00', ...hours }
}

/** A data API with these rows, which gives them by id in another order. */
function api(rows: readonly { id: string }[]) {
  return new PostgrestClient('http://api.test/rest/v1', {
    fetch: async (input) => {
      const { searchParams } = new URL(input instanceof Request ? input.url : input)
      const ids = searchParams.get('id')
      if (ids !== null)
        return Response.json(
          rows.filter(({ id }) => ids.includes(`${id},`) || ids.includes(`${id})`)).toReversed(),
        )
      const skipped = Number(searchParams.get('offset') ?? 0)
      return Response.json(rows.slice(skipped, skipped + Number(searchParams.get('limit') ?? 0)))
    },
  })
}

async function read(
  rows: readonly { id: string }[],
  userId: string | null = 'u1',
  cursor: Cursor = FIRST_CURSOR,
  within: VideoQuery['within'] = null,
) {
  const query = { ...queryOf(DEFAULT_SETTINGS, userId, OPEN_NOW), within }
  const { videos, next, hours } = await fetchOpenVideos(
    api(rows),
    query,
    cursor,
    new AbortController().signal,
  )
  return { ids: videos.map(({ id }) => id), next, hours }
}

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T18:30:00Z'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test('open is judged by the clock of the place; one without hours or time zone is counted, never shown', async () => {
  const rows = [
    row('mexico', { opening_hours: 'Mo-Su 12:00-13:00', time_zone: MEXICO }),
    row('madrid', { opening_hours: 'Mo-Su 12:00-13:00', time_zone: 'Europe/Madrid' }),
    row('lines', { opening_hours_weekday_text: ['viernes: 12:00–13:00'], time_zone: MEXICO }),
    row('read earlier', { open_now: true, time_zone: MEXICO }),
    row('no zone', { opening_hours: '24/7' }),
  ]
  const found = { ids: ['mexico', 'lines'], next: null, hours: { open: 2, unknown: 2 } }
  expect(await read(rows)).toEqual(found)
  expect(await read(rows, null)).toEqual(found)
})

test('near, a place without hours that is too far is not counted as one that may be open', async () => {
  const at = (lat: number) => ({ enrich_place_lat: lat, enrich_place_lng: -99.16 })
  const rows = [
    row('near', { opening_hours: '24/7', time_zone: MEXICO, ...at(19.421) }),
    row('near without hours', at(19.42)),
    row('far without hours', at(20.67)),
  ]
  const within = { lat: 19.42, lng: -99.16, km: 2 }
  expect(await read(rows, 'u1', FIRST_CURSOR, within)).toMatchObject({
    ids: ['near'],
    hours: { open: 1, unknown: 1 },
  })
})

test('the first page counts all that are open, also beyond one answer of the data API, and later pages follow in order', async () => {
  const closed = { opening_hours: 'Mo-Su off', time_zone: MEXICO }
  const rows = Array.from({ length: 1200 }, (_, n) => row(`v${n}x`, n % 15 === 0 ? undefined : closed))
  const first = await read(rows)
  expect(first.hours).toEqual({ open: 80, unknown: 0 })
  expect(first.ids).toEqual(Array.from({ length: 60 }, (_, n) => `v${n * 15}x`))
  const second = await read(rows, 'u1', first.next ?? FIRST_CURSOR)
  expect(second.ids).toEqual(Array.from({ length: 20 }, (_, n) => `v${(n + 60) * 15}x`))
  expect(second.next).toBeNull()
})
