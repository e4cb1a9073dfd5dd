import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeExpired, purgeRateLimits } from './purge-expired.ts'
import { type AuthFixture, startAuth } from './testing/fixture.ts'

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

it('deletes expired rows and nothing else', async () => {
  const tables = ['one_time_tokens', 'flow_states', 'audit_log_entries', 'users']
  const client = auth.client({ flowType: 'pkce' })
  await client.signUp({ email: 'swept@example.org', password: 'correct horse' })
  const before = await Promise.all(tables.map(count))
  expect(Math.min(...before)).toBeGreaterThan(0)
  await purgeExpired(auth.db.pool)
  expect(await Promise.all(tables.map(count))).toEqual(before)
  for (const table of ['one_time_tokens', 'flow_states', 'audit_log_entries']) {
    await auth.db.pool.query(`update auth.${table} set created_at = created_at - interval '2 years'`)
  }
  await purgeExpired(auth.db.pool)
  expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0, 1])
})

it('deletes sessions that were unused for longer than allowed', async () => {
  await auth.db.pool.query(
    `insert into auth.sessions (user_id, created_at) select id, now() - interval '3 days' from auth.users`,
  )
  await purgeExpired(auth.db.pool)
  expect(await count('sessions')).toBe(1)
  await purgeExpired(auth.db.pool, 3600)
  expect(await count('sessions')).toBe(0)
})

it('keeps failed sign-ins for a month only, because strangers can cause any number of them', async () => {
  await auth.db.pool.query('truncate auth.audit_log_entries')
  await auth.db.pool.query(
    `insert into auth.audit_log_entries (action, created_at)
     select action, now() - make_interval(days => age)
     from unnest(array['login', 'login_failed']) as action, unnest(array[20, 40]) as age`,
  )
  await purgeExpired(auth.db.pool)
  const { rows } = await auth.db.pool.query('select action from auth.audit_log_entries order by action')
  expect(rows.map(({ action }) => action)).toEqual(['login', 'login', 'login_failed'])
})

it('deletes networks and devices that an account has not used for a year', async () => {
  await auth.db.pool.query(
    `insert into auth.known_origins (user_id, origin, last_used_at)
     select id, '\\x01', now() - interval '2 years' from auth.users`,
  )
  const before = await count('known_origins')
  await purgeExpired(auth.db.pool)
  expect(await count('known_origins')).toBe(before - 1)
})

it('deletes full buckets and, of too many, those that will be full first', async () => {
  await auth.db.pool.query('truncate auth.rate_limits')
  await auth.db.pool.query(
    `insert into auth.rate_limits (key, full_at)
     select int4send(second), now() + make_interval(secs => second) from generate_series(-100, 1000, 100) as second`,
  )
  const left = async () => {
    const { rows } = await auth.db.pool.query('select 1 from auth.rate_limits where full_at < now()')
    return { rows: await count('rate_limits'), full: rows.length }
  }
  await purgeRateLimits(auth.db.pool, 100)
  expect(await left()).toEqual({ rows: 10, full: 0 })
  await purgeRateLimits(auth.db.pool, 4)
  expect(await left()).toEqual({ rows: 4, full: 0 })
  const { rows } = await auth.db.pool.query<{ second: number }>(
    `select ('x' || encode(key, 'hex'))::bit(32)::int as second from auth.rate_limits order by 1`,
  )
  expect(rows.map(({ second }) => second)).toEqual([700, 800, 900, 1000])
})
