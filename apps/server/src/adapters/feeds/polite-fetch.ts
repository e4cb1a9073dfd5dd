import { setTimeout as wait } from 'node:timers/promises'
import type { FetchAnswer, GuardedFetch } from '../http/guarded-fetch.ts'

/** Why a channel could not be read; the code of a message for people. */
export type ChannelProblem =
  | 'bad_address'
  | 'not_found'
  | 'not_a_feed'
  | 'too_large'
  | 'too_many_requests'
  | 'quota'
  | 'unreachable'

export interface ChannelFailure {
  readonly ok: false
  readonly problem: ChannelProblem
  readonly detail: string
}

export function channelFailure(problem: ChannelProblem, detail: string): ChannelFailure {
  return { ok: false, problem, detail: detail.slice(0, 300) }
}

export interface ChannelFetch {
  readonly fetch: GuardedFetch
  readonly signal: AbortSignal
  /** Replaced in tests. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const MAX_BYTES = 8 * 1024 * 1024
const TIMEOUT_MS = 30_000
const MAX_TRIES = 3
/** A longer `Retry-After` is treated as a refusal. */
const MAX_RETRY_AFTER_S = 60
const DEFAULT_RETRY_AFTER_S = 5

/** Fetches a URL and waits as long as a 429 or 503 demands, up to a minute at a time. Any 2xx is an answer. */
export async function politeFetch(
  url: string,
  { fetch, signal, sleep = (ms, by) => wait(ms, undefined, { signal: by }) }: ChannelFetch,
  headers: Readonly<Record<string, string>> = {},
): Promise<FetchAnswer | ChannelFailure> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch({ url, headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal })
    if (!answer.ok) {
      const problem = answer.reason === 'too_large' ? 'too_large' : 'unreachable'
      return channelFailure(problem, answer.detail)
    }
    const { status } = answer
    if (status >= 200 && status < 300) return answer
    const detail = `${new URL(url).host} answered ${status}`
    if (status === 404 || status === 410) return channelFailure('not_found', detail)
    if (status === 403 && isQuota(answer.body)) return channelFailure('quota', detail)
    const isBusy = status === 429 || status === 503
    if (!isBusy) return channelFailure('unreachable', detail)
    const seconds = retryAfterSeconds(answer.headers.get('retry-after'))
    if (seconds > MAX_RETRY_AFTER_S || tries === MAX_TRIES)
      return channelFailure('too_many_requests', `${detail} and asks for a pause of ${seconds} s`)
    await sleep(seconds * 1000, signal)
  }
}

function isQuota(body: Buffer): boolean {
  return /quotaExceeded|rateLimitExceeded|dailyLimitExceeded/u.test(body.toString('utf8'))
}

/** Seconds of a `Retry-After`, which is a number or a date (RFC 9110, 10.2.3). */
function retryAfterSeconds(header: string | undefined): number {
  const seconds = Number(header ?? Number.NaN)
  if (header !== undefined && Number.isFinite(seconds) && seconds >= 0) return Math.ceil(seconds)
  const date = Date.parse(header ?? '')
  return Number.isNaN(date) ? DEFAULT_RETRY_AFTER_S : Math.max(1, Math.ceil((date - Date.now()) / 1000))
}
