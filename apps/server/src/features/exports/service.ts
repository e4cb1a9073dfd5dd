import { Readable } from 'node:stream'
import type { PlaceExportFormat } from '@antojo/contract/transfer/place-export'
import type { Database } from '@antojo/db/database'
import { builtInListNames, type TableLanguage } from '@antojo/i18n/place-table'
import { webAddress } from '@antojo/domain/links/web-address'
import type { User } from '../../core/request-scope.ts'
import { FILE_FORMATS } from './formats.ts'
import { type ExportedPlace, type FoundPlace, listsOfVideos, type Part, partsOf, placesOf } from './repo.ts'

export interface FileWanted {
  readonly format: PlaceExportFormat
  /** Undefined means the whole collection. */
  readonly list: string | undefined
  /** Whether the file contains the person's notes, visits and lists. */
  readonly isPrivate: boolean
  /** The language of a table's headings. */
  readonly language: TableLanguage
}

export function contentTypeOf(format: PlaceExportFormat): string {
  return FILE_FORMATS[format].contentType
}

export interface PlacesFile {
  /** The number of places in the file. */
  readonly places: number
  readonly text: AsyncIterable<string>
}

export async function placesFile(
  database: Database,
  user: Pick<User, 'id' | 'actor'>,
  wanted: FileWanted,
): Promise<PlacesFile> {
  const parts = await database.withActor(user.actor, (tx) => partsOf(tx, user.id, wanted.list))
  // A waypoint needs a position.
  const count = wanted.format === 'gpx' ? 'onMap' : 'places'
  const places = parts.reduce((sum, part) => sum + part[count], 0)
  return { places, text: textOf(placesAtOnce(database, user, { ...wanted, parts }), wanted) }
}

/** Reads some places in each transaction, so that a slow client holds neither memory nor a connection. */
async function* placesAtOnce(
  database: Database,
  user: Pick<User, 'id' | 'actor'>,
  { parts, language, isPrivate }: FileWanted & { readonly parts: readonly Part[] },
): AsyncGenerator<readonly ExportedPlace[]> {
  const names = builtInListNames(language)
  const lists = isPrivate && (await database.withActor(user.actor, (tx) => listsOfVideos(tx, user.id, names)))
  const read = (part: Part) => database.withActor(user.actor, (tx) => placesOf(tx, user.id, part))
  // The database reads a part while the one before it is written.
  const found: AsyncIterable<readonly FoundPlace[]> = Readable.from(parts).map(read, { concurrency: 1 })
  for await (const places of found)
    yield places.map((place) => ({
      ...place,
      website: webAddress(place.website),
      ...(lists
        ? { lists: [...new Set(place.videoIds.flatMap((id) => lists.get(id) ?? []))].toSorted() }
        : { note: null, visited: [], lists: [] }),
    }))
}

async function* textOf(
  found: AsyncIterable<readonly ExportedPlace[]>,
  { format, language }: FileWanted,
): AsyncGenerator<string> {
  const file = FILE_FORMATS[format]
  yield file.head(language)
  let isFirst = true
  for await (const places of found) {
    const start = isFirst
    yield places
      .map((place, index) => file.place(place, { isFirst: start && index === 0, language }))
      .join('')
    isFirst &&= places.length === 0
  }
  yield file.tail
}
