import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepExpired } from './sweep.ts'
import { startAuth } from './testing/fixture.ts'
import type { AuthFixture } from './testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

async function count(table: string): Promise<number> {
  const { rows } = await auth.db.pool.query<{ count: number }>(
    `select count(*)::int as count from auth.${table}`,
  )
  return rows[0]?.count ?? 0
}

it('sweeps what has expired and nothing else', async () => {
  const tables = ['one_time_tokens', 'flow_states', 'rate_limits', 'audit_log_entries', 'users']
  const client = auth.client({ flowType: 'pkce' })
  await client.signUp({ email: 'swept@example.org', password: 'correct horse' })
  const before = await Promise.all(tables.map(count))
  expect(Math.min(...before)).toBeGreaterThan(0)
  await sweepExpired(auth.db.pool)
  expect(await Promise.all(tables.map(count))).toEqual(before)
  for (const table of ['one_time_tokens', 'flow_states', 'audit_log_entries']) {
    await auth.db.pool.query(`update auth.${table} set created_at = created_at - interval '2 years'`)
  }
  await auth.db.pool.query(`update auth.rate_limits set updated_at = now() - interval '2 days'`)
  await sweepExpired(auth.db.pool)
  expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0, 0, 1])
})

it('sweeps sessions that were not used for longer than allowed', async () => {
  await auth.db.pool.query(
    `insert into auth.sessions (user_id, created_at) select id, now() - interval '3 days' from auth.users`,
  )
  await sweepExpired(auth.db.pool)
  expect(await count('sessions')).toBe(1)
  await sweepExpired(auth.db.pool, 3600)
  expect(await count('sessions')).toBe(0)
})
