import type { Settings } from '../../config/config.ts'
import type { Budgets } from '../../core/budgets.ts'
import { createMetrics, type ProviderCall } from '../../telemetry/metrics.ts'
import { createTracer, type Tracer } from '../../telemetry/tracer.ts'
import { oembedAddresses } from '../oembed/platform-chain.ts'
import { YOUTUBE_API_URL } from '../pages/youtube-api.ts'
import type { FetchAnswer, FetchFailure, GuardedFetch } from './guarded-fetch.ts'
import { createProviderWatch } from './provider-health.ts'
import { createBreaker, RESTING } from './resilience.ts'
import { createOutsideFetch, createServiceFetch } from './service-fetch.ts'

/** The clients for other servers, with metrics and traces of their requests. */
export async function createHttpClients(settings: Settings, budgets: Budgets) {
  const outside = createOutsideFetch(settings, { services: [settings.PHOTON_URL], budgets })
  const metrics = createMetrics()
  const tracer = await createTracer(settings.OTEL_EXPORTER_OTLP_ENDPOINT, `antojo-${settings.ROLE}`)
  const providers = providerAddresses(settings)
  const watch = createProviderWatch()
  const onCall = (call: ProviderCall): void => {
    metrics.onProviderCall(call)
    watch.onCall(call)
  }
  const fetch = instrumentFetch(outside.fetch, { providers, tracer, onCall })
  const services = createServiceFetch(settings, budgets)
  const release = createOutsideFetch(settings, { services: [settings.OVERTURE_URL] })
  const overture = new Map([['overture', 'http']])
  const releaseFetch = instrumentFetch(release.fetch, { providers: overture, tracer, onCall })
  const close = async (): Promise<void> => {
    await Promise.all([outside.close(), services.close(), release.close()])
  }
  return {
    metrics,
    tracer,
    fetch,
    releaseFetch,
    uncountedFetch: outside.fetch,
    serviceFetch: services.fetch,
    onCall,
    providerHealth: watch.health,
    close,
  }
}

/** The base URL of each provider, by which metrics identify it. */
function providerAddresses(settings: Settings): Map<string, string> {
  const addresses = {
    ...oembedAddresses(settings),
    photon: settings.PHOTON_URL,
    google: 'https://places.googleapis.com/',
    youtube_api: YOUTUBE_API_URL,
  }
  const given = Object.entries(addresses).flatMap(([provider, url]) =>
    url === undefined || url === 'off' ? [] : [[provider, url] as const],
  )
  return new Map(given)
}

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
      { kind: 'client', attributes: { 'server.address': URL.parse(wanted.url)?.host ?? '' } },
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
