import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { z } from 'zod'
import { FOURSQUARE } from './foursquare.ts'
import { OVERTURE } from './overture.ts'
import type { ParquetLayout } from './parquet-layout.ts'
import type { PlaceRecord } from '../record.ts'

/** Rows decoded at once; this bounds memory, not the file. */
const ROWS = 5_000

const row = z.record(z.string(), z.unknown())

/**
 * Groups of records of a Parquet file of Overture Places or Foursquare OS Places, recognised by their columns; only
 * open places to eat and drink. Throws for any other file.
 */
export async function* readParquet(path: string, source?: string): AsyncGenerator<(PlaceRecord | null)[]> {
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  const present = metadata.schema.map((column) => column.name)
  const layout = layoutOf(present)
  const columns = layout.columns.filter((column) => present.includes(column))
  const total = Number(metadata.num_rows)
  for (let rowStart = 0; rowStart < total; rowStart += ROWS) {
    const rowEnd = Math.min(total, rowStart + ROWS)
    const rows = await parquetReadObjects({ file, metadata, compressors, columns, rowStart, rowEnd })
    const records = rows.flatMap((each) => {
      const fields = row.parse(each)
      return layout.keep(fields) ? [layout.recordOf(fields, source ?? layout.source)] : []
    })
    if (records.length > 0) yield records
  }
}

function layoutOf(columns: readonly string[]): ParquetLayout {
  const layout = [OVERTURE, FOURSQUARE].find((each) =>
    each.columns.slice(0, 2).every((name) => columns.includes(name)),
  )
  if (layout === undefined)
    throw new Error('The Parquet file is neither of Overture Places nor of Foursquare OS Places.')
  return layout
}
