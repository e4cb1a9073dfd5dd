import type { ProviderHealth } from '@antojo/contract/admin'
import type { ProviderCall } from '../../telemetry/metrics.ts'

/** Requests of each provider that are looked back on. */
const mostKept = 100

export interface ProviderWatch {
  readonly onCall: (call: ProviderCall) => void
  /** Every provider that was asked since the start of the process, in the order of their names. */
  readonly health: () => ProviderHealth[]
}

/** How the providers answered this process lately. */
export function createProviderWatch(): ProviderWatch {
  const calls = new Map<string, ProviderCall[]>()
  return {
    onCall: (call) => {
      if (call.provider === 'other') return
      calls.set(call.provider, [...(calls.get(call.provider) ?? []), call].slice(-mostKept))
    },
    health: () => [...calls].map(([provider, made]) => healthOf(provider, made)).toSorted(byName),
  }
}

function healthOf(provider: string, made: readonly ProviderCall[]): ProviderHealth {
  const answered = made.filter(({ outcome }) => outcome !== 'refused')
  const sorted = answered.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
  return {
    provider,
    // What was asked for may be gone or private: that tells nothing of the provider.
    state: made.at(-1)?.outcome === 'refused' ? 'resting' : isWell(answered.at(-1)) ? 'well' : 'failing',
    calls: answered.length,
    failed: answered.filter((call) => !isWell(call)).length,
    p50_ms: Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 1000),
  }
}

function isWell(call: ProviderCall | undefined): boolean {
  return call !== undefined && !['http_5xx', 'timeout', 'network'].includes(call.outcome)
}

function byName(a: ProviderHealth, b: ProviderHealth): number {
  return a.provider.localeCompare(b.provider)
}
