import type pg from 'pg'
import { AREA_COLUMNS, type KnownArea, within, WORLD } from './areas.ts'
import { inTransaction } from '@antojo/db/in-transaction'
import type { Point } from '@antojo/domain/distance'
import type { AreaReason } from '@antojo/domain/places/evidence-kinds'
import type { Extent } from './import/formats/read-parquet.ts'

/** An area whose fetch this process has claimed. */
export interface ClaimedArea extends KnownArea {
  readonly tries: number
}

/** Why a fetch failed: a `RemoteProblem`, or a reason of this server. */
export type AreaFailure = {
  readonly reason: string
  /** True when the whole bucket failed: no other area is fetched until the pause is over. */
  readonly isBucketFailure: boolean
  /** False when another attempt would fail the same way. */
  readonly isTemporary: boolean
}

/** After this long without progress, the process that fetched an area has ended. */
const MAX_SILENCE = `interval '60 seconds'`
/** Back-off after consecutive failures. */
const PAUSES = ['1 minute', '10 minutes', '1 hour', '6 hours', '1 day'] as const

/** Areas whose fetch may begin, including those of a process that has ended. */
const IS_DUE = `(state in ('waiting', 'failed') and next_try_at <= now()
  or state = 'running' and changed_at < now() - ${MAX_SILENCE})
  and not exists (select from place_areas r where r.state = 'running' and r.changed_at >= now() - ${MAX_SILENCE})
  and not exists (select from place_areas b where ${isResting('b')})`

/** SQL for an area that failed because of the bucket and still waits for its back-off to end. */
function isResting(area: string): string {
  return `${area}.state = 'failed' and ${area}.of_bucket and ${area}.next_try_at > now() and ${area}.next_try_at < 'infinity'`
}

/** The known area that contains the point, a fetched one first. */
export async function areaAround(
  pool: pg.Pool,
  { lat, lng, country }: Point & { readonly country: string },
): Promise<KnownArea | null> {
  const { rows } = await pool.query<KnownArea>(
    `select ${AREA_COLUMNS} from place_areas
      where source = 'overture' and (country is null or country = $3) and $1 between south and north
        and case when west <= east then $2 between west and east else $2 >= west or $2 <= east end
      order by state <> 'done', id limit 1`,
    [lat, lng, country],
  )
  return rows[0] ?? null
}

/** Whether the index has at least `count` places in the extent. */
export async function hasPlaces(
  pool: pg.Pool,
  { box = WORLD, country }: Extent,
  min: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from places where ${within(1)} and ($5::text is null or country = $5) limit $6`,
    [box.west, box.south, box.east, box.north, country ?? null, min],
  )
  return (rowCount ?? 0) >= min
}

/** Whether any area was fetched. */
export async function hasFetchedArea(pool: pg.Pool): Promise<boolean> {
  return ((await pool.query(`select from place_areas where state = 'done' limit 1`)).rowCount ?? 0) > 0
}

/** Whether the area will not be fetched soon, because it was fetched, failed or was cancelled. */
export async function isFetchOver(pool: pg.Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from place_areas where id = $1 and state in ('waiting', 'running')`,
    [id],
  )
  return rowCount === 0
}

/** The areas that wait until the bucket is asked again. */
export async function areasAtRest(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id::text as id from place_areas a
      where state = 'waiting' and exists (select from place_areas b where ${isResting('b')})`,
  )
  return rows.map(({ id }) => id)
}

/** The number of areas that were first requested within the last day: all, and those of imports. */
export async function areasOfToday(
  pool: pg.Pool,
): Promise<{ readonly all: number; readonly ofImports: number }> {
  const { rows } = await pool.query<{ all: number; ofImports: number }>(
    `select count(*)::int as all, (count(*) filter (where is_of_import))::int as "ofImports"
       from place_areas where wanted_at > now() - interval '1 day'`,
  )
  return rows[0] ?? { all: 0, ofImports: 0 }
}

/** An area that is to be fetched. */
export interface AreaToFetch {
  readonly name: string
  readonly extent: Extent
  readonly wantedFor: AreaReason
  readonly isOfImport: boolean
}

/** Queues an area to be fetched. A failed one is tried again when its back-off is over, or immediately with `again`. */
export async function wantArea(
  pool: pg.Pool,
  { name, extent: { box = WORLD, country }, wantedFor, isOfImport }: AreaToFetch,
): Promise<KnownArea> {
  const { rows } = await pool.query<KnownArea>(
    `insert into place_areas (name, source, release, west, south, east, north, country, wanted_for, is_of_import)
     values ($1, 'overture', '', $2, $3, $4, $5, $6, $7, $8)
     on conflict (source, west, south, east, north, country) do update
       set state = case place_areas.state when 'failed' then 'waiting' else place_areas.state end,
           next_try_at = case place_areas.state when 'failed' then now() else place_areas.next_try_at end
     returning ${AREA_COLUMNS}`,
    [name, box.west, box.south, box.east, box.north, country ?? null, wantedFor, isOfImport],
  )
  const [area] = rows
  if (area === undefined) throw new Error('An insert without a row')
  return area
}

/** Whether a fetch may begin. */
export async function hasDueArea(pool: pg.Pool): Promise<boolean> {
  return ((await pool.query(`select from place_areas where ${IS_DUE} limit 1`)).rowCount ?? 0) > 0
}

/** Claims the next area, unless another process is fetching one or the bucket is backed off. */
export async function claimArea(pool: pg.Pool): Promise<ClaimedArea | null> {
  return inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtext('antojo place areas'))`)
    const { rows } = await client.query<ClaimedArea>(
      `update place_areas set state = 'running', changed_at = now(), bytes = 0, of_bytes = 0
        where id = (select id from place_areas where ${IS_DUE} order by next_try_at, id limit 1)
       returning ${AREA_COLUMNS}, tries`,
    )
    return rows[0] ?? null
  })
}

/**
 * Claims a fetched area whose release is not the newest, unless some area is being updated or is due to be
 * fetched, which people wait for. One that failed is left until the next day.
 */
export async function claimOutdated(pool: pg.Pool, newest: string): Promise<KnownArea | null> {
  return inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtext('antojo place areas'))`)
    const { rows } = await client.query<KnownArea>(
      `update place_areas set updating_at = now()
        where id = (
          select id from place_areas
           where state = 'done' and source = 'overture' and release <> $1 and undone_release is distinct from $1
             and (updating_at is null or updating_at < now() - interval '20 hours')
           order by changed_at, id limit 1)
          and not exists (select from place_areas where updating_at > now() - interval '15 minutes')
          and not exists (select from place_areas where ${IS_DUE})
       returning ${AREA_COLUMNS}`,
      [newest],
    )
    return rows[0] ?? null
  })
}

/** Claims an area that somebody wants to be updated now; null when it is not fetched, or being updated. */
export async function claimUpdate(pool: pg.Pool, id: string): Promise<KnownArea | null> {
  const { rows } = await pool.query<KnownArea>(
    `update place_areas set updating_at = now(), bytes = 0, of_bytes = 0, reason = null
      where id = $1 and state = 'done' and (updating_at is null or updating_at < now() - interval '15 minutes')
     returning ${AREA_COLUMNS}`,
    [id],
  )
  return rows[0] ?? null
}

/** Writes the progress of an update, which also keeps its claim. */
export async function reportUpdate(
  pool: pg.Pool,
  id: string,
  { bytes, ofBytes }: { readonly bytes: number; readonly ofBytes: number },
): Promise<void> {
  await pool.query(
    `update place_areas set bytes = $2, of_bytes = $3, updating_at = now() where id = $1 and updating_at is not null`,
    [id, bytes, ofBytes],
  )
}

/** Ends the update of an area that had the newest release already. */
export async function endUpdate(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('update place_areas set updating_at = null, reason = null where id = $1', [id])
}

/** Writes why an update failed, and lets the next area be updated. */
export async function failUpdate(pool: pg.Pool, id: string, { reason }: AreaFailure): Promise<void> {
  await pool.query(
    `update place_areas set updating_at = updating_at - interval '15 minutes', reason = $2
      where id = $1 and state = 'done'`,
    [id, reason],
  )
}

/** Writes the progress of a fetch; false when the area was cancelled. */
export async function reportArea(
  pool: pg.Pool,
  id: string,
  { bytes, ofBytes, release }: { readonly bytes: number; readonly ofBytes: number; readonly release: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update place_areas set bytes = $2, of_bytes = $3, release = $4, changed_at = now()
      where id = $1 and state = 'running'`,
    [id, bytes, ofBytes, release],
  )
  return (rowCount ?? 0) > 0
}

/** Hands an unfinished fetch back to the queue. */
export async function returnArea(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(`update place_areas set state = 'waiting' where id = $1 and state = 'running'`, [id])
}

/** Records why a fetch failed and when to try again; consecutive failures of the bucket lengthen the back-off. */
export async function failArea(
  pool: pg.Pool,
  { id, tries }: ClaimedArea,
  failure: AreaFailure,
): Promise<void> {
  const { reason, isBucketFailure, isTemporary } = failure
  await pool.query(
    `with earlier as (
       select greatest($4, max(tries) filter (where state = 'failed' and of_bucket and $3)) as tries from place_areas)
     update place_areas set state = 'failed', reason = $2, of_bucket = $3, changed_at = now(), tries = earlier.tries + 1,
       next_try_at = case when $5
         then now() + ($6::interval[])[least(earlier.tries + 1, cardinality($6::interval[]))] else 'infinity' end
       from earlier where id = $1 and state = 'running'`,
    [id, reason, isBucketFailure, tries, isTemporary, [...PAUSES]],
  )
}

/** After a success, makes the areas due that failed because of the bucket. */
export async function forgiveBucket(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update place_areas set state = 'waiting', tries = 0, next_try_at = now() where state = 'failed' and of_bucket`,
  )
}

/** Until when the bucket is not asked, and why; null when it is asked. */
export async function bucketRest(
  pool: pg.Pool,
): Promise<{ readonly reason: string; readonly until: Date } | null> {
  const { rows } = await pool.query<{ reason: string; until: Date }>(
    `select reason, next_try_at as until from place_areas b where ${isResting('b')} order by next_try_at desc limit 1`,
  )
  return rows[0] ?? null
}

/** Removes an area that is not fetched yet from the queue; a running fetch stops at its next report. */
export async function cancelArea(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(`delete from place_areas where id = $1 and state <> 'done'`, [id])
}
