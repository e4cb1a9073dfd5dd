import type { GuardedFetch } from '../http/guarded-fetch.ts'
import type { Frame } from './port.ts'

const TIMEOUT_MS = 6_000
/** Platforms' covers have 50 to 400 kB. */
const MAX_BYTES = 4 * 1024 ** 2

/** Fetches the picture that a post shows before it plays; null when there is none to read. */
export type CoverPort = (url: string, signal: AbortSignal) => Promise<Frame | null>

/** Covers often show the restaurant's name in large letters, also where the video itself cannot be fetched. */
export function createCovers(fetch: GuardedFetch): CoverPort {
  return async (url, signal) => {
    const answer = await fetch({ url, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal })
    if (!answer.ok || answer.status !== 200 || answer.body.length === 0) return null
    return { second: 0, image: answer.body }
  }
}
