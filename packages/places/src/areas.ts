import type pg from 'pg'
import type { AreaReason } from '@antojo/domain/places/evidence-kinds'
import type { Box } from './geo.ts'
import type { Extent } from './import/formats/read-parquet.ts'

/** An area whose places were fetched from a release. */
export interface KnownArea extends Box {
  readonly id: string
  readonly name: string
  readonly source: string
  readonly release: string
  readonly country: string | null
  readonly places: number
  /** `bytes` of `ofBytes` have been read; `ofBytes` is 0 until the size is known. */
  readonly bytes: number
  readonly ofBytes: number
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly reason: string | null
  /** True when its last fetch failed because of the bucket, which concerns all areas. */
  readonly isOfBucket: boolean
  /** Why it was first wanted; null when unknown. */
  readonly wantedFor: AreaReason | null
  /** True while a newer release is being read for it. */
  readonly isUpdating: boolean
  /** When its fetch ended, failed or last reported its progress. */
  readonly changedAt: Date
}

export const AREA_COLUMNS = `id::text as id, name, source, release, west, south, east, north, country, places, state, reason, of_bucket as "isOfBucket",
  wanted_for as "wantedFor",  bytes::float8 as bytes, of_bytes::float8 as "ofBytes", changed_at as "changedAt",
  coalesce(state = 'done' and updating_at > now() - interval '15 minutes', false) as "isUpdating"`
export const WORLD: Box = { west: -180, south: -90, east: 180, north: 90 }

/** The areas that were fetched or are to be fetched, by name. */
export async function listAreas(pool: pg.Pool): Promise<KnownArea[]> {
  const { rows } = await pool.query<KnownArea>(`select ${AREA_COLUMNS} from place_areas order by name, id`)
  return rows
}

/** The fetched area with exactly this extent. */
export async function fetchedArea(
  pool: pg.Pool,
  { box = WORLD, country }: Extent,
): Promise<KnownArea | null> {
  const { rows } = await pool.query<KnownArea>(
    `select ${AREA_COLUMNS} from place_areas where source = 'overture' and state = 'done' and west = $1 and south = $2
      and east = $3 and north = $4 and country is not distinct from $5`,
    [box.west, box.south, box.east, box.north, country ?? null],
  )
  return rows[0] ?? null
}

/** The cities with the most places in the index. */
export async function listCities(
  pool: pg.Pool,
  limit: number,
): Promise<{ city: string; country: string | null; source: string; places: number }[]> {
  const { rows } = await pool.query<{ city: string; country: string | null; source: string; places: number }>(
    `select city, country, source, count(*)::int as places from places where city is not null
     group by city, country, source order by places desc, city limit $1`,
    [limit],
  )
  return rows
}

/** Records that an area has been fetched. */
export async function recordArea(
  pool: pg.Pool,
  area: { readonly name: string; readonly release: string; readonly bytes: number },
  { box = WORLD, country }: Extent,
): Promise<void> {
  await pool.query(
    `insert into place_areas (name, source, release, west, south, east, north, country, bytes, state, places)
     select $1, 'overture', $2, $3, $4, $5, $6, $7, $8, 'done', count(*) from places
      where source = 'overture' and closed_at is null and ${within(3)} and ($7::text is null or country = $7)
     on conflict (source, west, south, east, north, country) do update
       set name = excluded.name, release = excluded.release, bytes = excluded.bytes, places = excluded.places,
           state = 'done', reason = null, of_bucket = false, tries = 0, changed_at = now()`,
    [area.name, area.release, box.west, box.south, box.east, box.north, country ?? null, area.bytes],
  )
}

/**
 * SQL for places within a box. Its west, south, east and north are four consecutive parameters, of which `first` is the
 * number of the first.
 */
export function within(first: number): string {
  const [west, south, east, north] = [first, first + 1, first + 2, first + 3].map((n) => `$${n}::float8`)
  return `lat between ${south} and ${north} and
    case when ${west} <= ${east} then lng between ${west} and ${east} else lng >= ${west} or lng <= ${east} end`
}
