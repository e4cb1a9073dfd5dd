import { z } from 'zod'
import { isFoodPlace, recordOfOsm } from './osm-tags.ts'
import { readJsonArray } from './read-json-array.ts'
import type { ReadRow } from '../record.ts'

const point = { lat: z.number(), lon: z.number() }

/** An element of `[out:json]` (Overpass API manual); ways and relations need `out center` or `out bb`. */
const element = z.object({
  type: z.enum(['node', 'way', 'relation']),
  id: z.number(),
  lat: z.number().optional(),
  lon: z.number().optional(),
  center: z.object(point).optional(),
  bounds: z
    .object({ minlat: z.number(), minlon: z.number(), maxlat: z.number(), maxlon: z.number() })
    .optional(),
  tags: z.record(z.string(), z.string()).optional(),
})

/** Groups of records of an Overpass answer (`.gz` too). */
export async function* readOverpass(path: string, source: string): AsyncGenerator<ReadRow[]> {
  for await (const group of readJsonArray(path, 'elements')) {
    yield group.map((each) => {
      const parsed = element.safeParse(each)
      return parsed.success ? recordOfElement(parsed.data, source) : { skipped: 'malformed', row: each }
    })
  }
}

function recordOfElement(each: z.infer<typeof element>, source: string): ReadRow {
  const { tags, center, bounds } = each
  const lat = each.lat ?? center?.lat ?? (bounds && (bounds.minlat + bounds.maxlat) / 2)
  const lng = each.lon ?? center?.lon ?? (bounds && (bounds.minlon + bounds.maxlon) / 2)
  if (tags === undefined || !isFoodPlace(tags)) return { skipped: 'not_food', row: each }
  return recordOfOsm({ id: `${each.type}/${each.id}`, lat, lng, tags }, source)
}
