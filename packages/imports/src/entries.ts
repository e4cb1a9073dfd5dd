import type { MapsPlace } from '@antojo/domain/links/maps-link'
import type { ImportFormat, ImportPartKind } from '@antojo/domain/transfer/import-facts'

/** A text file that a person imports, or a file of their archive. */
export interface TextFile {
  /** The path within the archive. It is only matched against patterns, never opened. */
  readonly name: string
  readonly text: string
}

export interface SourceFile extends TextFile {
  /** The JSON value of the text, parsed once for all readers; undefined when it is not JSON. */
  json(): unknown
}

/** One entry of a file, as the file has it. */
export interface Entry {
  readonly url: string | null
  /** A title that says something about the post; null for the name of its author. */
  readonly title: string | null
  readonly savedAt: Date | null
  /** The facts of a place that the file gives beside the link. */
  readonly place?: Omit<MapsPlace, 'cid'>
}

/** Entries that belong together. */
export interface Part {
  readonly kind: ImportPartKind
  /** The name of a collection; null for the other kinds. */
  readonly name: string | null
  readonly entries: readonly Entry[]
}

export interface FormatReader {
  readonly format: ImportFormat
  /** The files of an archive that this reader reads. */
  readonly files: RegExp
  /** Null for a file of another format. */
  read(file: SourceFile): readonly Part[] | null
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A position in degrees; null when the values are not one. Exports write 0, 0 for a place without a position. */
export function positionOf(lat: unknown, lng: unknown): MapsPlace['position'] {
  const [north, east] = [degrees(lat), degrees(lng)]
  const isPosition = Math.abs(north) <= 90 && Math.abs(east) <= 180 && (north !== 0 || east !== 0)
  return isPosition ? { lat: north, lng: east } : null
}

/** Spreadsheets of some countries use a decimal comma. */
function degrees(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== ''
    ? Number(value.trim().replace(',', '.'))
    : Number.NaN
}

/** The name of a file without folders and ending. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/u, '')
}

/** No platform had favourites before this day, so an earlier time is an error in the file. */
const FIRST_DAY = Date.UTC(2005, 0, 1)

/** A time in seconds or milliseconds since 1970, or a text such as `2023-11-01 10:11:12 UTC`; null for anything else. */
export function timeOf(value: unknown): Date | null {
  const time =
    typeof value === 'number'
      ? new Date(value < 1e11 ? value * 1000 : value)
      : typeof value === 'string' && /^\d{4}-\d\d-\d\d/u.test(value.trim())
        ? new Date(value.trim().replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?: UTC)?$/u, '$1T$2Z'))
        : null
  return time !== null && time.getTime() >= FIRST_DAY && time.getTime() <= Date.now() ? time : null
}
