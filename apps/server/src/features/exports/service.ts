import type { PlaceExportFormat } from '@antojo/contract/transfer/place-export'
import type { Database } from '@antojo/db/database'
import { webAddress } from '@antojo/domain/links/web-address'
import type { User } from '../../core/request-scope.ts'
import { FILE_FORMATS } from './formats.ts'
import { partsOf, placesOf } from './repo.ts'

export interface FileWanted {
  readonly format: PlaceExportFormat
  /** Undefined means the whole collection. */
  readonly list: string | undefined
  /** Whether the file contains the person's notes, visits and lists. */
  readonly isPrivate: boolean
}

export function contentTypeOf(format: PlaceExportFormat): string {
  return FILE_FORMATS[format].contentType
}

/** Reads some places in each transaction, so that a slow client holds neither memory nor a connection. */
export async function* placesFile(
  database: Database,
  user: Pick<User, 'id' | 'actor'>,
  { format, list, isPrivate }: FileWanted,
): AsyncGenerator<string> {
  const file = FILE_FORMATS[format]
  yield file.head
  const parts = await database.withActor(user.actor, (tx) => partsOf(tx, user.id, list))
  let isFirst = true
  for (const part of parts) {
    const places = await database.withActor(user.actor, (tx) => placesOf(tx, user.id, part))
    const start = isFirst
    yield places
      .map((place) => ({ ...place, website: webAddress(place.website) }))
      .map((place) => (isPrivate ? place : { ...place, note: null, visited: [], lists: [] }))
      .map((place, index) => file.place(place, start && index === 0))
      .join('')
    isFirst &&= places.length === 0
  }
  yield file.tail
}
