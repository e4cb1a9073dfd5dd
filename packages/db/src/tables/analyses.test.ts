import { createTestDatabase } from '@antojo/testing/database'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database.ts'

let db: Database
beforeEach(async () => {
  db = await createTestDatabase()
})
afterEach(() => db.close())

interface Claim {
  readonly id: string
  readonly state: string
  readonly lease: string | null
}

const URL = 'https://www.tiktok.com/@a/video/1'

async function claim({ version = 1, seconds = 30, freshAfter = '-infinity' } = {}): Promise<Claim> {
  const found = await db.asSystem('claim', (tx) =>
    sql<Claim>`select id, state, lease from app.claim_analysis(${URL}, 'TikTok', ${version}, ${seconds}, ${freshAfter})`.execute(
      tx,
    ),
  )
  const row = found.rows[0]
  if (row === undefined) throw new Error('claim_analysis gave no row')
  return row
}

async function finish(taken: Claim, state: 'done' | 'failed'): Promise<number> {
  const result = await db.asSystem('finish', (tx) =>
    tx
      .updateTable('analyses')
      .set({ state, finished_at: new Date() })
      .where('id', '=', taken.id)
      .where('lease', '=', taken.lease)
      .executeTakeFirst(),
  )
  return Number(result.numUpdatedRows)
}

test('of many simultaneous requests, one gets the work', async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, () => claim()))
  expect(claims.filter(({ lease }) => lease !== null)).toHaveLength(1)
  expect(new Set(claims.map(({ id }) => id)).size).toBe(1)
  expect(claims.every(({ state }) => state === 'running')).toBe(true)
})

test('a finished one serves everybody, until the pipeline is newer or it is too old', async () => {
  await finish(await claim(), 'done')
  expect(await claim()).toMatchObject({ state: 'done', lease: null })
  expect((await claim({ version: 2 })).lease).not.toBeNull()
})

test('one that is older than wanted is done again', async () => {
  await finish(await claim(), 'done')
  expect((await claim({ freshAfter: '-infinity' })).lease).toBeNull()
  expect((await claim({ freshAfter: 'infinity' })).lease).not.toBeNull()
})

test('one that failed a moment ago answers everybody, and is tried again on demand', async () => {
  await finish(await claim(), 'failed')
  expect(await claim()).toMatchObject({ state: 'failed', lease: null })
  expect((await claim({ freshAfter: 'infinity' })).lease).not.toBeNull()
})

test('when the worker is gone another takes over, and a late result changes nothing', async () => {
  const first = await claim({ seconds: 0 })
  const second = await claim()
  expect(second.lease).not.toBeNull()
  expect(await finish(first, 'done')).toBe(0)
  expect(await finish(second, 'done')).toBe(1)
})
