import type { MapsPlace } from '@antojo/domain/links/maps-link'
import type {
  ChosenColumns,
  ImportFormat,
  ImportPartKind,
  PostTextKind,
  UnreadReason,
} from '@antojo/domain/transfer/import-facts'
import { FIRST_DAY } from '@antojo/domain/transfer/row-limits'
import { isRecord } from '@antojo/domain/unknown-values'
import type { Table } from './csv.ts'

/** A text file that a person imports, or a file of their archive. */
export interface TextFile {
  /** The path within the archive. It is only matched against patterns, never opened. */
  readonly name: string
  readonly text: string
}

export interface SourceFile extends TextFile {
  /** The columns of a table that the person chose. */
  readonly columns?: ChosenColumns
  /** The JSON value of the text, parsed once for all readers; undefined when it is not JSON. */
  json(): unknown
  /** The rows of the text, or of the records in its JSON, read once for all readers. */
  table(): Table
}

/** A text that a file has about a post: evidence of its place. */
export interface PostText {
  readonly kind: PostTextKind
  readonly text: string
}

/** One entry of a file, as the file has it. */
export interface Entry {
  readonly url: string | null
  /** A title that says something about the post; null for the name of its author. */
  readonly title: string | null
  readonly savedAt: Date | null
  /** The facts of a place that the file gives beside the link. */
  readonly place?: Omit<MapsPlace, 'cid'>
  /** The person's own words about the post or place. */
  readonly note?: string | null
  readonly texts?: readonly PostText[]
  /** The days, as `YYYY-MM-DD`, on which the person was there. */
  readonly visited?: readonly string[]
  /** Links to posts about the place of this entry. */
  readonly posts?: readonly string[]
  /** The other positions of an entry that has several points. */
  readonly otherPositions?: readonly MapsPlace['position'][]
  /** The lists that have this entry, instead of its part. */
  readonly lists?: readonly string[]
  /** Set when the reader knows why this is nothing to import. */
  readonly unread?: UnreadReason
}

/** Entries that belong together. */
export interface Part {
  readonly kind: ImportPartKind
  /** The name of a collection; null for the other kinds. */
  readonly name: string | null
  readonly entries: readonly Entry[]
  /** The number of entries after these, which the reader left out because there are more than an import has. */
  readonly beyond?: number
}

/** The most entries that are read of a file: posts occur several times in it, so more than an import has. */
export const MAX_ENTRIES = 100_000

export interface FormatReader {
  readonly format: ImportFormat
  /** The files of an archive that this reader reads. */
  readonly files: RegExp
  /**
   * Every entry of the file, also those that cannot be imported; null for a file of another format. A format is known
   * by the whole file: its structure, header or name, never by one line.
   */
  read(file: SourceFile): readonly Part[] | null
}

/** Entries that are in their own lists, or else in no group. */
export function ofFile(entries: readonly Entry[], beyond = 0): readonly Part[] {
  return [{ kind: 'file', name: null, entries, beyond }]
}

/** The texts that are not empty, as one; null when all are. */
export function joined(texts: readonly (string | null | undefined)[], separator = '\n'): string | null {
  return texts.filter(Boolean).join(separator) || null
}

/** The sign between the names of a folder and of the one in it. */
export const BETWEEN_FOLDERS = ' / '

/** The sign between the names of a cell of Antojo's own files. */
const BETWEEN_NAMES = ' | '

/** The days in a cell of one of Antojo's own files. */
export function daysIn(cell: string | null | undefined): readonly string[] {
  const days = (cell ?? '').split(' ').filter((day) => timeOf(day) !== null && /^\d{4}-\d\d-\d\d$/u.test(day))
  return days.slice(0, MAX_DAYS)
}

/** The most days on which a person was at a place. */
export const MAX_DAYS = 1_000

/** The day of a visit at a time. */
export function daysOf(time: Date | null): readonly string[] {
  return time === null ? [] : [time.toISOString().slice(0, 10)]
}

/** The names in a cell of one of Antojo's own files. */
export function namesIn(cell: string | null | undefined): readonly string[] {
  return cell ? cell.split(BETWEEN_NAMES).filter((name) => name.trim() !== '') : []
}

/** A text that is not empty, or null for any other value. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** The text of this kind; none for a text that is missing or has no word. */
export function aboutPost(kind: PostTextKind, value: unknown): readonly PostText[] {
  const text = textOf(value)
  return text === null || !/[\p{L}\p{N}]/u.test(text) ? [] : [{ kind, text }]
}

/** The names of a list of tags, some of which are `{ "name": "tacos", "color": … }`. */
export function tagsOf(tags: unknown): readonly PostText[] {
  if (!Array.isArray(tags)) return []
  const names = tags.map((tag: unknown) => textOf(isRecord(tag) ? tag['name'] : tag))
  return aboutPost('hashtags', joined(names, ', '))
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
  const digits = typeof value === 'string' ? /^[+-]?\d{1,3}(?:[.,]\d*)?$/u.exec(value.trim())?.[0] : null
  return digits ? Number(digits.replace(',', '.')) : Number.NaN
}

/** The name of a file without folders and ending. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/u, '')
}

/** `2023-11-01 10:11:12 UTC`. */
const DAY = /^(?<day>\d{4}-\d\d-\d\d)(?: (?<time>\d\d:\d\d:\d\d(?:\.\d+)?)(?: UTC)?$)?/u
/** `Wed, 12 Nov 25 21:05:33 -0600`. */
const MAIL_DAY = /^(?:[a-z]{3}, )?\d{1,2} [a-z]{3} \d{2,4} [\d:]{5,8} (?:[+-]\d{4}|gmt|utc)$/iu

/** A time in seconds or milliseconds since 1970, or a text as in `DAY` and `MAIL_DAY`; null for anything else. */
export function timeOf(value: unknown): Date | null {
  const text = typeof value === 'string' ? value.trim() : ''
  if (/^\d{9,13}$/u.test(text)) return timeOf(Number(text))
  const stated = typeof value === 'number' ? (value < 1e11 ? value * 1000 : value) : textTime(text)
  return stated >= FIRST_DAY && stated <= Date.now() ? new Date(stated) : null
}

const MONTHS = 'jan|ene feb mar apr|abr may jun jul aug|ago sep oct nov dec|dic'
  .split(' ')
  .map((names) => new RegExp(`(?<!\\p{L})(?:${names})`, 'iu'))

/** Noon of a day in English or Spanish such as `Nov 12, 2025 3:05:33 pm` or `12 de noviembre de 2025`, whose time zone is unknown. */
export function dayIn(text: string): Date | null {
  const month = MONTHS.findIndex((name) => name.test(text))
  const [day = Number.NaN, year = Number.NaN] = [/(?<!\d)\d{1,2}(?!\d|:)/u, /\b\d{4}\b/u].map((part) =>
    Number(part.exec(text)?.[0]),
  )
  return month === -1 ? null : timeOf(Date.UTC(year, month, day, 12))
}

/** A day as spreadsheets write it: the number of days since 1900. */
export function timeOfSerial(value: string | null): Date | null {
  const days = value !== null && /^\d{5}(?:\.\d+)?$/u.test(value) ? Number(value) : Number.NaN
  return timeOf(Math.round((days - DAYS_TO_1970) * 86_400) * 1_000)
}

const DAYS_TO_1970 = 25_569

function textTime(text: string): number {
  if (MAIL_DAY.test(text)) return Date.parse(text)
  const { day, time } = DAY.exec(text)?.groups ?? {}
  return day === undefined ? Number.NaN : Date.parse(time === undefined ? text : `${day}T${time}Z`)
}
