import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import type { SchemaElement } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'

/** A place of the stand-in for a release, before it is converted to Overture's columns. */
export interface StandInPlace {
  readonly id: string
  readonly name: string
  readonly lat: number
  readonly lng: number
  /** Overture's `basic_category`, such as `restaurant`; a `bank` is not a place to eat at. */
  readonly kind: string
  readonly locality: string
  readonly country: string
  readonly street?: string
  readonly names?: Readonly<Record<string, string>>
  readonly confidence?: number
  readonly status?: string
}

const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'OPTIONAL',
})
const group = (name: string, ...children: readonly SchemaElement[][]): SchemaElement[] => [
  { name, num_children: children.length, repetition_type: 'OPTIONAL' },
  ...children.flat(),
]
const list = (name: string, ...element: readonly SchemaElement[]): SchemaElement[] => [
  { name, num_children: 1, converted_type: 'LIST', repetition_type: 'OPTIONAL' },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
  ...element,
]
const number = (name: string, type: 'FLOAT' | 'DOUBLE' | 'INT32'): SchemaElement => ({
  name,
  type,
  repetition_type: 'OPTIONAL',
})

/** The columns of theme `places`, type `place`, as in the releases of 2026. */
const COLUMNS: readonly (readonly SchemaElement[])[] = [
  [text('id')],
  [{ name: 'geometry', type: 'BYTE_ARRAY', logical_type: { type: 'GEOMETRY' }, repetition_type: 'OPTIONAL' }],
  group('bbox', ...['xmin', 'xmax', 'ymin', 'ymax'].map((name) => [number(name, 'FLOAT')])),
  [number('version', 'INT32')],
  list(
    'sources',
    ...group(
      'element',
      [text('property')],
      [text('dataset')],
      [text('record_id')],
      [number('confidence', 'DOUBLE')],
    ),
  ),
  group(
    'names',
    [text('primary')],
    [
      { name: 'common', num_children: 1, converted_type: 'MAP', repetition_type: 'OPTIONAL' },
      { name: 'key_value', num_children: 2, repetition_type: 'REPEATED' },
      { ...text('key'), repetition_type: 'REQUIRED' },
      text('value'),
    ],
  ),
  [text('basic_category')],
  group(
    'taxonomy',
    [text('primary')],
    list('hierarchy', text('element')),
    list('alternates', text('element')),
  ),
  [number('confidence', 'DOUBLE')],
  list('websites', text('element')),
  list('socials', text('element')),
  list('phones', text('element')),
  list(
    'addresses',
    ...group(
      'element',
      ...['freeform', 'locality', 'postcode', 'region', 'country'].map((name) => [text(name)]),
    ),
  ),
  [text('operating_status')],
]
const SCHEMA: SchemaElement[] = [{ name: 'root', num_children: COLUMNS.length }, ...COLUMNS.flat()]

/** Writes a GeoParquet file of places in row groups, compressed with Zstandard, with statistics of every column. */
export async function writePlaces(
  path: string,
  places: readonly StandInPlace[],
  rowGroupSize: number,
): Promise<void> {
  const rows = places.map((place) => rowOf(place))
  const buffer = parquetWriteBuffer({
    schema: SCHEMA,
    columnData: COLUMNS.map(([column]) => {
      const name = column?.name ?? ''
      return { name, data: rows.map((row) => row[name]) }
    }),
    codec: 'ZSTD',
    compressors: { ZSTD: (input) => zstdCompressSync(input) },
    rowGroupSize,
  })
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.part`, new Uint8Array(buffer))
  await rename(`${path}.part`, path)
}

function rowOf(place: StandInPlace): Record<string, unknown> {
  const { id, lat, lng, kind, name } = place
  const isFood = !['bank', 'school', 'hotel'].includes(kind)
  const margin = 4e-6
  return {
    id,
    geometry: { type: 'Point', coordinates: [lng, lat] },
    bbox: { xmin: lng - margin, xmax: lng + margin, ymin: lat - margin, ymax: lat + margin },
    version: 1,
    sources: [{ property: '', dataset: 'meta', record_id: `m${id}`, confidence: 0.9 }],
    names: { primary: name, common: place.names ?? null },
    basic_category: kind,
    taxonomy: {
      primary: kind,
      hierarchy: [isFood ? 'food_and_drink' : 'services_and_business', kind],
      alternates: null,
    },
    confidence: place.confidence ?? 0.95,
    websites: [`https://example.com/${id}`],
    socials: null,
    phones: ['+52 33 1234 5678'],
    addresses: [
      {
        freeform: place.street ?? null,
        locality: place.locality,
        postcode: null,
        region: null,
        country: place.country,
      },
    ],
    operating_status: place.status ?? 'open',
  }
}
