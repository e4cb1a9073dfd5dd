import type { PlaceExportFormat } from '@antojo/contract/transfer/place-export'
import type { Database } from '@antojo/db/database'
import { webAddress } from '@antojo/domain/links/web-address'
import type { User } from '../../core/request-scope.ts'
import { FILE_FORMATS } from './formats.ts'
import { type ExportedPlace, nextPlaces } from './repo.ts'

export interface FileWanted {
  readonly format: PlaceExportFormat
  /** Undefined: the whole collection. */
  readonly list: string | undefined
  /** Whether the file has the person's notes and visits. */
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
  let after: string | null = null
  do {
    const last: string | null = after
    const places: readonly ExportedPlace[] = await database.withActor(user.actor, (tx) =>
      nextPlaces(tx, { userId: user.id, list, after: last }),
    )
    yield places
      .map((place) => ({ ...place, website: webAddress(place.website) }))
      .map((place) => (isPrivate ? place : { ...place, note: null, visited: [] }))
      .map((place, index) => file.place(place, last === null && index === 0))
      .join('')
    after = places.at(-1)?.id ?? null
  } while (after !== null)
  yield file.tail
}
