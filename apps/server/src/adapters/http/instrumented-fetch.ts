import type { ProviderCall } from '../../telemetry/metrics.ts'
import type { Tracer } from '../../telemetry/tracer.ts'
import type { FetchAnswer, FetchFailure, GuardedFetch } from './guarded-fetch.ts'
import { createBreaker, RESTING } from './resilience.ts'

interface InstrumentationOptions {
  /** Provider → the prefix of its URLs. */
  readonly providers: ReadonlyMap<string, string>
  readonly tracer: Tracer
  readonly onCall: (call: ProviderCall) => void
}

/**
 * Times and traces every outgoing request. A circuit breaker stops requests to a provider that fails repeatedly, so
 * that nobody waits for it: the answer is an immediate failure. Other hosts (pictures, pages) are only counted.
 */
export function instrumentFetch(
  fetch: GuardedFetch,
  { providers, tracer, onCall }: InstrumentationOptions,
): GuardedFetch {
  const known = [...providers].map(([provider, start]) => ({ provider, start, breaker: createBreaker() }))
  return async (wanted) => {
    const found = known.find(({ start }) => wanted.url.startsWith(start))
    const provider = found?.provider ?? 'other'
    const started = performance.now()
    const answer = await tracer.span(
      `ask ${provider}`,
      () => (found ? found.breaker(() => fetch(wanted)) : fetch(wanted)),
      { kind: 'client', attributes: { 'server.address': hostOf(wanted.url) } },
    )
    const detail = answer.ok ? `status ${answer.status}` : answer.detail
    onCall({ provider, outcome: outcomeOf(answer), seconds: (performance.now() - started) / 1000, detail })
    return answer
  }
}

function outcomeOf(answer: FetchAnswer | FetchFailure): string {
  if (answer.ok) return answer.status >= 400 ? `http_${Math.floor(answer.status / 100)}xx` : 'ok'
  return answer === RESTING ? 'refused' : answer.reason
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
