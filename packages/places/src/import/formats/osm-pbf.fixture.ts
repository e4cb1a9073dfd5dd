import { deflateSync } from 'node:zlib'

/** An element for an extract. */
export type FixtureElement =
  | { type: 'node'; id: number; lat: number; lng: number; tags?: Record<string, string> }
  | { type: 'way'; id: number; refs: number[]; tags: Record<string, string> }
  | { type: 'relation'; id: number; ways: number[]; tags: Record<string, string> }

/** Bytes of a small OpenStreetMap extract in osmium's layout: dense nodes, ways, relations (wiki: "PBF Format"). */
export function osmPbf(elements: readonly FixtureElement[]): Buffer {
  const header = field(4, Buffer.from('OsmSchema-V0.6'))
  return Buffer.concat([blob('OSMHeader', header), blob('OSMData', primitiveBlock(elements))])
}

function blob(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([number(2, content.length), field(3, deflateSync(content))])
  const head = Buffer.concat([field(1, Buffer.from(type)), number(3, body.length)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, body])
}

function primitiveBlock(elements: readonly FixtureElement[]): Buffer {
  const strings = ['']
  const index = (value: string): number => {
    const known = strings.indexOf(value)
    return known >= 0 ? known : strings.push(value) - 1
  }
  const nodes = elements.filter((element) => element.type === 'node')
  const keysAndValues = nodes.flatMap((node) => [
    ...Object.entries(node.tags ?? {}).flatMap(([key, value]) => [index(key), index(value)]),
    0,
  ])
  const dense = Buffer.concat([
    field(1, deltas(nodes.map((node) => node.id))),
    field(8, deltas(nodes.map((node) => Math.round(node.lat * 1e7)))),
    field(9, deltas(nodes.map((node) => Math.round(node.lng * 1e7)))),
    field(10, Buffer.concat(keysAndValues.map(varint))),
  ])
  const shapes = elements.flatMap((element) => {
    if (element.type === 'node') return []
    const tags = Object.entries(element.tags)
    const shape = Buffer.concat([
      number(1, element.id),
      field(2, Buffer.concat(tags.map(([key]) => varint(index(key))))),
      field(3, Buffer.concat(tags.map(([, value]) => varint(index(value))))),
      ...(element.type === 'way' ? [field(8, deltas(element.refs))] : members(element.ways)),
    ])
    return field(element.type === 'way' ? 3 : 4, shape)
  })
  const group = Buffer.concat([field(2, dense), ...shapes])
  const table = Buffer.concat(strings.map((value) => field(1, Buffer.from(value))))
  return Buffer.concat([field(1, table), field(2, group)])
}

/** Roles (the empty string), ids and types (1 is a way) of a relation's members. */
function members(ways: readonly number[]): Buffer[] {
  const each = (value: number) => Buffer.concat(ways.map(() => varint(value)))
  return [field(8, each(0)), field(9, deltas(ways)), field(10, each(1))]
}

function deltas(values: readonly number[]): Buffer {
  return Buffer.concat(values.map((value, at) => varint(zigzag(value - (values[at - 1] ?? 0)))))
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
const number = (tag: number, value: number): Buffer => Buffer.concat([varint(tag * 8), varint(value)])
const field = (tag: number, content: Buffer): Buffer =>
  Buffer.concat([varint(tag * 8 + 2), varint(content.length), content])

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  do {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.from(bytes)
}
