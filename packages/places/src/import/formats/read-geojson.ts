import { z } from 'zod'
import { isFoodPlace, recordOfOsm } from './osm-tags.ts'
import { OVERTURE } from './overture.ts'
import { middle } from '../../geo.ts'
import { recordOfFields } from './read-csv.ts'
import { readJsonArray } from './read-json-array.ts'
import { text, type RawFields, type ReadRow } from '../record.ts'

type Position = [number, number, ...number[]]

const position: z.ZodType<Position> = z.tuple([z.number(), z.number()]).rest(z.number())

/** RFC 7946, sections 3.1–3.2; lines and areas are represented by the centre of their bounding box. */
const feature = z.object({
  type: z.literal('Feature'),
  id: z.union([z.string(), z.number()]).optional(),
  geometry: z.object({ type: z.string(), coordinates: z.unknown() }),
  properties: z.record(z.string(), z.unknown()).nullable(),
})

/**
 * Groups of records of a GeoJSON FeatureCollection (`.gz` too). Properties may be OpenStreetMap tags, as Overpass and
 * osmium export them, or Overture's columns (of these two only places to eat and drink are read), or else the fields of
 * the JSONL format or common column names, which belong to the source `own`.
 */
export async function* readGeojson(
  path: string,
  source: string | undefined,
  own: string,
): AsyncGenerator<ReadRow[]> {
  for await (const group of readJsonArray(path, 'features')) {
    yield group.map((each) => {
      const parsed = feature.safeParse(each)
      return parsed.success ? recordOfFeature(parsed.data, source, own) : { skipped: 'malformed', row: each }
    })
  }
}

function recordOfFeature(each: z.infer<typeof feature>, source: string | undefined, own: string): ReadRow {
  const point = middleOf(each.geometry.coordinates)
  if (point === null) return { skipped: 'no_point', row: each }
  const tags = each.properties ?? {}
  const [lng, lat] = point
  const id = text(tags['@id'] ?? tags['id'] ?? each.id)
  if (isOsm(tags))
    return isFoodPlace(tags)
      ? recordOfOsm({ id, lat, lng, tags }, source ?? 'osm')
      : { skipped: 'not_food', row: tags }
  if (typeof tags['names'] === 'object' && tags['names'] !== null) {
    const row = { ...tags, id, bbox: { xmin: lng, xmax: lng, ymin: lat, ymax: lat } }
    return OVERTURE.keep(row)
      ? OVERTURE.recordOf(row, source ?? OVERTURE.source)
      : { skipped: 'not_food', row: tags }
  }
  return recordOfFields({ source_id: id, ...tags }, { source: source ?? own, lat, lng })
}

function isOsm(tags: RawFields): boolean {
  return 'amenity' in tags || 'shop' in tags || 'craft' in tags || '@id' in tags
}

function middleOf(coordinates: unknown): Position | null {
  const points = positions(coordinates)
  if (points.length === 0) return null
  return [middle(points.map(([lng]) => lng)), middle(points.map(([, lat]) => lat))]
}

function positions(coordinates: unknown): Position[] {
  const single = position.safeParse(coordinates)
  if (single.success) return [single.data]
  return Array.isArray(coordinates) ? coordinates.flatMap(positions) : []
}
