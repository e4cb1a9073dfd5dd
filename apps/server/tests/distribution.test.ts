import { readFile } from 'node:fs/promises'
import type { Database } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** The product's tables, each with the first column of its primary key. */
async function leads(): Promise<{ name: string; lead: string; owned: boolean }[]> {
  const { rows } = await database.pool.query<{ name: string; lead: string; owned: boolean }>(`
    select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name,
      a.attname as lead,
      exists (select from pg_attribute u where u.attrelid = c.oid and u.attname = 'user_id') as owned
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where n.nspname in ('public', 'app') and c.relkind = 'r'`)
  return rows
}

it('every table with data of people can be distributed by person', async () => {
  const tables = await leads()
  const owned = tables.filter((table) => table.owned)
  expect(owned.length).toBeGreaterThanOrEqual(10)
  expect(owned.filter(({ lead }) => lead !== 'user_id')).toEqual([])
  expect(tables.find(({ name }) => name === 'users')?.lead).toBe('id')
})

it('the handbook states the distribution of each table', async () => {
  const handbook = await readFile(new URL('../../../docs/scaling.md', import.meta.url), 'utf8')
  const told = new Set([...handbook.matchAll(/create_\w+_table\('([\w.]+)'/gu)].map((match) => match[1]))
  expect(told).toEqual(new Set((await leads()).map(({ name }) => name)))
})
