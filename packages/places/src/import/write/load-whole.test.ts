import type { Database } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPlaceIndex, type PlaceIndex } from '../../place-index.ts'
import type { PlaceRecord } from '../record.ts'
import { importPlaces, type ImportProgress } from '../run-import.ts'

let database: Database
let index: PlaceIndex

beforeEach(async () => {
  database = await createTestDatabase()
  const genericPlan = { size: 1, settings: { plan_cache_mode: 'force_generic_plan' } }
  index = createPlaceIndex(database.pool, database.openPool(genericPlan))
})
afterEach(() => database.close())

const record = (sourceId: string, name: string): PlaceRecord => ({
  source: 'test',
  sourceId,
  name,
  otherNames: [],
  lat: 40.4168,
  lng: -3.7038,
  categories: [],
  cuisine: [],
})

/** Imports each group as a batch. Two or more are loaded as a whole, because the index is small. */
function load(groups: Iterable<PlaceRecord[]> | AsyncIterable<PlaceRecord[]>): Promise<ImportProgress> {
  async function* all(): AsyncGenerator<PlaceRecord[]> {
    for await (const group of groups) yield group
  }
  return importPlaces(database.pool, all(), { batchSize: 2 })
}

const OLD = [[record('1', 'Bar Uno'), record('2', 'Bar Dos')], [record('3', 'Bar Tres')]]

const idsOf = async (key: string): Promise<string[]> =>
  (await index.byKeys([key])).map((hit) => hit.place.sourceId)

/**
 * Waits until a connection holds or awaits this lock in this database, and returns it; the server has many databases.
 */
async function locking(where: string): Promise<number> {
  const connections = async (): Promise<readonly { pid: number }[]> => {
    const { rows } = await database.pool.query<{ pid: number }>(
      `select pid from pg_locks join pg_database d on d.oid = database where d.datname = current_database() and ${where}`,
    )
    return rows
  }
  await expect.poll(connections, { timeout: 10_000 }).toHaveLength(1)
  return (await connections())[0]?.pid ?? 0
}

const importing = (): Promise<number> =>
  locking(`mode = 'ShareRowExclusiveLock' and granted and relation = 'places'::regclass`)

async function cutConnection(): Promise<void> {
  await database.pool.query('select pg_terminate_backend($1)', [await importing()])
}

test('replaced tables keep their columns, indexes, policies and grants', async () => {
  const shape = async (): Promise<unknown> => {
    const { rows } = await database.pool.query(`
      select c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text, pg_get_userbyid(c.relowner) as owner,
        (select array_agg(a.attname || ' ' || format_type(a.atttypid, null) || a.attnotnull || a.attcollation order by a.attnum)
         from pg_attribute a where a.attrelid = c.oid and a.attnum > 0) as columns,
        (select array_agg(pg_get_indexdef(i.indexrelid) || i.indisprimary order by i.indexrelid::regclass::text) from pg_index i where i.indrelid = c.oid) as indexes,
        (select array_agg(pg_get_constraintdef(k.oid) || k.conname order by k.conname) from pg_constraint k where k.conrelid = c.oid) as constraints,
        (select array_agg(p::text order by p.policyname) from pg_policies p where p.tablename = c.relname) as policies
      from pg_class c where c.relnamespace = current_schema::regnamespace and c.relkind = 'r' and c.relname like 'place%' order by 1`)
    return rows
  }
  const before = await shape()
  await load(OLD)
  expect(await idsOf('bar dos')).toEqual(['2'])
  expect(await shape()).toEqual(before)
})

test('existing places are kept, updated or unchanged, and of two records of a file the last one counts', async () => {
  await load(OLD)
  const again = await load([
    [record('1', 'Bar Uno'), record('2', 'Bar Duque')],
    [record('4', 'Bar Cuatro'), record('5', 'Bar Cinco')],
    [record('4', 'Bar Cuarteto')],
  ])
  expect(again).toMatchObject({ inserted: 2, updated: 2, unchanged: 1 })
  const keys = ['bar uno', 'bar dos', 'bar duque', 'bar tres', 'bar cuatro', 'bar cuarteto', 'bar cinco']
  expect(await Promise.all(keys.map(idsOf))).toEqual([['1'], [], ['2'], ['3'], [], ['4'], ['5']])
  expect((await index.byKeys(['bar uno']))[0]?.keyCount).toBe(1)
  await load([[record('6', 'Bar Seis')]])
  expect(await idsOf('bar seis')).toEqual(['6'])
})

test.each([
  ['a file that breaks off', 'broken', () => Promise.reject(new Error('broken'))],
  ['a connection that is cut', /connection|EPIPE|ECONNRESET/i, cutConnection],
])('%s leaves the index as it was, and it can be read meanwhile', async (_what, why, breakOff) => {
  await load(OLD)
  async function* breaking(): AsyncGenerator<PlaceRecord[]> {
    yield [record('7', 'Bar Siete'), record('8', 'Bar Ocho')]
    yield [record('1', 'Bar Nuevo'), record('9', 'Bar Nueve')]
    expect(await idsOf('bar uno')).toEqual(['1'])
    await breakOff()
    yield [record('10', 'Bar Diez')]
  }
  await expect(load(breaking())).rejects.toThrow(why)
  expect(await Promise.all(['bar uno', 'bar siete', 'bar nuevo', 'bar diez'].map(idsOf))).toEqual([
    ['1'],
    [],
    [],
    [],
  ])
  expect(await load([[record('7', 'Bar Siete'), record('8', 'Bar Ocho')]])).toMatchObject({ inserted: 2 })
  expect(await idsOf('bar siete')).toEqual(['7'])
})

test('a client that reads one of the tables and then another is never cancelled', async () => {
  await load(OLD)
  const reader = await database.pool.connect()
  try {
    await reader.query('begin')
    await reader.query('select from place_keys')
    const loaded = load([[record('7', 'Bar Siete'), record('8', 'Bar Ocho')]])
    await locking(`mode = 'AccessExclusiveLock' and not granted`)
    await reader.query('select from place_names')
    await reader.query('commit')
    expect(await loaded).toMatchObject({ inserted: 2 })
  } finally {
    reader.release()
  }
})

test('an import does not wait for a place that is being added', async () => {
  const found = record('11', 'Bar Once')
  async function* slow(): AsyncGenerator<PlaceRecord[]> {
    yield [record('7', 'Bar Siete'), record('8', 'Bar Ocho')]
    yield [record('9', 'Bar Nueve'), record('10', 'Bar Diez')]
    await importing()
    await index.remember([found])
  }
  expect(await load(slow())).toMatchObject({ inserted: 4 })
  expect(await idsOf('bar once')).toEqual([])
  await index.remember([found])
  expect(await idsOf('bar once')).toEqual(['11'])
})
