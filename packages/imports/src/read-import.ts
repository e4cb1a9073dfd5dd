import type { ImportFormat } from '@antojo/domain/transfer/import-facts'
import { type Collected, Collector } from './collect.ts'
import type { FormatReader, TextFile } from './entries.ts'
import { parseJson } from './foreign.ts'
import { bookmarks } from './formats/bookmarks.ts'
import { foursquare } from './formats/foursquare.ts'
import { geojson } from './formats/geojson.ts'
import { googleLists } from './formats/google-lists.ts'
import { gpx } from './formats/gpx.ts'
import { instagram } from './formats/instagram.ts'
import { kml } from './formats/kml.ts'
import { karakeep, linkwarden, mealie } from './formats/link-savers.ts'
import { links } from './formats/links.ts'
import { tables } from './formats/tables.ts'
import { tiktok } from './formats/tiktok.ts'
import { youtubePlaylists } from './formats/youtube.ts'

/** Readers are tried in this order: the first that recognises a file reads it. */
export const READERS: readonly FormatReader[] = [
  tiktok,
  instagram,
  youtubePlaylists,
  googleLists,
  geojson,
  foursquare,
  kml,
  gpx,
  bookmarks,
  karakeep,
  linkwarden,
  mealie,
  tables,
  links,
]
/** The readers of exports whose files have characteristic names. */
const OF_ARCHIVES = READERS.filter((reader) => reader !== links && reader !== tables)
/** A map within an archive is itself an archive. */
const ARCHIVE = /\.(?:kmz|zip)$/iu

export interface FoundImport extends Collected {
  readonly format: ImportFormat
}

/** The names of the files to read in an archive: archives in it, and those of known exports or else every text file. */
export function namesToRead(names: readonly string[]): readonly string[] {
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
  #format: ImportFormat | null = null

  /** Throws `TooDeepError`. */
  add(file: TextFile): void {
    let parsed: { readonly value: unknown } | undefined
    const json = () => (parsed ??= { value: parseJson(file.text) }).value
    for (const reader of READERS) {
      const parts = reader.read({ ...file, json })
      if (parts === null) continue
      if (this.#format === null || this.#found.isEmpty) this.#format = reader.format
      for (const part of parts) this.#found.add(part)
      return
    }
  }

  /** Null when no format recognises any of the files. */
  result(): FoundImport | null {
    return this.#format === null ? null : { format: this.#format, ...this.#found.result() }
  }
}
