import type { PlaceRecord, RawFields } from '../record.ts'

/** How places stand in one publisher's files. */
export interface ParquetLayout {
  readonly source: string
  /** The first two tell the publisher. */
  readonly columns: readonly string[]
  /** False for what is closed or is no place to eat or drink. */
  readonly keep: (row: RawFields) => boolean
  readonly recordOf: (row: RawFields, source: string) => PlaceRecord | null
}
