import { setTimeout as wait } from 'node:timers/promises'
import type { KnownPlatform } from '@antojo/domain/platforms/platform'

export interface PagePaceOptions {
  /** The number of pages of one platform that may be read per minute. */
  readonly perMinute: number
  /** Replaced in tests. */
  readonly now?: () => number
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** The platform's reaction to a page read, according to the answer. */
export type Reception =
  | 'welcome'
  /** Neither good nor bad: the post was missing, or the read was cancelled here. */
  | 'unclear'
  /** A different page instead of the post's, or no answer. */
  | 'unwelcome'
  | { readonly retryAfterMs: number | null }

/** Limits the rate at which each platform's pages are read, and backs off from a platform that refuses. */
export type PagePace = ReturnType<typeof createPagePace>

/** The number of pages that may be read immediately, before the rate limit applies. */
const BURST = 10
const MAX_WAIT_MS = 3_000
/** Consecutive refusals after which the reader backs off; fewer may be hidden posts. */
const MAX_UNWELCOME = 5
const MIN_REST_MS = 60_000
const MAX_REST_MS = 3_600_000

interface State {
  /** The time at which the next page would be due at an even rate. */
  due: number
  unwelcome: number
  restsUntil: number
  restMs: number
}

export function createPagePace({
  perMinute,
  now = Date.now,
  sleep = (ms, signal) => wait(ms, undefined, { signal }),
}: PagePaceOptions) {
  const states = new Map<KnownPlatform, State>()
  const stateOf = (platform: KnownPlatform): State => {
    const state = states.get(platform) ?? { due: 0, unwelcome: 0, restsUntil: 0, restMs: MIN_REST_MS }
    states.set(platform, state)
    return state
  }
  const gapMs = 60_000 / perMinute
  return {
    /** Waits for a turn. `resting`: the platform is backed off for now; `too_fast`: the turn would come too late. */
    enter: async (platform: KnownPlatform, signal: AbortSignal): Promise<'go' | 'resting' | 'too_fast'> => {
      const state = stateOf(platform)
      const time = now()
      if (time < state.restsUntil) return 'resting'
      const due = Math.max(state.due, time)
      const waitMs = due - time - BURST * gapMs
      if (waitMs > MAX_WAIT_MS) return 'too_fast'
      state.due = due + gapMs
      if (waitMs > 0) await sleep(waitMs, signal)
      return 'go'
    },
    leave: (platform: KnownPlatform, reception: Reception) => {
      const state = stateOf(platform)
      if (reception === 'unclear') return
      if (reception === 'welcome') {
        state.unwelcome = 0
        state.restMs = MIN_REST_MS
        return
      }
      state.unwelcome += 1
      const retryAfter = reception === 'unwelcome' ? undefined : reception.retryAfterMs
      if (retryAfter === undefined && state.unwelcome < MAX_UNWELCOME) return
      // Several requests may be refused together; only the first one lengthens the back-off.
      if (now() < state.restsUntil) return
      state.restsUntil = now() + Math.min(retryAfter ?? state.restMs, MAX_REST_MS)
      state.restMs = Math.min(state.restMs * 2, MAX_REST_MS)
    },
  }
}

/** Milliseconds of a `Retry-After`, which holds seconds or a date; null when it holds neither. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/u.test(header.trim())) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
