import { positionOf, type Position } from './written-position.ts'

/** One `!8m2` of a link's `data=`; a field of the kind `m` is a group of the fields that follow it. */
interface Field {
  readonly key: string
  readonly value: string
  readonly inner: readonly Field[]
}

/** The place of a link to Google Maps, as its `data=` describes it. */
export interface DataPlace {
  /** `0x…:0x…`, or an id of the Places API; empty for a pin. */
  readonly id: string
  readonly name: string
  readonly position: Position | null
}

/**
 * The place that `data=` is about. Its groups: in `4m`, `1m` is the search and its area, `2m` the searched words, `3m` the
 * place, and `4m` a route, whose last `1m` is the destination; what lies beside `4m` is about the map itself. The `pb=` of
 * an embedded map has its place in `1m`, `3m`, `1m`.
 */
export function placeOfData(data: string): DataPlace {
  const root = fieldsOf(data.split('!').slice(1))
  const about = within(root, '4m')
  const stop = within(within(about, '4m'), '1m')
  if (stop !== undefined) return destination(stop)
  const embedded = within(within(within(root, '1m'), '3m'), '1m')
  // Some links have no group around their place, and its position beside it.
  const fields =
    about === undefined ? (embedded ?? [...(within(root, '3m') ?? []), ...root]) : within(about, '3m')
  const at = within(fields, '8m')
  return {
    id: valueOf(fields, '1s') || valueOf(fields, '19s'),
    name: valueOf(fields, '2s'),
    position: positionOf(valueOf(at, '3d'), valueOf(at, '4d')),
  }
}

function destination(stop: readonly Field[]): DataPlace {
  const at = within(stop, '2m')
  const id = valueOf(within(stop, '1m') ?? stop, '1s')
  return { id, name: '', position: positionOf(valueOf(at, '2d'), valueOf(at, '1d')) }
}

/** Takes fields off the list: `size` of them, groups with all that is in them. */
function fieldsOf(texts: string[], size = texts.length): readonly Field[] {
  const end = texts.length - size
  const fields: Field[] = []
  while (texts.length > Math.max(0, end)) {
    const [, key = '', value = ''] = /^(\d+[a-z])(.*)$/su.exec(texts.shift() ?? '') ?? []
    const inner = key.endsWith('m') ? fieldsOf(texts, Number.parseInt(value, 10) || 0) : []
    fields.push({ key, value, inner })
  }
  return fields
}

function within(fields: readonly Field[] | undefined, key: string): readonly Field[] | undefined {
  return fields?.findLast((field) => field.key === key)?.inner
}

function valueOf(fields: readonly Field[] | undefined, key: string): string {
  return fields?.find((field) => field.key === key)?.value ?? ''
}
