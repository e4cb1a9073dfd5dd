import type pg from 'pg'
import type { KnownArea } from './areas.ts'
import { inTransaction } from '@antojo/db/in-transaction'
import { recordSource, refreshCounts } from './import/run-import.ts'

/** Removes all places of a source from the index, and its fetched areas. Returns the number of places. */
export async function forgetSource(pool: pg.Pool, source: string): Promise<number> {
  return forget(pool, source, async (client) => {
    await client.query('delete from place_areas where source = $1', [source])
    await client.query(
      'with removed as (delete from places where source = $1 returning id) insert into gone select id from removed',
      [source],
    )
  })
}

/**
 * Removes the places of a fetched area from the index, except those that lie in another fetched area too. Returns their
 * number.
 */
export async function forgetArea(pool: pg.Pool, { id, source }: KnownArea): Promise<number> {
  return forget(pool, source, async (client) => {
    await client.query(
      `with removed as (
         delete from places p using place_areas area
         where area.id = $1 and p.source = area.source and ${liesIn('area')}
           and not exists (
             select from place_areas other where other.id <> area.id and other.source = area.source and ${liesIn('other')}
           )
         returning p.id
       ) insert into gone select id from removed`,
      [id],
    )
    await client.query('delete from place_areas where id = $1', [id])
  })
}

/** SQL for a place `p` within the box and the country of an area; a box may cross the 180th meridian. */
export function liesIn(area: string): string {
  return `p.lat between ${area}.south and ${area}.north
    and case when ${area}.west <= ${area}.east then p.lng between ${area}.west and ${area}.east
             else p.lng >= ${area}.west or p.lng <= ${area}.east end
    and (${area}.country is null or p.country = ${area}.country)`
}

/**
 * `remove` puts the ids of the places that it deletes into the temporary table `gone`; their names are deleted in the
 * same transaction.
 */
async function forget(
  pool: pg.Pool,
  source: string,
  remove: (client: pg.PoolClient) => Promise<void>,
): Promise<number> {
  const removed = await inTransaction(pool, async (client) => {
    await lockImports(client)
    await client.query('create temporary table gone (id bigint) on commit drop')
    await remove(client)
    return forgetNames(client)
  })
  await refreshCounts(pool)
  await recordSource(pool, source)
  await pool.query('delete from place_sources where source = $1 and places = 0', [source])
  return removed
}

/** Imports of the same places wait until the end of the transaction. */
export async function lockImports(client: pg.PoolClient): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtext('antojo places import'))`)
}

/** Deletes the names of the places in the temporary table `gone`. Returns the number of these places. */
export async function forgetNames(client: pg.PoolClient): Promise<number> {
  await client.query('create temporary table gone_keys (key text collate "C", places integer) on commit drop')
  await client.query(
    `with names as (delete from place_names using gone where place_id = gone.id returning key)
     insert into gone_keys select key, count(*) from names group by key`,
  )
  await client.query(
    `update place_keys k set places = k.places - g.places,
       whole = k.whole and exists (select from place_names n where n.key = k.key and not n.short and not n.handle)
     from gone_keys g where k.key = g.key`,
  )
  const { rows } = await client.query<{ places: number }>('select count(*)::int as places from gone')
  return rows[0]?.places ?? 0
}
