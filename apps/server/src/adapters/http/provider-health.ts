import { pageWall, type ProviderHealth, serviceProblem } from '@antojo/contract/admin'
import type { ProviderCall } from '../../telemetry/metrics.ts'

/** The newest requests of each provider. */
const MAX_KEPT = 100

/** Outcomes of requests that were not sent, because the breaker is open or the pace would be too high. */
const RESTING = new Set(['refused', 'resting'])
/** Outcomes that say nothing about the provider. */
const UNASKED = new Set([...RESTING, 'aborted', 'too_fast', 'switched_off', 'overloaded', 'busy'])

const FAILURES = new Set<string>([...serviceProblem.options, 'http_5xx', 'network'])

type Newest = Pick<ProviderHealth, 'last_success' | 'last_failure'>

interface Watched {
  readonly made: readonly ProviderCall[]
  readonly newest: Newest
}

/** Records how the providers answered recent requests of this process. */
export function createProviderWatch(now: () => Date = () => new Date()) {
  const calls = new Map<string, Watched>()
  return {
    onCall: (call: ProviderCall) => {
      if (call.provider === 'other') return
      const { made, newest } = calls.get(call.provider) ?? { made: [], newest: NOTHING_YET }
      calls.set(call.provider, {
        made: [...made, call].slice(-MAX_KEPT),
        newest: { ...newest, ...newestOf(call, now().toISOString()) },
      })
    },
    /** Every provider with a request since the start of the process, sorted by name. */
    health: () =>
      [...calls]
        .map(([provider, watched]) => healthOf(provider, watched))
        .toSorted((a, b) => a.provider.localeCompare(b.provider)),
  }
}

const NOTHING_YET: Newest = { last_success: null, last_failure: null }

function newestOf(call: ProviderCall, at: string): Partial<Newest> {
  const { outcome, detail = '' } = call
  if (UNASKED.has(outcome)) return {}
  return isWell(call) ? { last_success: at } : { last_failure: { at, outcome, detail } }
}

function healthOf(provider: string, { made, newest }: Watched): ProviderHealth {
  const answered = made.filter(({ outcome }) => !UNASKED.has(outcome))
  const sorted = answered.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
  return {
    provider,
    // A 4xx counts as well, because a post that is gone or private says nothing about the provider.
    state: RESTING.has(made.at(-1)?.outcome ?? '') ? 'resting' : isWell(answered.at(-1)) ? 'well' : 'failing',
    ...reasonOf(answered.at(-1)),
    ...newest,
    calls: answered.length,
    failed: answered.filter((call) => !isWell(call)).length,
    p50_ms: Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 1000),
  }
}

function isWell(call: ProviderCall | undefined): boolean {
  return call !== undefined && !FAILURES.has(call.outcome) && !pageWall.safeParse(call.outcome).success
}

/** The obstacle, when the platform serves something other than its pages. */
function reasonOf(call: ProviderCall | undefined): Pick<ProviderHealth, 'reason'> {
  const wall = pageWall.safeParse(call?.outcome).data
  return wall === undefined ? {} : { reason: wall }
}
