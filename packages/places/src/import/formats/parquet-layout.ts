import type { PlaceRecord, RawFields } from '../record.ts'

/** The columns of places in one publisher's files. */
export interface ParquetLayout {
  readonly source: string
  /** The first two columns identify the publisher. */
  readonly columns: readonly string[]
  /** False for closed places and places without food or drink. */
  readonly keep: (row: RawFields) => boolean
  readonly recordOf: (row: RawFields, source: string) => PlaceRecord | null
}
