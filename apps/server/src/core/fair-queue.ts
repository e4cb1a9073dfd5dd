import { type Asker, keysOf } from './asker.ts'

export interface FairQueueOptions {
  /** Pieces of work that run at once. */
  readonly maxAtOnce: number
  /** Those of one asker. A wider network may have a few times as many. */
  readonly maxPerAsker: number
  /** Those for one destination, for example a foreign host; unlimited when absent. */
  readonly maxPerDestination?: number
  /** Pieces of work that wait; one asker may fill a quarter of the places. */
  readonly maxQueued: number
  /** Milliseconds after which waiting is given up. */
  readonly maxWaitMs: number
}

export interface EnterOptions {
  readonly signal?: AbortSignal | undefined
  /** What the work is for; see `maxPerDestination`. */
  readonly destination?: string | undefined
}

/** Ends the work; calling it again does nothing. */
export type Release = () => void

/** Why no work may start: too many wait, the wait was too long, or the caller's signal came first. */
export type Refusal = 'full' | 'late' | 'aborted'

interface Ticket {
  readonly keys: readonly CountedKey[]
  readonly start: () => void
}

interface CountedKey {
  readonly key: string
  readonly max: number
}

/**
 * A bulkhead that is fair between askers: so many run at once, the others wait. The next to start belongs to
 * the asker with the least work under way, so a flood from one network delays that network alone.
 */
export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #running = new Map<string, number>()
  /** Waiting work by the narrowest key of its asker; the least recently served asker comes first. */
  readonly #waiting = new Map<string, Set<Ticket>>()
  #atOnce = 0
  #queued = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  get running(): number {
    return this.#atOnce
  }

  get queued(): number {
    return this.#queued
  }

  /** Starts at once, or not at all. */
  tryEnter(asker: Asker): Release | null {
    const keys = this.#keysOf(asker)
    return this.#hasRoom(keys) ? this.#begin(keys) : null
  }

  /** Waits for a place; the answer is the function that gives it back, or why there is none. */
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

  /** The destination first: the last key names the asker. */
  #keysOf(asker: Asker, destination?: string): readonly CountedKey[] {
    const { maxPerAsker, maxPerDestination: max } = this.#options
    const own = keysOf(asker).map(({ key, factor }) => ({ key, max: maxPerAsker * factor }))
    if (destination === undefined || max === undefined) return own
    return [{ key: `destination ${destination}`, max }, ...own]
  }

  #hasRoom(keys: readonly CountedKey[]): boolean {
    return (
      this.#atOnce < this.#options.maxAtOnce &&
      keys.every(({ key, max }) => (this.#running.get(key) ?? 0) < max)
    )
  }

  #begin(keys: readonly CountedKey[]): Release {
    this.#atOnce += 1
    for (const { key } of keys) this.#running.set(key, (this.#running.get(key) ?? 0) + 1)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.#atOnce -= 1
      for (const { key } of keys) {
        const left = (this.#running.get(key) ?? 1) - 1
        if (left > 0) this.#running.set(key, left)
        else this.#running.delete(key)
      }
      this.#startNext()
    }
  }

  #startNext(): void {
    while (this.#atOnce < this.#options.maxAtOnce) {
      const next = this.#fairest()
      if (!next) return
      const [name, ticket] = next
      this.#remove(name, ticket)
      const others = this.#waiting.get(name)
      if (others) {
        // Served now, so the last of its equals next time.
        this.#waiting.delete(name)
        this.#waiting.set(name, others)
      }
      ticket.start()
    }
  }

  /** The first waiting work of the asker that has the least under way and may have more. */
  #fairest(): readonly [string, Ticket] | null {
    let best: readonly [string, Ticket] | null = null
    let least = Number.POSITIVE_INFINITY
    for (const [name, tickets] of this.#waiting) {
      const own = this.#running.get(name) ?? 0
      if (own >= least) continue
      const ticket = tickets.values().find(({ keys }) => this.#hasRoom(keys))
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
