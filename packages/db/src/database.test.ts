import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

// The tests start several servers on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let dir: string
let db: Database
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'antojo-database-'))
  db = await openDatabase({ kind: 'embedded', dir })
})
afterAll(async () => {
  await db.close()
  await rm(dir, { recursive: true })
})

async function one(text: string): Promise<unknown> {
  return (await db.pool.query(text)).rows[0]
}

test('the embedded database connects as an owner who is no superuser, and keeps its rows', async () => {
  await migrate(db.pool, [])
  await db.pool.query('create table kept as select 1 as n')
  expect(
    await one('select current_user as name, usesuper from pg_user where usename = current_user'),
  ).toEqual({
    name: 'antojo',
    usesuper: false,
  })
  await db.close()
  await db.close()
  db = await openDatabase({ kind: 'embedded', dir })
  await migrate(db.pool, [])
  expect(await one('select n from kept')).toEqual({ n: 1 })
})

test('a separate pool keeps its settings and ends with the database', async () => {
  const pool = db.openPool({ size: 2, settings: { plan_cache_mode: 'force_generic_plan' } })
  const shown = await pool.query('show plan_cache_mode')
  expect(shown.rows).toEqual([{ plan_cache_mode: 'force_generic_plan' }])
  expect(await one('show plan_cache_mode')).toEqual({ plan_cache_mode: 'auto' })
  await db.close()
  await expect(pool.query('select 1')).rejects.toThrow('after calling end')
  db = await openDatabase({ kind: 'embedded', dir })
})

test('a pool may bound what its statements write to the disk', async () => {
  const pool = db.openPool({ size: 1, settings: { temp_file_limit: '64', work_mem: '64kB' } })
  const sorting = pool.query('select n from generate_series(1, 100000) n order by random()')
  await expect(sorting).rejects.toThrow('temp_file_limit')
})

test('the backends of a pool can run at a lower priority', async () => {
  const pool = db.openPool({ size: 1, niceness: 10 })
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  expect(getPriority(rows[0]?.pid)).toBe(10)
})

test('named statements are planned once on the carried server, and as the server chooses elsewhere', async () => {
  const shown = await db.genericPlanPool.query('show plan_cache_mode')
  expect(shown.rows).toEqual([{ plan_cache_mode: 'force_generic_plan' }])
  const url = `postgres://antojo@/antojo?host=${encodeURIComponent(join(dir, 'data'))}`
  const foreign = await openDatabase({ kind: 'postgres', url })
  expect(foreign.genericPlanPool).toBe(foreign.pool)
  await foreign.close()
})

test('a connection that Postgres ends between two statements fails the transaction and nothing else', async () => {
  const client = await db.pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  await db.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await ended
  await expect(client.query('select 1')).rejects.toThrow(/not queryable|terminat/)
  client.release(true)
  expect(await one('select 1 as n')).toEqual({ n: 1 })
})

test('the pool works again after Postgres crashed and restarted', async () => {
  const pid = Number((await readFile(join(dir, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
  await one('select 1')
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => one('select 1 as n').catch(() => undefined), { timeout: 15_000 }).toEqual({ n: 1 })
})
