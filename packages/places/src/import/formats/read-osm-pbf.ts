import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { OSMTransform } from 'osm-pbf-parser-node'
import { isRecord } from '@antojo/domain/unknown-values'
import { z } from 'zod'
import { isFoodPlace, recordOfOsm } from './osm-tags.ts'
import type { RawFields, ReadRow } from '../record.ts'

const tags = z.record(z.string(), z.string()).optional()

/** The parser's output for the elements that are read. */
const element = z.discriminatedUnion('type', [
  z.object({ type: z.literal('node'), id: z.number(), lat: z.number(), lon: z.number(), tags }),
  z.object({ type: z.literal('way'), id: z.number(), refs: z.array(z.number()), tags }),
  z.object({
    type: z.literal('relation'),
    id: z.number(),
    members: z.array(z.object({ type: z.string(), ref: z.number() })),
    tags,
  }),
])
const outline = z.object({ type: z.literal('way'), id: z.number(), refs: z.array(z.number()) })
const point = z.object({ type: z.literal('node'), id: z.number(), lat: z.number(), lon: z.number() })

/** A place that is drawn as a way, or as a relation of nodes and ways. */
interface Shape {
  readonly id: string
  /** The nodes at its corners. */
  readonly refs: number[]
  /** The ways of a relation, whose nodes are not known yet. */
  readonly ways: readonly number[]
  readonly tags: RawFields
}

type Bounds = { south: number; north: number; west: number; east: number }

/**
 * Groups of records of an OpenStreetMap extract (`.osm.pbf`). Corners come before buildings, and those before relations
 * of them, so the file is read again for the ways of relations among the places, if there are any, and for corners.
 */
export async function* readOsmPbf(path: string, source: string): AsyncGenerator<ReadRow[]> {
  const shapes: Shape[] = []
  for await (const block of blocks(path)) {
    const records: ReadRow[] = []
    for (const item of block) {
      const found = foodElement(item)
      if (found?.type === 'way')
        shapes.push({ id: `way/${found.id}`, refs: found.refs, ways: [], tags: found.tags ?? {} })
      if (found?.type === 'relation') shapes.push(shapeOf(found))
      if (found?.type === 'node') {
        const { id, lat, lon, tags: own = {} } = found
        records.push(recordOfOsm({ id: `node/${id}`, lat, lng: lon, tags: own }, source))
      }
    }
    if (records.length > 0) yield records
  }
  await addCorners(path, shapes)
  if (shapes.length > 0) yield await recordsOfShapes(path, shapes, source)
}

function shapeOf({ id, members, tags: own = {} }: z.infer<typeof element> & { type: 'relation' }): Shape {
  const of = (kind: string) => members.filter(({ type }) => type === kind).map(({ ref }) => ref)
  return { id: `relation/${id}`, refs: of('node'), ways: of('way'), tags: own }
}

/** Checks the tags first: of the hundred million elements of an extract, only a few are parsed in full. */
function foodElement(item: unknown): z.infer<typeof element> | null {
  const isFood = isRecord(item) && isRecord(item['tags']) && isFoodPlace(item['tags'])
  return isFood ? (element.safeParse(item).data ?? null) : null
}

/** Adds the corners of a relation's ways to it. */
async function addCorners(path: string, shapes: readonly Shape[]): Promise<void> {
  const owners = ownersOf(shapes, ({ ways }) => ways)
  if (owners.size === 0) return
  for await (const block of blocks(path))
    for (const item of block) {
      const way = ownersIn(owners, item) && outline.safeParse(item).data
      if (way !== undefined)
        for (const index of ownersIn(owners, item) ?? []) shapes[index]?.refs.push(...way.refs)
    }
}

/** The shapes that an element belongs to, by the element's id. */
function ownersOf(
  shapes: readonly Shape[],
  idsOf: (shape: Shape) => readonly number[],
): ReadonlyMap<number, readonly number[]> {
  const owners = new Map<number, number[]>()
  for (const [index, shape] of shapes.entries()) {
    for (const id of idsOf(shape)) owners.set(id, [...(owners.get(id) ?? []), index])
  }
  return owners
}

function ownersIn(owners: ReadonlyMap<number, readonly number[]>, item: unknown) {
  return isRecord(item) && typeof item['id'] === 'number' ? owners.get(item['id']) : undefined
}

async function recordsOfShapes(path: string, shapes: readonly Shape[], source: string): Promise<ReadRow[]> {
  const owners = ownersOf(shapes, ({ refs }) => refs)
  const bounds: (Bounds | undefined)[] = []
  for await (const block of blocks(path)) {
    for (const item of block) {
      const owned = ownersIn(owners, item)
      const corner = owned && point.safeParse(item).data
      if (corner !== undefined)
        for (const index of owned ?? []) bounds[index] = widened(bounds[index], corner)
    }
  }
  return shapes.map(({ id, tags: own }, index) => {
    const box = bounds[index]
    if (box === undefined) return { skipped: 'no_point', row: own }
    const middle = { lat: (box.south + box.north) / 2, lng: (box.west + box.east) / 2 }
    return recordOfOsm({ id, ...middle, tags: own }, source)
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
