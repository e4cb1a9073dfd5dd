import type { AsyncBuffer, FileMetaData, RowGroup } from 'hyparquet'
import { boxesOverlap, type Box, isInBox } from '../../geo.ts'
import { FOURSQUARE } from './foursquare.ts'
import { OVERTURE } from './overture.ts'
import type { ParquetLayout } from './parquet-layout.ts'
import { type ReadRow, isRecord } from '../record.ts'

/** Imported on demand: only nodes that fetch cities or import files need it. */
const library = () => Promise.all([import('hyparquet'), import('hyparquet-compressors')])

/** The extent of the places that are wanted from a file. */
export interface Extent {
  readonly box?: Box | undefined
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined
}

/** An open file of Overture Places or Foursquare OS Places. */
export interface ParquetFile {
  readonly file: AsyncBuffer
  readonly metadata: FileMetaData
  readonly layout: ParquetLayout
}

/** A row group that may hold wanted places. */
export interface WantedGroup {
  readonly number: number
  readonly rowStart: number
  readonly rowEnd: number
  /** The compressed bytes of the columns that are read. */
  readonly bytes: number
}

/**
 * Groups of records of a Parquet file, row group by row group; only open places to eat and drink at. Throws for other
 * files.
 */
export async function* readParquet(
  path: string,
  source?: string,
  extent: Extent = {},
): AsyncGenerator<ReadRow[]> {
  const [{ asyncBufferFromFile }] = await library()
  yield* readAllGroups(await openParquet(await asyncBufferFromFile(path)), source, extent)
}

export async function* readAllGroups(
  parquet: ParquetFile,
  source?: string,
  extent: Extent = {},
): AsyncGenerator<ReadRow[]> {
  for (const group of wantedGroups(parquet, extent)) {
    const records = await readGroup(parquet, group, { source, ...extent })
    if (records.length > 0) yield records
  }
}

/** Reads the footer. The publisher is recognised by the columns; throws when it is neither Overture nor Foursquare. */
export async function openParquet(file: AsyncBuffer): Promise<ParquetFile> {
  const [{ parquetMetadataAsync }] = await library()
  const metadata = await parquetMetadataAsync(file)
  const present = new Set(metadata.schema.map((column) => column.name))
  const layout = [OVERTURE, FOURSQUARE].find((each) =>
    each.filterColumns.slice(0, 2).every((name) => present.has(name)),
  )
  if (layout === undefined)
    throw new Error('The Parquet file is neither of Overture Places nor of Foursquare OS Places.')
  return { file, metadata, layout }
}

/** The row groups that the statistics of the positions do not exclude. */
export function wantedGroups({ metadata, layout }: ParquetFile, { box }: Extent): WantedGroup[] {
  const names = new Set([...layout.filterColumns, ...layout.columns])
  let rowEnd = 0
  return metadata.row_groups.flatMap((group, number) => {
    const rowStart = rowEnd
    rowEnd += Number(group.num_rows)
    if (box !== undefined && !mayHold(group, layout, box)) return []
    const bytes = group.columns.reduce((sum, { meta_data: column }) => {
      const isRead = names.has(column?.path_in_schema[0] ?? '')
      return isRead ? sum + Number(column?.total_compressed_size ?? 0) : sum
    }, 0)
    return [{ number, rowStart, rowEnd, bytes }]
  })
}

/** True when the group has no statistics. */
function mayHold(group: RowGroup, { bounds }: ParquetLayout, box: Box): boolean {
  const bound = (path: string, end: 'min_value' | 'max_value'): number | null => {
    const column = group.columns.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === path)
    const value = column?.meta_data?.statistics?.[end]
    return typeof value === 'number' ? value : null
  }
  const [west, south] = [bound(bounds.west, 'min_value'), bound(bounds.south, 'min_value')]
  const [east, north] = [bound(bounds.east, 'max_value'), bound(bounds.north, 'max_value')]
  if (west === null || south === null || east === null || north === null) return true
  return boxesOverlap({ west, south, east, north }, box)
}

/**
 * Reads one row group: first the columns that decide which rows are kept, then the others between the first and the
 * last kept row. Only one column at a time is in memory, and only its kept rows stay.
 */
export async function readGroup(
  parquet: ParquetFile,
  { rowStart, rowEnd }: WantedGroup,
  { source, box, country }: Extent & { readonly source?: string | undefined },
): Promise<ReadRow[]> {
  const { layout } = parquet
  const present = new Set(parquet.metadata.schema.map((column) => column.name))
  const rows = new Map<number, Record<string, unknown>>()
  for (let row = rowStart; row < rowEnd; row += 1) rows.set(row, {})
  for (const column of layout.filterColumns.filter((name) => present.has(name))) {
    if (rows.size === 0) return []
    await fillColumn(parquet, column, rows)
    if (box === undefined) continue
    for (const [row, fields] of rows) {
      const point = layout.point(fields)
      if (point !== null && !isInBox(point, box)) rows.delete(row)
    }
  }
  for (const [row, fields] of rows) if (!layout.keep(fields)) rows.delete(row)
  for (const column of layout.columns.filter((name) => present.has(name))) {
    if (rows.size === 0) return []
    await fillColumn(parquet, column, rows)
  }
  const records = [...rows.values()].map((fields) => layout.recordOf(fields, source ?? layout.source))
  return country === undefined
    ? records
    : records.filter((record) => isRecord(record) && record.country === country)
}

async function fillColumn(
  { file, metadata }: ParquetFile,
  column: string,
  rows: ReadonlyMap<number, Record<string, unknown>>,
): Promise<void> {
  // The rows are in the order of the file.
  const numbers = [...rows.keys()]
  const range = { rowStart: numbers.at(0) ?? 0, rowEnd: (numbers.at(-1) ?? 0) + 1 }
  const [{ parquetScan }, { compressors }] = await library()
  const scan = await parquetScan({ file, metadata, compressors, columns: [column], ...range })
  const values: ArrayLike<unknown> = await scan.readColumn({ column, ...range })
  for (const [row, fields] of rows) fields[column] = values[row - range.rowStart]
}
