import type { Box } from '../../geo.ts'
import type { RawFields, ReadRow } from '../record.ts'

/** The columns in one publisher's files of places. */
export interface ParquetLayout {
  readonly source: string
  /** The columns that decide whether a row is kept, read first. The first two identify the publisher. */
  readonly filterColumns: readonly string[]
  /** The other columns, read only for groups with kept rows. */
  readonly columns: readonly string[]
  /** Paths of the columns whose statistics bound the positions of a row group. */
  readonly bounds: Readonly<Record<keyof Box, string>>
  /** The position of a row, from the filter columns. */
  readonly point: (row: RawFields) => { readonly lat: number; readonly lng: number } | null
  /** False for closed places and places without food or drink; from the filter columns. */
  readonly keep: (row: RawFields) => boolean
  readonly recordOf: (row: RawFields, source: string) => ReadRow
}
