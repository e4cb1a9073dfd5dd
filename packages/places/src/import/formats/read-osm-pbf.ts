import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { OSMTransform } from 'osm-pbf-parser-node'
import { z } from 'zod'
import { isFoodPlace, recordOfOsm } from './osm-tags.ts'
import type { RawFields, ReadRow } from '../record.ts'

const tags = z.record(z.string(), z.string()).optional()

/** The parser's output for the elements that are read. Relations are skipped, because few restaurants are one. */
const element = z.discriminatedUnion('type', [
  z.object({ type: z.literal('node'), id: z.number(), lat: z.number(), lon: z.number(), tags }),
  z.object({ type: z.literal('way'), id: z.number(), refs: z.array(z.number()), tags }),
])
const point = z.object({ type: z.literal('node'), id: z.number(), lat: z.number(), lon: z.number() })

interface Way {
  readonly id: number
  readonly refs: readonly number[]
  readonly tags: RawFields
}

type Bounds = { south: number; north: number; west: number; east: number }

/**
 * Groups of records of an OpenStreetMap extract (`.osm.pbf`). The file is read twice, because a building's corners come
 * before the building: first for the places, then for the corners of buildings among them.
 */
export async function* readOsmPbf(path: string, source: string): AsyncGenerator<ReadRow[]> {
  const ways: Way[] = []
  for await (const block of blocks(path)) {
    const records: ReadRow[] = []
    for (const item of block) {
      const found = foodElement(item)
      if (found?.type === 'way') ways.push({ id: found.id, refs: found.refs, tags: found.tags ?? {} })
      if (found?.type === 'node') {
        const { id, lat, lon, tags: own = {} } = found
        records.push(recordOfOsm({ id: `node/${id}`, lat, lng: lon, tags: own }, source))
      }
    }
    if (records.length > 0) yield records
  }
  if (ways.length > 0) yield await recordsOfWays(path, ways, source)
}

/** Checks the tags first: of the hundred million elements of an extract, only a few are parsed in full. */
function foodElement(item: unknown): z.infer<typeof element> | null {
  const isFood = isObject(item) && isObject(item['tags']) && isFoodPlace(item['tags'])
  return isFood ? (element.safeParse(item).data ?? null) : null
}

function isObject(value: unknown): value is RawFields {
  return typeof value === 'object' && value !== null
}

async function recordsOfWays(path: string, ways: readonly Way[], source: string): Promise<ReadRow[]> {
  const owners = new Map<number, number[]>()
  for (const [index, way] of ways.entries()) {
    for (const ref of way.refs) owners.set(ref, [...(owners.get(ref) ?? []), index])
  }
  const bounds: (Bounds | undefined)[] = []
  for await (const block of blocks(path)) {
    for (const item of block) {
      const owned = isObject(item) && typeof item['id'] === 'number' ? owners.get(item['id']) : undefined
      const corner = owned && point.safeParse(item).data
      if (corner !== undefined)
        for (const index of owned ?? []) bounds[index] = widened(bounds[index], corner)
    }
  }
  return ways.map((way, index) => {
    const box = bounds[index]
    if (box === undefined) return { skipped: 'no_point', row: way.tags }
    const middle = { lat: (box.south + box.north) / 2, lng: (box.west + box.east) / 2 }
    return recordOfOsm({ id: `way/${way.id}`, ...middle, tags: way.tags }, source)
  })
}

function widened(bounds: Bounds | undefined, { lat, lon }: { lat: number; lon: number }): Bounds {
  if (bounds === undefined) return { south: lat, north: lat, west: lon, east: lon }
  return {
    south: Math.min(bounds.south, lat),
    north: Math.max(bounds.north, lat),
    west: Math.min(bounds.west, lon),
    east: Math.max(bounds.east, lon),
  }
}

/** The file's blocks of up to 8,000 elements. */
async function* blocks(path: string): AsyncGenerator<readonly unknown[]> {
  const stream = pipeline(
    createReadStream(path, { highWaterMark: 1 << 20 }),
    new OSMTransform(),
    () => undefined,
  )
  for await (const block of stream) if (Array.isArray(block)) yield block
}
