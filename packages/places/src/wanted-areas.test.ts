import type { Database } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordArea } from './areas.ts'
import {
  areaAround,
  bucketRest,
  cancelArea,
  claimArea,
  failArea,
  forgiveBucket,
  reportArea,
  wantArea,
} from './wanted-areas.ts'

const POST = { wantedFor: 'pin', isOfImport: false } as const
const LEEDS = {
  ...POST,
  name: 'Leeds',
  extent: { box: { west: -1.7, south: 53.7, east: -1.4, north: 53.9 } },
}
const FIJI = { ...POST, name: 'Fiji', extent: { box: { west: 177, south: -19, east: -178, north: -16 } } }
const OF_BUCKET = { reason: 'unreachable', isBucketFailure: true, isTemporary: true }

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

test('of many processes one claims an area, and nobody another one meanwhile', async () => {
  const { pool } = database
  await wantArea(pool, LEEDS)
  await wantArea(pool, FIJI)
  const claimed = await Promise.all(Array.from({ length: 8 }, () => claimArea(pool)))
  expect(claimed.filter((area) => area !== null).map(({ name }) => name)).toEqual(['Leeds'])
})

test('an area whose process has ended is claimed again', async () => {
  const { pool } = database
  await wantArea(pool, LEEDS)
  expect(await claimArea(pool)).toMatchObject({ name: 'Leeds' })
  expect(await claimArea(pool)).toBeNull()
  await pool.query(`update place_areas set changed_at = now() - interval '2 minutes'`)
  expect(await claimArea(pool)).toMatchObject({ name: 'Leeds' })
})

test('an area is found by any point in it, across the date line too', async () => {
  const { pool } = database
  await wantArea(pool, FIJI)
  expect(await areaAround(pool, { lat: -18, lng: -179, country: 'FJ' })).toMatchObject({
    name: 'Fiji',
    state: 'waiting',
  })
  expect(await areaAround(pool, { lat: -18, lng: 178, country: 'FJ' })).toMatchObject({ name: 'Fiji' })
  expect(await areaAround(pool, { lat: -18, lng: 0, country: 'FJ' })).toBeNull()
})

test('an area of another country, in whose box the point lies, is not the one around it', async () => {
  const { pool } = database
  const extent = { box: { west: -125, south: 24, east: -66, north: 49 }, country: 'US' }
  await wantArea(pool, { ...POST, name: 'US', extent })
  expect(await areaAround(pool, { lat: 32.5, lng: -117, country: 'MX' })).toBeNull()
  expect(await areaAround(pool, { lat: 32.7, lng: -117.2, country: 'US' })).toMatchObject({ name: 'US' })
})

test('a failing bucket rests for longer each time, whichever area failed, until a fetch succeeds', async () => {
  const { pool } = database
  const failNext = async (): Promise<number> => {
    const area = await claimArea(pool)
    if (area === null) throw new Error('nothing to claim')
    await failArea(pool, area, OF_BUCKET)
    expect(await claimArea(pool)).toBeNull()
    const minutes = ((await bucketRest(pool))?.until.getTime() ?? 0) - Date.now()
    await pool.query(`update place_areas set next_try_at = now() where state = 'failed'`)
    return Math.round(minutes / 60_000)
  }
  await wantArea(pool, LEEDS)
  await wantArea(pool, FIJI)
  expect([await failNext(), await failNext(), await failNext()]).toEqual([1, 10, 60])
  const area = await claimArea(pool)
  await recordArea(
    pool,
    { name: area?.name ?? '', release: '1', bytes: 1 },
    { box: area ?? LEEDS.extent.box },
  )
  await forgiveBucket(pool)
  expect(await bucketRest(pool)).toBeNull()
  expect(await claimArea(pool)).not.toBeNull()
})

test('what fails for its own sake keeps no other area waiting, and is not tried again', async () => {
  const { pool } = database
  await wantArea(pool, LEEDS)
  await wantArea(pool, FIJI)
  const large = await claimArea(pool)
  if (large === null) throw new Error('nothing to claim')
  await failArea(pool, large, { reason: 'too_large', isBucketFailure: false, isTemporary: false })
  expect(await claimArea(pool)).toMatchObject({ name: 'Fiji' })
  expect(await bucketRest(pool)).toBeNull()
})

test('a cancelled fetch learns of it at its next report', async () => {
  const { pool } = database
  const { id } = await wantArea(pool, LEEDS)
  await claimArea(pool)
  const progress = { bytes: 10, ofBytes: 100, release: '1' }
  expect(await reportArea(pool, id, progress)).toBe(true)
  await cancelArea(pool, id)
  expect(await reportArea(pool, id, progress)).toBe(false)
})
