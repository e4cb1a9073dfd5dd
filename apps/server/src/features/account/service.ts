import { createHash } from 'node:crypto'
import type { Database, Tx } from '@antojo/db/database'
import type { PictureDecoder } from '../../adapters/decoder/pictures/picture-decoder.ts'
import { AppError } from '../../core/app-error.ts'
import { GUEST_ACTOR, type User } from '../../core/request-scope.ts'
import { requireRecentProof } from '../credentials/service.ts'
import { writeArchive } from '../archive/service.ts'
import { countVideos, dropPicture, keepPicture, readPicture } from './repo.ts'

/** Width and height of a profile picture in pixels. */
const PICTURE_SIDE = 256
/** Apps send a crop of a phone's picture, which has fewer pixels. */
const MAX_PIXELS = 4_000_000
/**
 * The most seconds between a sign-in, or a code of the second step, and the deletion of the account; a stolen token is
 * usually older.
 */
const MAX_PROOF_AGE = 300

export type Account = ReturnType<typeof createAccount>

export interface DeletionRequest {
  readonly typedEmail: string
  /** The Accept-Language header of the request. */
  readonly language: string | undefined
}

export interface AccountDeps {
  readonly database: Database
  readonly pictures: Pick<PictureDecoder, 'toWebp'>
  /** Days within which a deleted account can be restored; 0: none. */
  readonly graceDays: number
  /** Deletes the account in the auth service; false when the service refuses. */
  readonly deleteUser: (deletion: UserDeletion) => Promise<boolean>
}

export interface UserDeletion {
  readonly userId: string
  /** When the account is deleted; null: now. */
  readonly deleteAfter: Date | null
  readonly language: string | undefined
}

const DAY_MS = 86_400_000

export function createAccount({ database, pictures, graceDays, deleteUser }: AccountDeps) {
  return {
    /** Everything of the person as Antojo's own file, in pieces. */
    exportAll: (user: User): AsyncIterable<Uint8Array> => writeArchive(database, user),
    /** The number of videos in that file. */
    countVideos: (user: User): Promise<number> =>
      database.asPerson(user.actor, (tx) => countVideos(tx, user.id)),
    /** Stores a picture of any common format and returns its address. */
    setPicture: async (user: User, image: Buffer): Promise<string> => {
      const picture = await profilePicture(pictures, user.id, image)
      await database.asPerson(user.actor, (tx) => keepPicture(tx, picture))
      return picture.url
    },
    removePicture: (user: User) => database.asPerson(user.actor, (tx) => dropPicture(tx, user.id)),
    picture: (userId: string): Promise<Buffer | null> =>
      database.withActor(GUEST_ACTOR, (tx) => readPicture(tx, userId)),
    /**
     * Marks the account for deletion. Requires its typed email address and a recent sign-in. Returns the time until which
     * it can be restored, or null when it was deleted immediately.
     */
    remove: async (user: User, { typedEmail, language }: DeletionRequest): Promise<Date | null> => {
      if (typedEmail.trim().toLowerCase() !== (user.email ?? '').toLowerCase())
        throw new AppError('bad_request', 'The address is not the one of the account.')
      requireRecentProof(user, MAX_PROOF_AGE)
      const deleteAfter = graceDays === 0 ? null : new Date(Date.now() + graceDays * DAY_MS)
      if (!(await deleteUser({ userId: user.id, deleteAfter, language })))
        throw new AppError('internal', 'The account was not deleted.')
      return deleteAfter
    },
  }
}

/** Stores a picture in the caller's transaction as the profile's. */
export async function keepProfilePicture(
  pictures: AccountDeps['pictures'],
  tx: Tx,
  { userId, image }: { readonly userId: string; readonly image: Buffer },
): Promise<void> {
  await keepPicture(tx, await profilePicture(pictures, userId, image))
}

async function profilePicture(pictures: AccountDeps['pictures'], userId: string, image: Buffer) {
  const webp = await squarePicture(pictures, image)
  const version = createHash('sha256').update(webp).digest('base64url').slice(0, 12)
  return { userId, webp, url: `/account/picture/${userId}?v=${version}` }
}

/** The centre of the picture as a small webp, without metadata such as place and camera. */
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
