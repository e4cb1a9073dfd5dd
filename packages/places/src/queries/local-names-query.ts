import { localNames, type LocalNames } from '@antojo/identify/candidates/local-names'
import type { Area } from '@antojo/identify/name-index'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { areaBounds } from '../geo.ts'
import type { NameHit } from '../lookup.ts'
import { CANDIDATE_COLUMNS, toPlace, type PlaceRow } from './place-row.ts'
import { ask } from './prepared-query.ts'

/** More names in one area take too long to prepare, so only those nearest its centre are kept. */
const MAX_NAMES = 20_000
/** The most names of all cached areas together (about 500 bytes each). */
const MAX_KEPT_NAMES = 200_000
/** The lifetime of a cached area in milliseconds: another node may have imported places. */
const MAX_AGE_MS = 10 * 60 * 1000
/** An area with few names is quickly read, and may be one that is being fetched, so it expires sooner. */
const FEW_NAMES = 1_000
const FEW_NAMES_AGE_MS = 2_000

/** Reads the names of areas, and caches those of the most recently used areas. */
export function localNamesCache(pool: pg.Pool): (area: Area) => Promise<LocalNames> {
  const kept = new LRUCache<string, LocalNames, Area>({
    maxSize: MAX_KEPT_NAMES,
    sizeCalculation: ({ names }) => Math.max(1, names.length),
    ttl: MAX_AGE_MS,
    // A request that others push out of the cache is answered nevertheless.
    ignoreFetchAbort: true,
    fetchMethod: async (_id, _stale, { options, context: area }) => {
      const found = await readLocalNames(pool, area)
      if (found.names.length < FEW_NAMES) options.ttl = FEW_NAMES_AGE_MS
      return found
    },
  })
  // Only names of the very same area: an answer must not depend on the posts before it.
  return (area) => kept.forceFetch(`${area.lat} ${area.lng} ${area.radius}`, { context: area })
}

/** Without handles: they are looked for whole, because a word of one ('grupo.quiltrez') is seldom the place's name. */
async function readLocalNames(pool: pg.Pool, area: Area): Promise<LocalNames> {
  const { south, north, west, east } = areaBounds(area)
  const rows = await ask<{ place_id: string; key: string }>(
    pool,
    `select n.place_id, n.key from place_names n
     where not n.short and not n.handle and place_cell(n.lat, n.lng) = any($7) and n.lat between $1 and $2 and n.lng between $3 and $4
     order by (n.lat - $5) ^ 2 + ((n.lng - $6) * cosd($5)) ^ 2, n.place_id, n.key limit ${MAX_NAMES}`,
    [south, north, west, east, area.lat, area.lng, cellsOf({ south, north, west, east })],
  )
  return localNames(rows.map(({ place_id: id, key }) => [Number(id), key]))
}

/** Cells per degree, as in the function `place_cell` of the migrations. */
const CELLS_PER_DEGREE = 4
const CELLS_PER_ROW = 360 * CELLS_PER_DEGREE

const cellAt = (degrees: number): number => Math.floor(degrees * CELLS_PER_DEGREE)

/** The cells that bounds in degrees touch. */
function cellsOf(bounds: { south: number; north: number; west: number; east: number }): number[] {
  const cells: number[] = []
  for (let row = cellAt(bounds.south); row <= cellAt(bounds.north); row++)
    for (let column = cellAt(bounds.west); column <= cellAt(bounds.east); column++)
      cells.push(row * CELLS_PER_ROW + column)
  return cells
}

/** The places of some local names, each with the number of places that carry its name anywhere. */
export async function hitsOfLocalNames(
  pool: pg.Pool,
  found: readonly { readonly placeId: number; readonly key: string }[],
): Promise<NameHit[]> {
  if (found.length === 0) return []
  const rows = await ask<PlaceRow & { key: string; places: number; handle: boolean }>(
    pool,
    `select f.key, k.places, n.handle, ${CANDIDATE_COLUMNS}
     from unnest($1::bigint[], $2::text[]) f (id, key)
     join places p on p.id = f.id
     join place_keys k on k.key = f.key
     join place_names n on n.key = f.key and n.place_id = f.id`,
    [found.map(({ placeId }) => placeId), found.map(({ key }) => key)],
  )
  return rows.map((row) => ({
    place: toPlace(row),
    key: row.key,
    kind: row.handle ? 'alias' : 'name',
    keyCount: row.places,
    similarity: 1,
    short: false,
  }))
}
