import type { z } from 'zod'
import type { FetchAnswer, FetchRequest, GuardedFetch } from '../http/guarded-fetch.ts'
import { parseJson } from '../http/fetch-body.ts'
import { retryThrown } from '../http/resilience.ts'
import { type PlaceErrorCode, PlaceProviderError } from './port.ts'

/** Spec §7: at most 2 retries, the first after 150 ms, the second after 300 ms. */
const retries = retryThrown(isTransient, { maxRetries: 2, pauseMs: (retry) => 150 * 2 ** (retry - 1) })

const TIMEOUT_MS = 8_000
const MAX_BYTES = 4 * 1024 * 1024

type JsonRequest = Omit<FetchRequest, 'timeoutMs' | 'maxBytes'>

/**
 * Requests JSON of a known shape; null for status 404. Over-limit, unknown and invalid-request failures (spec §7) and a
 * missing answer are retried. Throws a PlaceProviderError.
 */
export async function requestJson<T>(
  fetch: GuardedFetch,
  request: JsonRequest,
  shape: z.ZodType<T>,
): Promise<T | null> {
  return retries.execute(async () => {
    const answer = await fetch({ ...request, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
    if (!answer.ok)
      throw new PlaceProviderError('places_unavailable', 0, `${answer.reason}: ${answer.detail}`)
    if (answer.status === 404) return null
    if (answer.status !== 200) throw refusal(answer)
    const parsed = shape.safeParse(parseJson(answer.body))
    if (parsed.success) return parsed.data
    throw new PlaceProviderError('places_bad_answer', 200, parsed.error.issues[0]?.message ?? 'not JSON')
  }, request.signal)
}

function refusal({ status, body }: FetchAnswer): PlaceProviderError {
  return new PlaceProviderError(codeOf(status), status, body.toString('utf8').slice(0, 300))
}

function codeOf(status: number): PlaceErrorCode {
  if (status === 429) return 'places_over_limit'
  if (status === 401 || status === 403) return 'places_denied'
  return status >= 500 ? 'places_unavailable' : 'places_invalid_request'
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof PlaceProviderError)) return false
  const { code } = error
  return code === 'places_over_limit' || code === 'places_unavailable' || code === 'places_invalid_request'
}
