import { setTimeout as wait } from 'node:timers/promises'
import type { KnownPlatform } from '@antojo/domain/platforms/platform'

export interface PagePaceOptions {
  /** Pages of one platform that are read in a minute. */
  readonly perMinute: number
  /** Replaced in tests. */
  readonly now?: () => number
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** What an answer says of how the platform takes our reading. */
export type Reception =
  | 'welcome'
  /** Neither good nor bad: the post was not there, or we gave up ourselves. */
  | 'unclear'
  /** A page in place of the post's, or no answer. */
  | 'unwelcome'
  | { readonly retryAfterMs: number | null }

/** Keeps the reading of each platform's pages at a pace that it bears, and stops for a while where it is unwanted. */
export interface PagePace {
  /** Waits for a turn. `resting`: the platform is left alone for now; `too_fast`: the turn would come too late. */
  enter(platform: KnownPlatform, signal: AbortSignal): Promise<'go' | 'resting' | 'too_fast'>
  leave(platform: KnownPlatform, reception: Reception): void
}

/** Pages that may be read at once before the pace counts. */
const BURST = 10
const MAX_WAIT_MS = 3_000
/** Unwelcome answers in a row after which a platform is left alone: single posts may be hidden. */
const MAX_UNWELCOME = 5
const MIN_REST_MS = 60_000
const MAX_REST_MS = 3_600_000

interface State {
  /** When the next page would be due at an even pace. */
  due: number
  unwelcome: number
  restsUntil: number
  restMs: number
}

export function createPagePace({
  perMinute,
  now = Date.now,
  sleep = (ms, signal) => wait(ms, undefined, { signal }),
}: PagePaceOptions): PagePace {
  const states = new Map<KnownPlatform, State>()
  const stateOf = (platform: KnownPlatform): State => {
    const state = states.get(platform) ?? { due: 0, unwelcome: 0, restsUntil: 0, restMs: MIN_REST_MS }
    states.set(platform, state)
    return state
  }
  const gapMs = 60_000 / perMinute
  return {
    enter: async (platform, signal) => {
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
    leave: (platform, reception) => {
      const state = stateOf(platform)
      if (reception === 'unclear') return
      if (reception === 'welcome') {
        state.unwelcome = 0
        state.restMs = MIN_REST_MS
        return
      }
      state.unwelcome += 1
      const told = reception === 'unwelcome' ? undefined : reception.retryAfterMs
      if (told === undefined && state.unwelcome < MAX_UNWELCOME) return
      // Another answer of the same crowd must not make the rest longer again.
      if (now() < state.restsUntil) return
      state.restsUntil = now() + Math.min(told ?? state.restMs, MAX_REST_MS)
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
