import type pg from 'pg'
import { areaBounds, distanceMetres } from './area.ts'
import type { NameHit } from './lookup.ts'
import type { Area } from './place.ts'
import { CANDIDATE_COLUMNS, toPlace } from './place-row.ts'
import type { PlaceRow } from './place-row.ts'

/** A key of the dictionary that was found, with the similarity it was found by. */
export interface FoundKey {
  readonly key: string
  readonly similarity: number
}

interface HitRow extends PlaceRow {
  readonly key: string
  readonly places: number
  readonly short: boolean
  readonly handle: boolean
}

interface AliasRow extends PlaceRow {
  readonly key: string
  readonly places: number
}

const IN_AREA = `($3::float8 is null or (n.lat between $3 and $4 and n.lng between $5 and $6))`

const NEAREST = `case when $3::float8 is null then 0 else (n.lat - $7) ^ 2 + ((n.lng - $8) * cosd($7)) ^ 2 end, n.short, n.place_id`

export interface HitOptions {
  readonly area?: Area | undefined
  /** Places a key; in an area the nearest ones. */
  readonly limit: number
  /** Words without spaces that also stand for the spaced keys they spell ("elcalifa", "el califa"). */
  readonly jammed?: readonly string[]
}

/** The places of some keys. */
export async function hitsOfKeys(
  pool: pg.Pool,
  keys: readonly FoundKey[],
  { area, limit, jammed = [] }: HitOptions,
): Promise<NameHit[]> {
  if (keys.length === 0) return []
  const { rows } = await pool.query<HitRow>(
    `select k.key, k.places, n.short, n.handle, ${CANDIDATE_COLUMNS}
     from (
       select key, places from place_keys where key = any($1)
       union
       select key, places from place_keys where jam <> key and jam = any($9)
     ) k
     cross join lateral (
       select n.place_id, n.short, n.handle from place_names n
       where n.key = k.key and ${IN_AREA} order by ${NEAREST} limit $2
     ) n
     join places p on p.id = n.place_id`,
    [keys.map((found) => found.key), limit, ...areaParameters(area), jammed],
  )
  const similarity = new Map(keys.map((found) => [found.key, found.similarity]))
  return inside(rows, area).map((row) => ({
    place: toPlace(row),
    key: row.key,
    kind: row.handle ? 'alias' : 'name',
    keyCount: row.places,
    similarity: similarity.get(row.key) ?? 1,
    short: row.short,
  }))
}

/** Aliases learnt from corrections: the general ones and those of one creator. */
export async function hitsOfAliases(
  pool: pg.Pool,
  keys: readonly string[],
  options: { area?: Area | undefined; creator?: string | undefined },
): Promise<NameHit[]> {
  const { rows } = await pool.query<AliasRow>(
    `select a.key, count(*) over (partition by a.key)::int places, ${CANDIDATE_COLUMNS}
     from place_aliases a join places p on p.id = a.place_id
     where a.key = any($1) and (a.creator is null or a.creator = $2) order by a.times desc limit 50`,
    [keys, options.creator ?? null],
  )
  return inside(rows, options.area).map((row) => ({
    place: toPlace(row),
    key: row.key,
    kind: 'alias',
    keyCount: row.places,
    similarity: 1,
    short: false,
  }))
}

function areaParameters(area: Area | undefined): (number | null)[] {
  if (area === undefined) return [null, null, null, null, null, null]
  const { south, north, west, east } = areaBounds(area)
  return [south, north, west, east, area.lat, area.lng]
}

function inside<T extends { lat: number; lng: number }>(
  rows: readonly T[],
  area: Area | undefined,
): readonly T[] {
  return area === undefined ? rows : rows.filter((row) => distanceMetres(row, area) <= area.radius)
}
