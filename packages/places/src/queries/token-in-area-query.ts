import type pg from 'pg'
import { ask } from './prepared-query.ts'
import { distanceMetres } from '@antojo/domain/distance'
import { areaBounds } from '../geo.ts'
import type { NameHit } from '../lookup.ts'
import type { Area } from '@antojo/identify/name-index'
import { CANDIDATE_COLUMNS, toPlace } from './place-row.ts'
import type { PlaceRow } from './place-row.ts'

/**
 * Places of the areas whose whole name has at least one of the tokens, and places anywhere with one of `anywhere`. For
 * rare tokens.
 */
export async function placesWithAnyToken(
  pool: pg.Pool,
  tokens: readonly string[],
  { areas, anywhere, limit }: { areas: readonly Area[]; anywhere: readonly string[]; limit: number },
): Promise<NameHit[]> {
  const wanted = [...new Set([...(areas.length === 0 ? [] : tokens), ...anywhere])].filter(Boolean)
  if (wanted.length === 0) return []
  const boxes = areas.map(areaBounds)
  const rows = await ask<PlaceRow & { key: string; places: number; anywhere: boolean }>(
    pool,
    `select k.key, k.places, string_to_array(k.key, ' ') && $6::text[] anywhere, ${CANDIDATE_COLUMNS}
     from place_keys k
     join place_names n on n.key = k.key and not n.short and not n.handle
     join places p on p.id = n.place_id
     where string_to_array(k.key, ' ') && $1::text[] and k.whole
       and (exists (
         select from unnest($2::float8[], $3::float8[], $4::float8[], $5::float8[]) box (south, north, west, east)
         where n.lat between south and north and n.lng between west and east
       ) or string_to_array(k.key, ' ') && $6::text[])
     limit $7`,
    [
      wanted,
      boxes.map((b) => b.south),
      boxes.map((b) => b.north),
      boxes.map((b) => b.west),
      boxes.map((b) => b.east),
      anywhere,
      limit,
    ],
  )
  return rows
    .filter((row) => row.anywhere || areas.some((area) => distanceMetres(row, area) <= area.radius))
    .map((row) => ({
      place: toPlace(row),
      key: row.key,
      kind: 'name',
      keyCount: row.places,
      similarity: 1,
      short: false,
    }))
}
