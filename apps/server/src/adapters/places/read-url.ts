import type { ReadUrl } from '@antojo/places/import/remote/remote-file'
import type { GuardedFetch } from '../http/guarded-fetch.ts'

const TIMEOUT_MS = 120_000

/** The client for imports: every URL is checked, and ranges are never compressed. */
export function readUrlBy(fetch: GuardedFetch): ReadUrl {
  return ({ url, range, maxBytes, signal }) =>
    fetch({
      url,
      timeoutMs: TIMEOUT_MS,
      maxBytes,
      ...(range !== undefined && {
        headers: { range: `bytes=${range.start}-${range.end - 1}`, 'accept-encoding': 'identity' },
      }),
      signal,
    })
}
