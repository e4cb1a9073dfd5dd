import { BrokenCircuitError, circuitBreaker, ConsecutiveBreaker, handleWhenResult } from 'cockatiel'
import type { ProviderCall } from '../../telemetry/metrics.ts'
import type { Tracer } from '../../telemetry/tracer.ts'
import type { FetchAnswer, FetchFailure, GuardedFetch } from './guarded-fetch.ts'

/** Failures in a row after which a provider is left alone. */
const failuresInARow = 8
/** Milliseconds after which one request tries it again. */
const restMs = 10_000

export interface InstrumentationOptions {
  /** Provider → the start of its addresses. */
  readonly providers: ReadonlyMap<string, string>
  readonly tracer: Tracer
  readonly onCall: (call: ProviderCall) => void
}

/**
 * Times and traces every request to the outside. A provider that fails again and again is not asked for a while, so
 * that nobody waits for it: its answer is then a failure at once. Other hosts (pictures, pages) are only counted.
 */
export function instrumentFetch(
  fetch: GuardedFetch,
  { providers, tracer, onCall }: InstrumentationOptions,
): GuardedFetch {
  const known = [...providers].map(([provider, start]) => ({ provider, start, breaker: breaker() }))
  return async (wanted) => {
    const found = known.find(({ start }) => wanted.url.startsWith(start))
    const provider = found?.provider ?? 'other'
    const started = performance.now()
    const ask = (): Promise<FetchAnswer | FetchFailure> => fetch(wanted)
    const answer = await tracer.span(
      `ask ${provider}`,
      () => (found ? found.breaker.execute(ask).catch(left) : ask()),
      { kind: 'client', attributes: { 'server.address': hostOf(wanted.url) } },
    )
    onCall({ provider, outcome: outcomeOf(answer), seconds: (performance.now() - started) / 1000 })
    return answer
  }
}

function breaker() {
  const failed = handleWhenResult((answer) => isAnswer(answer) && isFailing(answer))
  return circuitBreaker(failed, { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(failuresInARow) })
}

const restDetail = 'left alone after repeated failures'

function left(error: unknown): FetchFailure {
  if (error instanceof BrokenCircuitError) return { ok: false, reason: 'network', detail: restDetail }
  throw error
}

/** What tells of the provider, not of what it was asked for. */
function isFailing(answer: FetchAnswer | FetchFailure): boolean {
  return answer.ok ? answer.status >= 500 : answer.reason === 'timeout' || answer.reason === 'network'
}

function isAnswer(answer: unknown): answer is FetchAnswer | FetchFailure {
  return typeof answer === 'object' && answer !== null && 'ok' in answer
}

function outcomeOf(answer: FetchAnswer | FetchFailure): string {
  if (answer.ok) return answer.status >= 400 ? `http_${Math.floor(answer.status / 100)}xx` : 'ok'
  return answer.detail === restDetail ? 'refused' : answer.reason
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
