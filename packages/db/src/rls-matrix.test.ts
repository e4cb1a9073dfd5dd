import { createTestDatabase } from '@antojo/testing/database'
import type { PoolClient } from 'pg'
import { DatabaseError, escapeIdentifier, escapeLiteral } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { readMatrix, VERBS } from './rls-matrix.fixture.ts'
import type { MatrixLine, Verb } from './rls-matrix.fixture.ts'
import { ACTORS, fill, statement, TABLES, WORLD } from './rls-world.fixture.ts'

const MATRIX = readMatrix(Object.keys(ACTORS))

/** Errors about the row's values come after row security accepted the row, so such an attempt counts as accepted. */
const AFTER_ROW_SECURITY = new Set(['23505', '23502'])

let db: Database
let client: PoolClient

beforeAll(async () => {
  db = await createTestDatabase()
  client = await db.pool.connect()
  await client.query(`begin; ${fill(WORLD)} commit`)
})
afterAll(async () => {
  client.release()
  await db.close()
})

/** Runs one statement as the actor and undoes it. Returns the number of rows that it reached, or `denied`. */
async function reach(actorName: string, text: string): Promise<number | 'denied'> {
  const actor = ACTORS[actorName]
  if (actor === undefined) throw new Error(`no actor ${actorName}`)
  await client.query(
    `savepoint before; select set_config('request.jwt.claims', ${escapeLiteral(JSON.stringify(actor.claims))}, true),
      set_config('request.capabilities', ${escapeLiteral(JSON.stringify(actor.capabilities))}, true),
      set_config('role', ${escapeLiteral(actor.role)}, true)`,
  )
  try {
    return (await client.query(fill(text, actor.self))).rowCount ?? 0
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    if (AFTER_ROW_SECURITY.has(error.code ?? '')) return 1
    if (error.code === '42501') return 'denied'
    throw new Error(`${actorName}: ${text}`, { cause: error })
  } finally {
    await client.query('rollback to savepoint before')
  }
}

/** The result that the matrix should list. */
async function cell(table: string, actor: string, verb: Verb): Promise<string> {
  const under = TABLES[table]
  const names = Object.keys((verb === 'insert' ? under?.inserts : under?.rows) ?? {})
  const reached: string[] = []
  let refused = 0
  for (const name of names) {
    const rows = await reach(actor, statement(table, verb, name))
    if (rows === 'denied') refused += 1
    else if (rows > 0) reached.push(name)
  }
  if (refused === names.length) return 'denied'
  return reached.length === 0 ? '-' : reached.join(' ')
}

async function line(table: string, actor: string): Promise<MatrixLine> {
  const expected = { select: '', insert: '', update: '', delete: '' }
  for (const verb of VERBS) expected[verb] = await cell(table, actor, verb)
  return { table, actor, expected }
}

/** The line with its names sorted, so that their order does not matter. */
function sorted({ table, actor, expected }: MatrixLine): Record<string, string> {
  const cells = VERBS.map((verb) => [verb, expected[verb].split(' ').toSorted().join(' ')])
  return { table, actor, ...Object.fromEntries(cells) }
}

async function tablesOf(schemas: readonly string[]): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    `select case when nspname = 'public' then relname else nspname || '.' || relname end as name
       from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and nspname = any ($1) order by 1`,
    [schemas],
  )
  return found.rows.map(({ name }) => name)
}

test('the matrix has a line for every table and actor, and for nothing else', async () => {
  const tables = await tablesOf(['public', 'app'])
  const wanted = tables.flatMap((table) => Object.keys(ACTORS).map((actor) => `${table} ${actor}`))
  expect(MATRIX.map(({ table, actor }) => `${table} ${actor}`).toSorted()).toEqual(wanted.toSorted())
})

test('row security is enabled and forced on every table, with a policy', async () => {
  const gaps = await client.query(
    `select nspname, relname from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and nspname in ('public', 'app', 'auth')
        and not (relrowsecurity and relforcerowsecurity and exists (select from pg_policy where polrelid = c.oid))`,
  )
  expect(gaps.rows).toEqual([])
})

test('every table that a person reads hides the rows of accounts that wait for their deletion', async () => {
  const gaps = await client.query(
    `select relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        and has_any_column_privilege('authenticated', c.oid, 'select')
        and not exists (select from pg_policy where polrelid = c.oid and polname = 'not_hidden' and not polpermissive)`,
  )
  // Only the owner of the lists reads these.
  expect(gaps.rows.toSorted((a, b) => a.relname.localeCompare(b.relname))).toEqual([
    { relname: 'list_invites' },
    { relname: 'list_reports' },
  ])
})

test('no view bypasses row security', async () => {
  const views = await client.query(
    `select relname from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind in ('v', 'm') and nspname = 'public'
        and not coalesce(reloptions @> '{security_invoker=true}', false)`,
  )
  expect(views.rows).toEqual([])
})

test('a connection without a role sees no row of a person', async () => {
  for (const table of [
    'users',
    'user_settings',
    'videos',
    'video_lists',
    'list_videos',
    'user_places',
    'analyses',
  ]) {
    expect([table, (await client.query(`select from ${table}`)).rowCount]).toEqual([table, 0])
  }
})

describe('each cell is true of the database', () => {
  test.each([...new Set(MATRIX.map(({ table }) => table))])('%s', async (table) => {
    const wanted = MATRIX.filter((each) => each.table === table)
    await client.query('begin')
    const found: MatrixLine[] = []
    for (const { actor } of wanted) found.push(await line(table, actor))
    await client.query('rollback')
    expect(found.map(sorted)).toEqual(wanted.map(sorted))
  })
})

test('without any one of the policies some cell differs', { tags: 'slow' }, async () => {
  const policies = await client.query<{ table: string; policy: string }>(
    `select case when schemaname = 'public' then tablename else schemaname || '.' || tablename end as table,
            policyname as policy
       from pg_policies where schemaname in ('public', 'app') order by 1, 2`,
  )
  const idle: string[] = []
  for (const { table, policy } of policies.rows) {
    await client.query(`begin; drop policy ${escapeIdentifier(policy)} on ${table}`)
    const noticed = await differs(MATRIX.filter((each) => each.table === table))
    await client.query('rollback')
    if (!noticed) idle.push(`${table}: ${policy}`)
  }
  expect(policies.rows.length).toBeGreaterThan(30)
  expect(idle).toEqual([])
})

async function differs(lines: readonly MatrixLine[]): Promise<boolean> {
  for (const { table, actor, expected } of lines) {
    for (const verb of VERBS) {
      const found = await cell(table, actor, verb)
      if (found.split(' ').toSorted().join(' ') !== expected[verb].split(' ').toSorted().join(' '))
        return true
    }
  }
  return false
}
