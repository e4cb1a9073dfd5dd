import { ROW_LIMITS } from '@antojo/domain/transfer/row-limits'
import { expect, test } from 'vitest'
import { ARCHIVE_ROWS } from './archive.ts'

const place = {
  place_id: 'x:1',
  position: 0,
  name: 'Fonda',
  address: null,
  location: null,
  lat: null,
  lng: null,
  cuisine: [],
  confidence: null,
  evidence: [],
  created_at: '2024-05-06T07:08:09Z',
}
const places = ARCHIVE_ROWS.videos.shape.places

test('every list, text and value of a file has a limit', () => {
  const most = Array.from({ length: ROW_LIMITS.placesOfVideo }, () => place)
  expect(places.safeParse(most).success).toBe(true)
  for (const wrong of [
    [...most, place],
    [{ ...place, name: 'x'.repeat(10_000) }],
    [{ ...place, cuisine: Array.from({ length: 101 }, () => 'tacos') }],
    [{ ...place, evidence: [['x'.repeat(100_000)]] }],
  ])
    expect(places.safeParse(wrong).success).toBe(false)
  expect(places.parse([{ ...place, created_at: '2099-01-01T00:00:00Z' }])[0]?.created_at).not.toContain(
    '2099',
  )
  const entry = { video: 'https://example.org/1', position: 0, created_at: place.created_at }
  const entries = Array.from({ length: ROW_LIMITS.videosOfList + 1 }, () => entry)
  expect(ARCHIVE_ROWS.lists.shape.videos.safeParse(entries).success).toBe(false)
})
