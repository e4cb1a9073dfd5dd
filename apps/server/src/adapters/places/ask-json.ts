import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import type { FetchAnswer, FetchRequest, GuardedFetch } from '../http/guarded-fetch.ts'
import { PlaceProviderError } from './port.ts'
import type { PlaceErrorCode } from './port.ts'

/** Spec §7: at most 2 retries, the first after 150 ms, each after twice the time. */
export const RETRIES = 2
export const FIRST_PAUSE_MS = 150

const TIMEOUT_MS = 8_000
const MOST_BYTES = 4 * 1024 * 1024

export type JsonRequest = Omit<FetchRequest, 'timeoutMs' | 'maxBytes'>

/** The shape of a good answer, and the failure that an answer with status 200 may still tell. */
export interface Expected<T> {
  readonly shape: z.ZodType<T>
  readonly failureOf?: (value: T) => PlaceProviderError | null
}

/**
 * Asks for JSON of a known shape. Over-limit, unknown and invalid-request failures (spec §7) and a missing answer are
 * tried again; null stands for 404. Throws a PlaceProviderError.
 */
export async function askJson<T>(
  fetch: GuardedFetch,
  request: JsonRequest,
  expected: Expected<T>,
): Promise<T | null> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await attemptJson(fetch, request, expected)
    if (!(outcome instanceof PlaceProviderError)) return outcome.value
    if (attempt === RETRIES || !mayPass(outcome) || request.signal?.aborted === true) throw outcome
    await pause(FIRST_PAUSE_MS * 2 ** attempt, undefined, request.signal && { signal: request.signal }).catch(
      () => {
        throw outcome
      },
    )
  }
}

async function attemptJson<T>(
  fetch: GuardedFetch,
  request: JsonRequest,
  expected: Expected<T>,
): Promise<{ value: T | null } | PlaceProviderError> {
  const answer = await fetch({ ...request, timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES })
  if (!answer.ok) return new PlaceProviderError('places_unavailable', 0, `${answer.reason}: ${answer.detail}`)
  if (answer.status === 404) return { value: null }
  if (answer.status !== 200) return failure(answer)
  const parsed = expected.shape.safeParse(jsonOf(answer.body))
  return parsed.success
    ? (expected.failureOf?.(parsed.data) ?? { value: parsed.data })
    : new PlaceProviderError('places_bad_answer', answer.status, parsed.error.issues[0]?.message ?? 'no JSON')
}

function failure(answer: FetchAnswer): PlaceProviderError {
  return new PlaceProviderError(
    codeOf(answer.status),
    answer.status,
    answer.body.toString('utf8').slice(0, 300),
  )
}

function codeOf(status: number): PlaceErrorCode {
  if (status === 429) return 'places_over_limit'
  if (status === 401 || status === 403) return 'places_denied'
  return status >= 500 ? 'places_unavailable' : 'places_invalid_request'
}

function mayPass({ code }: PlaceProviderError): boolean {
  return code === 'places_over_limit' || code === 'places_unavailable' || code === 'places_invalid_request'
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
