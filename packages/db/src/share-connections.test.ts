import { createTestDatabase } from '@antojo/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { shareConnections } from './share-connections.ts'

let db: Database
beforeAll(async () => void (db = await createTestDatabase()))
afterAll(() => db.close())

test('each use of a connection takes a turn and ends it, also when it fails', async () => {
  const pool = db.openPool({ size: 2 })
  let running = 0
  let taken = 0
  const takeTurn = async () => {
    running += 1
    taken += 1
    return () => void (running -= 1)
  }
  shareConnections(pool, { takeTurn })
  const seen = await Promise.all([1, 2, 3].map(() => pool.query<{ n: number }>('select 1 as n')))
  expect(seen.map(({ rows }) => rows[0]?.n)).toEqual([1, 1, 1])
  await expect(pool.query('select nothing')).rejects.toThrow('nothing')
  const client = await pool.connect()
  expect(running).toBe(1)
  client.release()
  expect({ running, taken }).toEqual({ running: 0, taken: 5 })
})

test('without a turn there is no connection', async () => {
  const pool = db.openPool({ size: 1 })
  shareConnections(pool, { takeTurn: () => Promise.reject(new Error('no turn')) })
  await expect(pool.query('select 1')).rejects.toThrow('no turn')
  await expect(pool.connect()).rejects.toThrow('no turn')
  expect(pool.totalCount).toBe(0)
})

test('a caller with other connections takes no turn', async () => {
  const [pool, other] = [db.openPool({ size: 1 }), db.openPool({ size: 1 })]
  let isOther = true
  shareConnections(pool, {
    takeTurn: () => Promise.reject(new Error('no turn')),
    otherPool: () => (isOther ? other : null),
  })
  const { rows } = await pool.query<{ n: number }>('select 1 as n')
  expect(rows).toEqual([{ n: 1 }])
  expect([pool.totalCount, other.idleCount]).toEqual([0, 1])
  isOther = false
  await expect(pool.query('select 1')).rejects.toThrow('no turn')
})
