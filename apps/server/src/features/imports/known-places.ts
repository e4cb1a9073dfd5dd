import type { Tx } from '@antojo/db/database'
import { distanceMetres, type Point } from '@antojo/domain/distance'
import { readMapsLink } from '@antojo/domain/links/maps-link'
import { isSameName } from '@antojo/domain/places/same-name'
import { SAME_PLACE_METRES } from '../videos/add/repo.ts'

/** Cells of some 100 m, of which a place and its neighbours are compared. */
const CELLS_PER_DEGREE = 1_000

/**
 * Finds the person's row of the place that a link describes: the one with Google's id, else one of the same name there.
 * Links that name neither are compared when the index has told what they mean.
 */
export async function knownPlaces(tx: Tx, userId: string): Promise<(url: string) => string | null> {
  const rows = await tx
    .selectFrom('videos')
    .select([
      'id',
      'canonical_url as url',
      'restaurant_name as name',
      'enrich_place_lat as lat',
      'enrich_place_lng as lng',
    ])
    .where('user_id', '=', userId)
    .where('identify_state', '=', 'identified')
    .where('is_diagnostic', '=', false)
    .orderBy('created_at')
    .execute()
  const byCid = new Map<string, string>()
  const byCell = new Map<string, { readonly id: string; readonly name: string; readonly at: Point }[]>()
  for (const { id, url, name, lat, lng } of rows) {
    const cid = readMapsLink(url)?.cid ?? null
    if (cid !== null && !byCid.has(cid)) byCid.set(cid, id)
    if (name === null || lat === null || lng === null) continue
    const row = { id, name, at: { lat, lng } }
    const [cell = ''] = cellsAround(row.at, 0)
    const others = byCell.get(cell)
    if (others) others.push(row)
    else byCell.set(cell, [row])
  }
  return (url) => {
    const place = readMapsLink(url)
    const known = place?.cid ? byCid.get(place.cid) : undefined
    if (known !== undefined || !place?.name || place.position === null) return known ?? null
    const { name, position } = place
    return (
      cellsAround(position, 1)
        .flatMap((cell) => byCell.get(cell) ?? [])
        .filter((row) => isSameName(row.name, name) && distanceMetres(row.at, position) <= SAME_PLACE_METRES)
        .toSorted((a, b) => distanceMetres(a.at, position) - distanceMetres(b.at, position))[0]?.id ?? null
    )
  }
}

function cellsAround({ lat, lng }: Point, steps: 0 | 1): readonly string[] {
  const row = Math.floor(lat * CELLS_PER_DEGREE)
  const around = steps === 0 ? [0] : [-1, 0, 1]
  return around.flatMap((up) => {
    // The cells of a row are as wide as high, so that everywhere a neighbour is in the next one.
    const width = Math.cos(((row + up) / CELLS_PER_DEGREE) * (Math.PI / 180))
    const column = Math.floor(lng * CELLS_PER_DEGREE * width)
    return around.map((right) => `${row + up},${column + right}`)
  })
}
