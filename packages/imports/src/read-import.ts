import type { ChosenColumns, ImportFormat } from '@antojo/domain/transfer/import-facts'
import { type Collected, Collector } from './collect.ts'
import { NO_TABLE, tableOf, tableOfRecords } from './csv.ts'
import type { FormatReader, SourceFile, TextFile } from './entries.ts'
import { parseJson, parseJsonLines } from './foreign.ts'
import { bookmarks } from './formats/bookmarks.ts'
import { columnNamed } from './formats/columns.ts'
import { foursquare } from './formats/foursquare.ts'
import { geojson } from './formats/geojson.ts'
import { googleLists } from './formats/google-lists.ts'
import { gpx } from './formats/gpx.ts'
import { instagram } from './formats/instagram.ts'
import { kml } from './formats/kml.ts'
import { browserFiles, facebook, karakeep, linkwarden, mealie } from './formats/link-savers.ts'
import { links } from './formats/texts/links.ts'
import { columnsOf, type TableColumns, tables } from './formats/tables.ts'
import { tiktok } from './formats/tiktok.ts'
import { youtubePlaylists } from './formats/youtube.ts'
import { OF_WORKBOOK, WORKBOOK } from './workbook.ts'

/** Readers are tried in this order: the first that recognises a file reads it. */
export const READERS: readonly FormatReader[] = [
  tiktok,
  // Before Instagram, whose pages have the same boxes and which takes any page with a post.
  facebook,
  instagram,
  youtubePlaylists,
  googleLists,
  geojson,
  foursquare,
  kml,
  gpx,
  bookmarks,
  browserFiles,
  karakeep,
  linkwarden,
  mealie,
  tables,
  links,
]
/** The readers of exports whose files have characteristic names. */
const OF_ARCHIVES = READERS.filter((reader) => reader !== links && reader !== tables)
/** A map or a spreadsheet within an archive is itself an archive. */
const ARCHIVE = /\.(?:kmz|zip|xlsx)$/iu

/** How the person wants a file to be read. */
export interface ImportChoice {
  readonly format?: ImportFormat | undefined
  readonly columns?: ChosenColumns | undefined
}

/** The other ways to read a file, for the person to choose. */
export interface ImportChoices {
  readonly formats: readonly ImportFormat[]
  readonly table: TableColumns | null
}

export interface FoundImport extends Collected {
  readonly format: ImportFormat
  readonly choices: ImportChoices
}

const NO_CHOICES: ImportChoices = { formats: [], table: null }
/** The beginning of a text, or a whole JSON, is read again for the sake of a choice. */
const CHOICE_TEXT = 100_000
const MAX_CHOICE_JSON = 2_000_000

/** The names of the files to read in an archive: archives in it, and those of known exports or else every text file. */
export function namesToRead(names: readonly string[]): readonly string[] {
  if (names.includes(WORKBOOK)) return names.filter((name) => OF_WORKBOOK.test(name))
  const isText = names.some(isOfExport) ? isOfExport : (name: string) => links.files.test(name)
  return names.filter((name) => ARCHIVE.test(name) || isText(name))
}

function isOfExport(name: string): boolean {
  return OF_ARCHIVES.some(({ files }) => files.test(name))
}

/** Everything to import from these files; null when no format recognises any of them. Throws `TooDeepError`. */
export function readImport(files: Iterable<TextFile>): FoundImport | null {
  const reading = new ImportReading()
  for (const file of files) reading.add(file)
  return reading.result()
}

/** Does the work of `readImport` file by file, so that only one file of an archive is in memory. */
export class ImportReading {
  readonly #found = new Collector()
  readonly #choice: ImportChoice
  #format: ImportFormat | null = null
  /** Of the only file; a file of an archive has no choice. */
  #choices: ImportChoices | null = null

  constructor(choice: ImportChoice = {}) {
    this.#choice = choice
  }

  /** Throws `TooDeepError`. */
  add(given: TextFile): void {
    const { format, columns } = this.#choice
    const file = { ...sourceOf(given), ...(columns && { columns }) }
    for (const reader of READERS) {
      if (format !== undefined && reader.format !== format) continue
      const parts = reader.read(file)
      if (parts === null) continue
      this.#choices = this.#choices === null ? choicesOf(file, reader) : NO_CHOICES
      if (this.#format === null || this.#found.isEmpty) this.#format = reader.format
      for (const part of parts) this.#found.add(part)
      return
    }
  }

  /** Null when no format recognises any of the files. */
  result(): FoundImport | null {
    if (this.#format === null) return null
    return { format: this.#format, choices: this.#choices ?? NO_CHOICES, ...this.#found.result() }
  }
}

function sourceOf({ name, text }: TextFile): SourceFile {
  const json = once(() => parseJson(text) ?? parseJsonLines(text))
  const table = once(() => {
    if (json() !== undefined) return tableOfRecords(json())
    return /\.(?:csv|tsv)$/iu.test(name) || hasHeader(text) ? tableOf(text) : NO_TABLE
  })
  return { name, text, json, table }
}

/** True for a text that begins like a table, whatever its name. */
function hasHeader(text: string): boolean {
  const { rows } = tableOf(text.slice(0, 2_000).split('\n', 4).join('\n'))
  return rows.some((row) => row.filter((cell) => columnNamed(cell) !== null).length > 1)
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/**
 * A text that is a table may be a plain list of links, and the other way round. An export is never offered as a plain
 * text: its messages and history are not read.
 */
function choicesOf(whole: SourceFile, reader: FormatReader): ImportChoices {
  const { name, text } = whole
  const isJson = whole.json() !== undefined
  if (isJson && text.length > MAX_CHOICE_JSON) return NO_CHOICES
  const isCut = !isJson && text.length > CHOICE_TEXT
  const lines = text.slice(0, text.lastIndexOf('\n', CHOICE_TEXT) + 1)
  const file = isCut ? { ...whole, ...sourceOf({ name, text: lines }) } : whole
  const isExport = reader !== tables && reader !== links && !/\.(?:csv|tsv|txt)$/iu.test(name)
  const others = isExport ? [] : READERS.filter((each) => each.format !== reader.format)
  const formats = others.filter((each) => each.read(file)?.some(({ entries }) => entries.length > 0) === true)
  return {
    formats: [...new Set(formats.map(({ format }) => format))],
    table: reader === tables ? columnsOf(file) : null,
  }
}
