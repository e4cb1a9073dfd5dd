import { type Asker, keysOf } from './asker.ts'

export interface FairQueueOptions {
  /** Pieces of work that run at the same time. */
  readonly maxAtOnce: number
  /** Of these, the ones of one asker. A network may have a few times as many. */
  readonly maxPerAsker: number
  /** Of these, the ones for one destination, such as a foreign host; absent: unlimited. */
  readonly maxPerDestination?: number
  /** Of these, the ones of one network, whatever its size; absent: a few times those of an asker. */
  readonly maxPerNetwork?: number
  /** While the node is busy, only so many start; absent: busyness makes no difference. */
  readonly minAtOnce?: number
  /** Pieces of work that wait; those of one asker may be a quarter of them. */
  readonly maxQueued: number
  /** Milliseconds after which waiting work is refused. */
  readonly maxWaitMs: number
}

export interface EnterOptions {
  readonly signal?: AbortSignal | undefined
  /** See `maxPerDestination`. */
  readonly destination?: string | undefined
}

/** Gives the place back; a second call does nothing. */
export type Release = () => void

/** Why work does not start: too many wait, the wait was too long, or the caller's signal aborted. */
export type Refusal = 'full' | 'late' | 'aborted'

interface Ticket {
  readonly keys: readonly CountedKey[]
  readonly start: () => void
}

interface CountedKey {
  readonly key: string
  readonly max: number
}

/** When busyness ends, all waiting work would otherwise start at once, before its load is measured. */
const MAX_STARTS_PER_RELEASE = 3

/**
 * A bulkhead that is fair between askers. Of the waiting work, the asker with the least running work comes next, so a
 * flood from one network delays only that network.
 */
export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #isBusy: () => boolean
  readonly #running = new Map<string, number>()
  /** Waiting work by the narrowest key of its asker, the least recently served asker first. */
  readonly #waiting = new Map<string, Set<Ticket>>()
  #atOnce = 0
  #queued = 0
  #changedAt = performance.now()

  constructor(options: FairQueueOptions, isBusy: () => boolean = () => false) {
    this.#options = options
    this.#isBusy = isBusy
  }

  get running(): number {
    return this.#atOnce
  }

  get queued(): number {
    return this.#queued
  }

  /** Milliseconds for which all places have been taken without a release. */
  get stalledMs(): number {
    return this.#isFull(1) ? performance.now() - this.#changedAt : 0
  }

  /** Takes a place at once, or returns null. Work may count as several places, e.g. one for each megabyte. */
  tryEnter(asker: Asker, weight = 1): Release | null {
    const keys = this.#keysOf(asker)
    return this.#hasRoom(keys, weight) ? this.#begin(keys, weight) : null
  }

  /** Waits for a place; returns the function that gives it back, or the reason when there is none. */
  async enter(asker: Asker, { signal, destination }: EnterOptions = {}): Promise<Release | Refusal> {
    if (signal?.aborted) return 'aborted'
    const keys = this.#keysOf(asker, destination)
    if (this.#hasRoom(keys)) return this.#begin(keys)
    const name = nameOf(keys)
    const { maxQueued, maxWaitMs } = this.#options
    const ownQueue = this.#waiting.get(name)?.size ?? 0
    if (this.#queued >= maxQueued || ownQueue >= Math.max(1, Math.ceil(maxQueued / 4))) return 'full'
    return new Promise((resolve) => {
      const leave = (refusal: Refusal): void => {
        this.#remove(name, ticket)
        stopWaiting()
        resolve(refusal)
      }
      const onAbort = (): void => leave('aborted')
      const timer = setTimeout(() => leave('late'), maxWaitMs)
      const stopWaiting = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const ticket: Ticket = {
        keys,
        start: () => {
          stopWaiting()
          resolve(this.#begin(keys))
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#add(name, ticket)
    })
  }

  /** The destination comes first, because the last key identifies the asker. */
  #keysOf(asker: Asker, destination?: string): readonly CountedKey[] {
    const { maxPerAsker, maxPerNetwork = Number.POSITIVE_INFINITY, maxPerDestination: max } = this.#options
    const own = keysOf(asker).map(({ key, factor }) => ({
      key,
      max: Math.min(maxPerAsker * factor, maxPerNetwork),
    }))
    if (destination === undefined || max === undefined) return own
    return [{ key: `destination ${destination}`, max }, ...own]
  }

  #isFull(weight: number): boolean {
    const { maxAtOnce, minAtOnce = maxAtOnce } = this.#options
    const wanted = this.#atOnce + weight
    return wanted > maxAtOnce || (wanted > minAtOnce && this.#isBusy())
  }

  #hasRoom(keys: readonly CountedKey[], weight = 1): boolean {
    return (
      !this.#isFull(weight) && keys.every(({ key, max }) => (this.#running.get(key) ?? 0) + weight <= max)
    )
  }

  #begin(keys: readonly CountedKey[], weight = 1): Release {
    this.#atOnce += weight
    this.#changedAt = performance.now()
    for (const { key } of keys) this.#running.set(key, (this.#running.get(key) ?? 0) + weight)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.#atOnce -= weight
      this.#changedAt = performance.now()
      for (const { key } of keys) {
        const left = (this.#running.get(key) ?? weight) - weight
        if (left > 0) this.#running.set(key, left)
        else this.#running.delete(key)
      }
      this.#startNext()
    }
  }

  #startNext(): void {
    for (let started = 0; started < MAX_STARTS_PER_RELEASE && !this.#isFull(1); started += 1) {
      const next = this.#fairest()
      if (!next) return
      const [name, ticket] = next
      this.#remove(name, ticket)
      const others = this.#waiting.get(name)
      if (others) {
        // Moved to the end: other askers come first next time.
        this.#waiting.delete(name)
        this.#waiting.set(name, others)
      }
      ticket.start()
    }
  }

  /** The first waiting work of the asker with the least running work, among those that may start more. */
  #fairest(): readonly [string, Ticket] | null {
    let best: readonly [string, Ticket] | null = null
    let least = Number.POSITIVE_INFINITY
    for (const [name, tickets] of this.#waiting) {
      const own = this.#running.get(name) ?? 0
      if (own >= least) continue
      const [first] = tickets
      const ticket =
        this.#options.maxPerDestination === undefined
          ? first && this.#hasRoom(first.keys) && first
          : tickets.values().find(({ keys }) => this.#hasRoom(keys))
      if (ticket) {
        best = [name, ticket]
        least = own
      }
    }
    return best
  }

  #add(name: string, ticket: Ticket): void {
    const tickets = this.#waiting.get(name) ?? new Set<Ticket>()
    this.#waiting.set(name, tickets.add(ticket))
    this.#queued += 1
  }

  #remove(name: string, ticket: Ticket): void {
    const tickets = this.#waiting.get(name)
    if (!tickets?.delete(ticket)) return
    this.#queued -= 1
    if (tickets.size === 0) this.#waiting.delete(name)
  }
}

function nameOf(keys: readonly CountedKey[]): string {
  const last = keys.at(-1)?.key
  return last === undefined || last.startsWith('destination ') ? 'system' : last
}
