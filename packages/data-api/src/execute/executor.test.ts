import type { Database } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../api-error.ts'
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
  const executor = new Executor(pool, 20)
  const rows = await executor.run(
    settings,
    [
      statement('select current_user::text, txid_current()::text'),
      statement(`select current_setting('request.jwt.claims'), txid_current()::text`),
    ],
    undefined,
  )
  const [first, second] = [rows[0]?.[0], rows[1]?.[0]]
  expect([first?.[0], second?.[0]]).toEqual(['authenticated', '{"sub":"ana"}'])
  expect(first?.[1]).toBe(second?.[1])
  expect((await pool.query('select current_user as name')).rows).toEqual([{ name: 'antojo' }])
})

test('undoes everything when a statement fails, and goes on', async () => {
  const executor = new Executor(pool, 20)
  const insert = statement('insert into things values ($1)', '1')
  await expect(executor.run(settings, [insert, statement('select 1 / 0')], undefined)).rejects.toMatchObject({
    code: '22012',
  })
  await expect(executor.run(settings, [statement('select nope')], undefined)).rejects.toMatchObject({
    code: '42703',
  })
  expect(await things()).toBe(0)
  expect(await executor.run(settings, [statement('select 1::text')], undefined)).toEqual([[['1']]])
})

test('asks the verdict before it commits', async () => {
  const executor = new Executor(pool, 20)
  const insert = statement('insert into things values ($1) returning id::text', '2')
  await executor.run(settings, [insert], () => false)
  const refusal = new ApiError(406, 'PGRST116', 'no')
  const refuse = () => {
    throw refusal
  }
  await expect(executor.run(settings, [insert], refuse)).rejects.toBe(refusal)
  expect(await things()).toBe(0)
  expect(await executor.run(settings, [insert], ([rows]) => rows?.[0]?.[0] === '2')).toEqual([[['2']]])
  expect(await things()).toBe(1)
})

test('holds a bounded number of prepared statements', async () => {
  const executor = new Executor(pool, 10)
  for (let n = 0; n < 30; n += 1) await executor.run(settings, [statement(`select '${n}'::text`)], undefined)
  await executor.run(settings, [statement('select 1')], undefined)
  const { rows } = await pool.query(
    `select count(*)::int as n from pg_prepared_statements where statement like 'select ''%'`,
  )
  expect(rows[0].n).toBeGreaterThan(0)
  expect(rows[0].n).toBeLessThanOrEqual(10)
})

test('does without names when a pooler has lost them', async () => {
  const executor = new Executor(pool, 20)
  const ask = () => executor.run(settings, [statement('select 7::text')], undefined)
  await ask()
  await pool.query('deallocate all')
  expect(await ask()).toEqual([[['7']]])
  await pool.query('deallocate all')
  expect(await ask()).toEqual([[['7']]])
  expect((await pool.query('select count(*)::int as n from pg_prepared_statements')).rows).toEqual([{ n: 0 }])
})
