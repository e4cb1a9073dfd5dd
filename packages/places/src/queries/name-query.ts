import type pg from 'pg'
import { distanceMetres } from '@antojo/domain/distance'
import type { Area } from '@antojo/identify/name-index'
import { ask } from './prepared-query.ts'
import { areaBounds } from '../geo.ts'
import type { NameHit } from '../lookup.ts'
import { CANDIDATE_COLUMNS, toPlace, type PlaceRow } from './place-row.ts'

/** A key of the dictionary that was found, with its similarity. */
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

/** Within the area's bounds, nearest first; anywhere when no area is given. */
const IN_AREA = `($3::float8 is null or (n.lat between $3 and $4 and n.lng between $5 and $6))`
const NEAREST = `case when $3::float8 is null then 0 else (n.lat - $7) ^ 2 + ((n.lng - $8) * cosd($7)) ^ 2 end, n.short, n.place_id`

/** The places of a key `k`: a limited number in the area, or anywhere. */
const OF_KEY = `select n.place_id, n.short, n.handle from place_names n
  where n.key = k.key and ${IN_AREA} order by ${NEAREST} limit $2`

/** For a key with more places than the limit, also the nearest ones in some areas. */
const OF_COMMON_KEY = `(${OF_KEY}) union
  select near.* from unnest($10::float8[], $11::float8[], $12::float8[], $13::float8[], $14::float8[], $15::float8[])
    box (south, north, west, east, lat, lng)
  cross join lateral (
    select n.place_id, n.short, n.handle from place_names n
    where n.key = k.key and n.lat between box.south and box.north and n.lng between box.west and box.east
    order by (n.lat - box.lat) ^ 2 + ((n.lng - box.lng) * cosd(box.lat)) ^ 2, n.short, n.place_id limit $16
  ) near
  where k.places > $2`

const hitsSql = (ofKey: string): string => `
  select f.key, f.places, f.short, f.handle, ${CANDIDATE_COLUMNS}
  from (
    select k.key, k.places, n.place_id, n.short, n.handle
    from (
      select key, places from place_keys where key = any($1)
      union
      select key, places from place_keys where joined <> key and joined = any($9)
    ) k
    cross join lateral (${ofKey}) n
  ) f
  join places p on p.id = f.place_id`

const HITS = hitsSql(OF_KEY)
const HITS_AND_NEAR = hitsSql(OF_COMMON_KEY)

export interface HitOptions {
  readonly area?: Area | undefined
  /** The most places per key; in an area, the nearest ones. */
  readonly limit: number
  /** Areas in which a key with more places is looked up again, and the limit for each key and area. */
  readonly near?: { readonly areas: readonly Area[]; readonly limit: number } | undefined
  /** Words without spaces that also match spaced keys ("elcalifa", "el califa"). */
  readonly joined?: readonly string[]
}

/** The places of some keys, by name or by handle, in one query. */
export async function hitsOfKeys(
  pool: pg.Pool,
  keys: readonly FoundKey[],
  { area, limit, near, joined = [] }: HitOptions,
): Promise<NameHit[]> {
  if (keys.length === 0) return []
  const asked = [keys.map((found) => found.key), limit, ...areaParameters(area), joined]
  const rows =
    near === undefined || near.areas.length === 0
      ? await ask<HitRow>(pool, HITS, asked)
      : await ask<HitRow>(pool, HITS_AND_NEAR, [...asked, ...boxParameters(near.areas), near.limit])
  const similarity = new Map(keys.map((found) => [found.key, found.similarity]))
  // The first of equal hits is kept, and a plan may return the keys in any order.
  const ordered = rows.toSorted((a, b) => compare(a.key, b.key))
  const inside = ordered.filter((row) => !area || distanceMetres(row, area) <= area.radius)
  return inside.map((row) => ({
    place: toPlace(row),
    key: row.key,
    kind: row.handle ? 'alias' : 'name',
    keyCount: row.places,
    similarity: similarity.get(row.key) ?? 1,
    short: row.short,
  }))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function areaParameters(area: Area | undefined): (number | null)[] {
  if (area === undefined) return [null, null, null, null, null, null]
  const { south, north, west, east } = areaBounds(area)
  return [south, north, west, east, area.lat, area.lng]
}

function boxParameters(areas: readonly Area[]): number[][] {
  const boxes = areas.map((area) => ({ ...areaBounds(area), lat: area.lat, lng: area.lng }))
  const sides = ['south', 'north', 'west', 'east', 'lat', 'lng'] as const
  return sides.map((side) => boxes.map((box) => box[side]))
}
