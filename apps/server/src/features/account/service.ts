import { createHash } from 'node:crypto'
import { isRecentlyAuthenticated } from '@antojo/auth/recent-authentication'
import type { Database } from '@antojo/db/database'
import type { PictureDecoder } from '../../adapters/decoder/pictures/picture-decoder.ts'
import { AppError } from '../../core/app-error.ts'
import { GUEST_ACTOR, type User } from '../../core/request-scope.ts'
import {
  dropPicture,
  keepPicture,
  OWNED_TABLES,
  readNext,
  readPicture,
  readProfile,
  type OwnedRow,
  type OwnedTable,
} from './repo.ts'

/** Pixels of a profile picture's side. */
const PICTURE_SIDE = 256
/** A cut-out of a phone's picture; apps send no more than that. */
const MAX_PIXELS = 4_000_000
/** Seconds after a sign-in, or a code of the second step, in which the account may be deleted: a stolen token is older. */
const MAX_PROOF_AGE = 300

export interface Account {
  /** All own data, table by table, as parts of one JSON text. */
  exportAll(user: User): AsyncIterable<string>
  /** Takes a picture in any common format and returns where it is served. */
  setPicture(user: User, image: Buffer): Promise<string>
  removePicture(user: User): Promise<void>
  picture(userId: string): Promise<Buffer | null>
  /**
   * Ends the account, once the person typed its address and proved a moment ago to be themselves. Returns until when they
   * may restore it, or null when everything is gone now.
   */
  remove(user: User, request: DeletionRequest): Promise<Date | null>
}

export interface DeletionRequest {
  readonly typedEmail: string
  /** As the request says it in Accept-Language. */
  readonly language: string | undefined
}

export interface AccountDeps {
  readonly database: Database
  readonly pictures: Pick<PictureDecoder, 'toWebp'>
  /** How long a deleted account can be restored; 0: not at all. */
  readonly graceDays: number
  /** Deletes the account at the auth service, then or at once; false when it refused. */
  readonly deleteUser: (deletion: UserDeletion) => Promise<boolean>
}

export interface UserDeletion {
  readonly userId: string
  /** Null: at once. */
  readonly deleteAfter: Date | null
  readonly language: string | undefined
}

const DAY_MS = 86_400_000

export function createAccount({ database, pictures, graceDays, deleteUser }: AccountDeps): Account {
  return {
    exportAll: (user) => exportAll(database, user),
    setPicture: async (user, image) => {
      const webp = await squarePicture(pictures, image)
      const version = createHash('sha256').update(webp).digest('base64url').slice(0, 12)
      const url = `/account/picture/${user.id}?v=${version}`
      await database.asSystem('keep a profile picture', (tx) =>
        keepPicture(tx, { userId: user.id, webp, url }),
      )
      return url
    },
    removePicture: (user) => database.asSystem('remove a profile picture', (tx) => dropPicture(tx, user.id)),
    picture: (userId) => database.withActor(GUEST_ACTOR, (tx) => readPicture(tx, userId)),
    remove: async (user, { typedEmail, language }) => {
      if (typedEmail.trim().toLowerCase() !== (user.email ?? '').toLowerCase())
        throw new AppError('bad_request', 'The address is not the one of the account.')
      if (!isRecentlyAuthenticated(user.actor.claims, MAX_PROOF_AGE))
        throw new AppError('reauthentication_needed', 'Sign in again first.')
      const deleteAfter = graceDays === 0 ? null : new Date(Date.now() + graceDays * DAY_MS)
      if (!(await deleteUser({ userId: user.id, deleteAfter, language })))
        throw new AppError('internal', 'The account was not deleted.')
      return deleteAfter
    },
  }
}

/** A few rows at a time, each time in a transaction of its own: who reads slowly holds neither memory nor a connection. */
async function* exportAll(database: Database, user: User): AsyncGenerator<string> {
  const profile = await database.withActor(user.actor, (tx) => readProfile(tx, user.id))
  yield `{"format":"antojo-export-1","users":${JSON.stringify(profile)}`
  for (const table of Object.keys(OWNED_TABLES).filter(isOwnedTable)) {
    yield `,"${table}":[`
    let last: OwnedRow | undefined
    do {
      const rows = await database.withActor(user.actor, (tx) => readNext(tx, user.id, table, last))
      const separator = last && rows.length > 0 ? ',' : ''
      yield separator + rows.map((row) => JSON.stringify(row)).join(',')
      last = rows.at(-1)
    } while (last)
    yield ']'
  }
  yield '}'
}

function isOwnedTable(name: string): name is OwnedTable {
  return name in OWNED_TABLES
}

/** The middle of the picture as a small webp; where it was taken and by what camera stays out. */
async function squarePicture(pictures: AccountDeps['pictures'], image: Buffer): Promise<Buffer> {
  const decoded = await pictures.toWebp(image, {
    width: PICTURE_SIDE,
    shape: 'square',
    quality: 82,
    maxPixels: MAX_PIXELS,
  })
  if (!decoded.ok)
    throw new AppError('image_refused', `This is not a picture we can use (${decoded.reason}).`)
  return decoded.webp
}
