import type pg from 'pg'
import { areaBounds, distanceMetres } from './area.ts'
import type { NameHit } from './lookup.ts'
import type { Area } from './place.ts'
import { CANDIDATE_COLUMNS, toPlace } from './place-row.ts'
import type { PlaceRow } from './place-row.ts'

/** Places of an area whose whole name holds at least one of the tokens. Meant for rare tokens. */
export async function placesWithAnyToken(
  pool: pg.Pool,
  tokens: readonly string[],
  options: { area: Area; limit: number },
): Promise<NameHit[]> {
  const wanted = [...new Set(tokens)].filter((token) => token !== '')
  if (wanted.length === 0) return []
  const { south, north, west, east } = areaBounds(options.area)
  const { rows } = await pool.query<PlaceRow & { key: string; places: number }>(
    `select k.key, k.places, ${CANDIDATE_COLUMNS}
     from place_keys k
     join place_names n on n.key = k.key and not n.short and not n.handle
       and n.lat between $2 and $3 and n.lng between $4 and $5
     join places p on p.id = n.place_id
     where string_to_array(k.key, ' ') && $1::text[] and k.whole
     limit $6`,
    [wanted, south, north, west, east, options.limit],
  )
  return rows
    .filter((row) => distanceMetres(row, options.area) <= options.area.radius)
    .map((row) => ({
      place: toPlace(row),
      key: row.key,
      kind: 'name',
      keyCount: row.places,
      similarity: 1,
      short: false,
    }))
}
