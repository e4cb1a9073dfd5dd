import type { Database } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../api-error.ts'
import { Departure } from './departure.ts'
import { Executor, type RequestSettings } from './executor.ts'

let database: Database
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = database.openPool({ size: 1 })
  await pool.query(
    'create table things (id int primary key); grant select, insert on things to authenticated',
  )
})
afterAll(() => database.close())

const settings: RequestSettings = {
  role: 'authenticated',
  searchPath: '"public"',
  claims: '{"sub":"ana"}',
  method: 'GET',
  path: '/things',
  headers: '{}',
  cookies: '{}',
  capabilities: '[]',
  readOnly: false,
  genericPlans: true,
  statementTimeout: 5_000,
  timezone: undefined,
}
const statement = (text: string, ...values: string[]) => ({ text, values })
const things = async () => Number((await pool.query('select count(*) as n from things')).rows[0].n)

test('runs statements as the role, in one transaction, and leaves nothing behind', async () => {
  const executor = new Executor(pool, 10_000)
  const rows = await executor.run(settings, [
    statement('select current_user::text, txid_current()::text'),
    statement(`select current_setting('request.jwt.claims'), txid_current()::text`),
  ])
  const [first, second] = [rows[0]?.[0], rows[1]?.[0]]
  expect([first?.[0], second?.[0]]).toEqual(['authenticated', '{"sub":"ana"}'])
  expect(first?.[1]).toBe(second?.[1])
  expect((await pool.query('select current_user as name')).rows).toEqual([{ name: 'antojo' }])
})

test('undoes everything when a statement fails, and works on', async () => {
  const executor = new Executor(pool, 10_000)
  const insert = statement('insert into things values ($1)', '1')
  await expect(executor.run(settings, [insert, statement('select 1 / 0')])).rejects.toMatchObject({
    code: '22012',
  })
  await expect(executor.run(settings, [statement('select nope')])).rejects.toMatchObject({
    code: '42703',
  })
  expect(await things()).toBe(0)
  expect(await executor.run(settings, [statement('select 1::text')])).toEqual([[['1']]])
})

test('waits for the verdict before it commits', async () => {
  const executor = new Executor(pool, 10_000)
  const insert = statement('insert into things values ($1) returning id::text', '2')
  await executor.run(settings, [insert], { verdict: () => false })
  const refusal = new ApiError(406, 'PGRST116', 'no')
  const refuse = () => {
    throw refusal
  }
  await expect(executor.run(settings, [insert], { verdict: refuse })).rejects.toBe(refusal)
  expect(await things()).toBe(0)
  expect(await executor.run(settings, [insert], { verdict: ([rows]) => rows?.[0]?.[0] === '2' })).toEqual([
    [['2']],
  ])
  expect(await things()).toBe(1)
})

const named = async (like: string) =>
  (
    await pool.query(
      `select statement from pg_prepared_statements where statement like $1 order by prepare_time`,
      [like],
    )
  ).rows.map(({ statement: text }) => String(text))

const runTimes = async (executor: Executor, text: string, times: number) => {
  for (let n = 0; n < times; n += 1) await executor.run(settings, [statement(text)])
}

test('names repeated statements, never single or long ones', async () => {
  const executor = new Executor(pool, 10_000)
  for (let n = 0; n < 30; n += 1) await runTimes(executor, `select 'once ${n}'::text`, 1)
  await runTimes(executor, `select 'often'::text`, 4)
  await runTimes(executor, `select 'often, and long ${'x'.repeat(5_000)}'::text`, 4)
  expect(await named(`select 'o%`)).toEqual([`select 'often'::text`])
})

test('bounds the text of prepared statements', async () => {
  const executor = new Executor(pool, 1_000)
  for (let n = 0; n < 12; n += 1)
    await runTimes(executor, `select 'bounded ${n} ${'x'.repeat(200)}'::text`, 3)
  await runTimes(executor, 'select 1', 1)
  const texts = await named(`select 'bounded%`)
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.join('').length).toBeLessThanOrEqual(1_000)
  expect(texts.at(-1)).toContain('bounded 11')
})

test('keeps the statements of people while guests send new ones', async () => {
  const executor = new Executor(pool, 1_000)
  await runTimes(executor, `select 'of people'::text`, 3)
  const guest = { ...settings, role: 'anon', claims: '{}' }
  for (let n = 0; n < 12; n += 1)
    for (let times = 0; times < 3; times += 1)
      await executor.run(guest, [statement(`select 'of guests ${n} ${'x'.repeat(200)}'::text`)])
  expect(await named(`select 'of people%`)).toHaveLength(1)
})

test('ends the statement of a client that has left, and no other', async () => {
  const executor = new Executor(pool, 10_000)
  const leaving = new Departure()
  const slow = executor.run(settings, [statement('select pg_sleep(30)::text')], { departure: leaving })
  const next = executor.run(settings, [statement('select pg_sleep(0.3)::text')])
  const running = `select from pg_stat_activity where state = 'active' and query like 'select pg_sleep(30)%'`
  await expect.poll(async () => (await database.pool.query(running)).rowCount).toBe(1)
  leaving.happen()
  await expect(slow).rejects.toThrow('canceling statement due to user request')
  expect(await next).toEqual([[['']]])
  const late = executor.run(settings, [statement('select 1::text')], { departure: leaving })
  await expect(late).rejects.toMatchObject({ status: 499 })
})

test('works without names when a pooler has lost them', async () => {
  const executor = new Executor(pool, 10_000)
  const ask = () => executor.run(settings, [statement('select 7::text')])
  for (let n = 0; n < 3; n += 1) await ask()
  await pool.query('deallocate all')
  expect(await ask()).toEqual([[['7']]])
  await pool.query('deallocate all')
  expect(await ask()).toEqual([[['7']]])
  expect((await pool.query('select count(*)::int as n from pg_prepared_statements')).rows).toEqual([{ n: 0 }])
})
