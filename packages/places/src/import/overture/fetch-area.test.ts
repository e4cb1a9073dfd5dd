import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import { type ReleaseServer, startReleaseServer, writeRelease } from '@antojo/testing/overture/release-server'
import { placesOf } from '@antojo/testing/overture/stand-in-places'
import { afterEach, beforeAll, beforeEach, expect, test, afterAll } from 'vitest'
import { createPlaceIndex } from '../../place-index.ts'
import { type AreaPlan, fetchArea, planArea } from './fetch-area.ts'
import { readByFetch as read } from './read-by-fetch.fixture.ts'

const GUADALAJARA = { west: -103.6, south: 20.4, east: -103.1, north: 20.9 }

let dir: string
let files: Awaited<ReturnType<typeof writeRelease>>
let server: ReleaseServer
let database: Database

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'antojo-release-'))
  const places = [
    ...placesOf({ name: 'Guadalajara', country: 'MX', lat: 20.66, lng: -103.35, places: 1200 }),
    ...placesOf({ name: 'Ciudad de México', country: 'MX', lat: 19.43, lng: -99.13, places: 2400 }),
    ...placesOf({ name: 'Seoul', country: 'KR', lat: 37.57, lng: 126.98, places: 1200 }),
    ...placesOf({ name: 'Leeds', country: 'GB', lat: 53.8, lng: -1.55, places: 1200 }),
  ]
  files = await writeRelease(join(dir, 'release'), places, { files: 3, rowGroupSize: 300 })
})

afterAll(() => rm(dir, { recursive: true, force: true }))

beforeEach(async () => {
  server = await startReleaseServer()
  await server.publish('2026-09-23.0', files)
  await server.publish('2026-10-21.0', files)
  database = await createTestDatabase()
})

afterEach(async () => {
  await server.close()
  await database.close()
  await rm(parts(), { recursive: true, force: true })
})

const parts = (): string => join(dir, 'parts')

const plan = (): Promise<AreaPlan> => planArea(server.url, { box: GUADALAJARA }, { read })
const count = async (): Promise<number> =>
  (await database.pool.query('select from places')).rowCount ?? Number.NaN

test('only places to eat of the area arrive, with their facts, and other row groups stay unread', async () => {
  const planned = await plan()
  expect(planned.release).toBe('2026-10-21.0')
  expect(planned.parts.length).toBeLessThanOrEqual(6)
  expect(planned.rows).toBeLessThanOrEqual(1800)
  const before = server.sent.bytes
  const result = await fetchArea(database.pool, planned, { read, dir: parts() })
  expect(result).toMatchObject({ inserted: 900, skipped: 0 })
  expect(server.sent.bytes - before).toBeLessThan(3 * planned.bytes)
  const index = createPlaceIndex(database.pool)
  const place = await index.byId('overture', 'MX-Guadalajara-0')
  expect(place).toMatchObject({ city: 'Guadalajara', country: 'MX', phone: '+52 33 1234 5678' })
  expect(place?.address).toMatch(/^Calle /)
  expect(await index.byId('overture', 'MX-Guadalajara-3')).toBeNull()
  expect(await index.credits()).toMatchObject([{ source: 'overture', licence: 'CDLA Permissive 2.0' }])
})

test('a repeated fetch changes nothing', async () => {
  await fetchArea(database.pool, await plan(), { read, dir: parts() })
  const again = await fetchArea(database.pool, await plan(), { read, dir: parts() })
  expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: 900 })
})

test('a cancelled fetch leaves the index as it was, and the next one continues', async () => {
  const planned = await plan()
  const control = new AbortController()
  const progress: number[] = []
  const cancelled = fetchArea(database.pool, planned, {
    read,
    dir: parts(),
    signal: control.signal,
    onProgress: ({ bytes }) => {
      progress.push(bytes)
      if (progress.length === 3) control.abort()
    },
  })
  await expect(cancelled).rejects.toThrow('aborted')
  expect(await count()).toBe(0)
  const sent = server.sent.bytes
  await fetchArea(database.pool, planned, { read, dir: parts() })
  const [first = 0] = progress.slice(-1)
  expect(server.sent.bytes - sent).toBeLessThan(3 * (planned.bytes - first))
  expect(await count()).toBe(900)
})

test.each([
  ['no ranges', 'no_ranges'],
  ['html', 'wrong_content'],
  ['gone', 'not_found'],
] as const)('a server with %s is refused as %s before anything is read', async (rudeness, problem) => {
  server.behave(rudeness)
  await expect(plan()).rejects.toMatchObject({ problem })
})

test('a release that vanishes in the middle leaves the index as it was', async () => {
  const planned = await plan()
  server.behave('gone', 2)
  const fetched = fetchArea(database.pool, planned, { read, dir: parts() })
  await expect(fetched).rejects.toMatchObject({ problem: 'not_found' })
  expect(await count()).toBe(0)
})

test('cut answers and broken connections end as unreachable after some tries', { tags: 'slow' }, async () => {
  const planned = await plan()
  server.behave('cut')
  const fetched = fetchArea(database.pool, planned, { read, dir: parts() })
  await expect(fetched).rejects.toMatchObject({ problem: 'unreachable' })
  expect(await count()).toBe(0)
})

test('a disk that takes no more parts leaves the index as it was', async () => {
  const planned = await plan()
  await writeFile(parts(), 'a file where the folder should be')
  await expect(fetchArea(database.pool, planned, { read, dir: parts() })).rejects.toThrow('ENOTDIR')
  expect(await count()).toBe(0)
})
