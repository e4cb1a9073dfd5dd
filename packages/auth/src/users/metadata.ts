import { z } from 'zod'
import { invalid } from '../errors.ts'

type Metadata = Readonly<Record<string, unknown>>

const MAX_USER_BYTES = 16 * 1024
/** Smaller, because every token carries all of it, and tokens are sent in headers. */
const MAX_APP_BYTES = 4 * 1024
/** Tokens carry the user's metadata up to this size. */
const MAX_CLAIM_BYTES = 4 * 1024
const MAX_LEVELS = 32

const USER_TEXT = 'user_metadata may hold 16 KiB at most'
const APP_TEXT = 'app_metadata may hold 4 KiB at most'

const metadataSchema = z
  .record(z.string(), z.unknown())
  .refine((data) => isPlain(data, MAX_LEVELS), { message: 'it cannot be stored', abort: true })

/** The limit of metadata that people write themselves. */
export const userMetadataSchema = metadataSchema.refine((data) => bytesOf(data) <= MAX_USER_BYTES, USER_TEXT)

/** The limit of metadata that administrators write. */
export const appMetadataSchema = metadataSchema.refine((data) => bytesOf(data) <= MAX_APP_BYTES, APP_TEXT)

/** Throws 400 when metadata has grown too large by several merges. */
export function requireUserMetadataFits(data: Metadata): void {
  if (bytesOf(data) > MAX_USER_BYTES) throw userMetadataTooLarge()
}

/** Like `requireUserMetadataFits`, for metadata that administrators write. */
export function requireAppMetadataFits(data: Metadata): void {
  if (bytesOf(data) > MAX_APP_BYTES) throw invalid(APP_TEXT)
}

export function userMetadataTooLarge() {
  return invalid(USER_TEXT)
}

/** The user's metadata for a token; nothing when the token would become too long. `GET /user` returns all of it. */
export function metadataClaim(data: Metadata): Metadata {
  return bytesOf(data) > MAX_CLAIM_BYTES ? {} : data
}

function bytesOf(data: Metadata): number {
  return Buffer.byteLength(JSON.stringify(data))
}

/**
 * Refuses data nested deeper than the stack allows, numbers like 1e308, which the database writes out in digits, and
 * half surrogate pairs.
 */
function isPlain(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return !String(value).includes('e')
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return (
    levels > 0 &&
    Object.entries(value).every(([key, child]) => key.isWellFormed() && isPlain(child, levels - 1))
  )
}
