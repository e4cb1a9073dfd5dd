import type { Point } from '@antojo/domain/distance'
import { readMapsLink } from '@antojo/domain/links/maps-link'
import { isSamePlace } from '@antojo/domain/places/same-place'

/** An identified row of the person. */
export interface KnownRow {
  readonly id: string
  readonly url: string
  readonly name: string | null
  readonly lat: number | null
  readonly lng: number | null
}

/** Cells of some 160 m: a place is in the cell of its other records or in one beside it. */
const CELLS_PER_DEGREE = 700

/**
 * Finds the row of the place that a link describes: the one with Google's id, else one of the same name there. Links that
 * say neither are compared when the index has told what they mean.
 */
export function rowOfPlaceIn(rows: readonly KnownRow[]): (url: string) => string | null {
  const byCid = new Map<string, string>()
  const byCell = new Map<string, { readonly id: string; readonly name: string; readonly at: Point }[]>()
  for (const { id, url, name, lat, lng } of rows) {
    const cid = readMapsLink(url)?.cid ?? null
    if (cid !== null && !byCid.has(cid)) byCid.set(cid, id)
    if (name === null || lat === null || lng === null) continue
    const row = { id, name, at: { lat, lng } }
    for (const cell of cellsAround(row.at, [0])) byCell.set(cell, [...(byCell.get(cell) ?? []), row])
  }
  return (url) => {
    const place = readMapsLink(url)
    const known = place?.cid ? byCid.get(place.cid) : undefined
    if (known !== undefined || !place?.name || place.position === null) return known ?? null
    const { name, position: at } = place
    const near = cellsAround(at, [-1, 0, 1]).flatMap((cell) => byCell.get(cell) ?? [])
    return near.find((row) => isSamePlace({ name: row.name, ...row.at }, { name, ...at }))?.id ?? null
  }
}

function cellsAround({ lat, lng }: Point, steps: readonly number[]): readonly string[] {
  const row = Math.floor(lat * CELLS_PER_DEGREE)
  return steps.flatMap((up) => {
    // The cells of a row are as wide as high, so that far from the equator too a neighbour is in the next one.
    const width = Math.cos(((row + up) / CELLS_PER_DEGREE) * (Math.PI / 180))
    const column = Math.floor(lng * CELLS_PER_DEGREE * width)
    return steps.map((right) => `${row + up},${column + right}`)
  })
}
