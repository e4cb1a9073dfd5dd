import { pageWall, type ProviderHealth } from '@antojo/contract/admin'
import type { ProviderCall } from '../../telemetry/metrics.ts'

/** The newest requests of each provider. */
const MAX_KEPT = 100

/** Outcomes of requests that were not sent: the provider is left alone, or our own pace was too high. */
const RESTING = new Set(['refused', 'resting'])
/** Outcomes that say nothing about the provider. */
const UNASKED = new Set([...RESTING, 'aborted', 'too_fast', 'switched_off', 'overloaded'])

interface ProviderWatch {
  readonly onCall: (call: ProviderCall) => void
  /** Every provider with a request since the start of the process, sorted by name. */
  readonly health: () => ProviderHealth[]
}

/** Remembers how the providers answered recent requests of this process. */
export function createProviderWatch(): ProviderWatch {
  const calls = new Map<string, ProviderCall[]>()
  return {
    onCall: (call) => {
      if (call.provider === 'other') return
      calls.set(call.provider, [...(calls.get(call.provider) ?? []), call].slice(-MAX_KEPT))
    },
    health: () => [...calls].map(([provider, made]) => healthOf(provider, made)).toSorted(byName),
  }
}

function healthOf(provider: string, made: readonly ProviderCall[]): ProviderHealth {
  const answered = made.filter(({ outcome }) => !UNASKED.has(outcome))
  const sorted = answered.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
  return {
    provider,
    // A post that is gone or private says nothing about the provider, so 4xx counts as well.
    state: RESTING.has(made.at(-1)?.outcome ?? '') ? 'resting' : isWell(answered.at(-1)) ? 'well' : 'failing',
    ...reasonOf(answered.at(-1)),
    calls: answered.length,
    failed: answered.filter((call) => !isWell(call)).length,
    p50_ms: Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 1000),
  }
}

function isWell(call: ProviderCall | undefined): boolean {
  return call !== undefined && !['http_5xx', 'timeout', 'network'].includes(call.outcome) && !isWall(call)
}

/** What stood in the way, when the platform shows something else than its pages. */
function reasonOf(call: ProviderCall | undefined): Pick<ProviderHealth, 'reason'> {
  const wall = pageWall.safeParse(call?.outcome).data
  return wall === undefined ? {} : { reason: wall }
}

function isWall(call: ProviderCall): boolean {
  return pageWall.safeParse(call.outcome).success
}

function byName(a: ProviderHealth, b: ProviderHealth): number {
  return a.provider.localeCompare(b.provider)
}
