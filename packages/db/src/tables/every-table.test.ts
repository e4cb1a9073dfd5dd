import { createTestDatabase } from '@antojo/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database.ts'

let db: Database
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

const TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'app')
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`

async function columns(condition: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from ${TABLES}
      where c.relkind in ('r', 'p') and ${condition} order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('every text, list and JSON that a person may write has a limit', async () => {
  const endless = await columns(`
    (has_column_privilege('authenticated', c.oid, a.attnum, 'insert')
      or has_column_privilege('authenticated', c.oid, a.attnum, 'update'))
    and a.atttypid = any ('{text,text[],jsonb}'::regtype[]) and a.attgenerated = ''
    and not exists (select from pg_constraint k
                     where k.conrelid = c.oid and k.contype in ('c', 'f') and a.attnum = any (k.conkey))`)
  // A policy allows only the address of the session here.
  expect(endless).toEqual(['users.email'])
})

test('the rows of a person are deleted with their account', async () => {
  const left = await columns(`
    a.attname = 'user_id' and not exists (select from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'f' and k.confdeltype = 'c' and a.attnum = any (k.conkey))`)
  expect(left).toEqual([])
})
