import { type Asker, isRequest, keysOf } from './asker.ts'

export interface FairQueueOptions {
  /** The most pieces of work that run in parallel. */
  readonly maxAtOnce: number
  /** The most of these for one asker. A network may have a few times as many. */
  readonly maxPerAsker: number
  /** The most of these for one destination, such as a foreign host; when absent, unlimited. */
  readonly maxPerDestination?: number
  /** The most of these for one network of any size; when absent, a few times those of an asker. */
  readonly maxPerNetwork?: number
  /** The most pieces of work that wait. One asker may have a quarter of them, one network half. */
  readonly maxQueued: number
  /** Milliseconds after which the waiting work of a request is refused. Jobs wait longer, see `MAX_JOB_WAIT_MS`. */
  readonly maxWaitMs: number
}

export interface EnterOptions {
  readonly signal?: AbortSignal | undefined
  /** See `maxPerDestination`. */
  readonly destination?: string | undefined
}

/** Gives the place back; a second call does nothing. */
export type Release = () => void

/** Why work does not start: the queue is full, the wait was too long, or the caller's signal aborted. */
export type Refusal = 'full' | 'late' | 'aborted'

/** The work of an asker or a network. */
class Usage {
  running = 0
  queued = 0
  #seconds = 0
  #measuredAt = 0

  /** Seconds for which its work held places, decaying by half each minute. */
  get seconds(): number {
    return this.#seconds * 0.5 ** ((performance.now() - this.#measuredAt) / FORGET_HALF_MS)
  }

  add(seconds: number): void {
    this.#seconds = this.seconds + seconds
    this.#measuredAt = performance.now()
  }

  get isIdle(): boolean {
    // Weights are fractions, so their sum may not be exactly zero.
    return this.running < 1e-9 && this.queued === 0
  }
}

interface Counted {
  readonly key: string
  readonly maxRunning: number
  readonly maxQueued: number
}

interface Ticket {
  readonly counted: readonly Counted[]
  readonly start: () => void
}

/** The waiting work of one asker. */
interface Line {
  readonly tickets: Set<Ticket>
  /** The networks of the asker, the widest first, then the asker. */
  readonly path: readonly Usage[]
}

/** Jobs are few, so they may wait in a full queue too, and longer than the requests of a flood. */
const MAX_JOB_WAIT_MS = 120_000
const FORGET_HALF_MS = 60_000
/** The beginning of a destination's key. */
const DESTINATION = 'destination '
/** Smaller differences are ignored: most requests take some milliseconds, and their askers simply take turns. */
const MIN_SECONDS = 0.1
/** The most idle askers that are remembered; beyond it, the oldest are forgotten. */
const MAX_REMEMBERED = 4_000

/**
 * A bulkhead that is fair between networks, and within a network between askers. The next work comes from the network,
 * and within it from the asker, with the least running work; among equals, from the one that has used the least time. A
 * flood from one network delays only that network.
 */
export class FairQueue {
  readonly #options: FairQueueOptions
  /** Keyed by network, asker or destination. */
  readonly #usages = new Map<string, Usage>()
  /** Keyed by the narrowest key of an asker; the least recently served asker comes first. */
  readonly #waiting = new Map<string, Line>()
  #atOnce = 0
  #queued = 0
  #changedAt = performance.now()

  constructor(options: FairQueueOptions) {
    this.#options = options
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

  /** Takes a place immediately, or returns null. Work may count as several places, e.g. one for each megabyte. */
  tryEnter(asker: Asker, weight = 1): Release | null {
    const counted = this.#countedFor(asker)
    return this.#hasRoom(counted, weight) ? this.#begin(counted, weight) : null
  }

  /** Waits for a place; returns the function that gives it back, or the reason when there is none. */
  async enter(asker: Asker, { signal, destination }: EnterOptions = {}): Promise<Release | Refusal> {
    if (signal?.aborted) return 'aborted'
    const counted = this.#countedFor(asker, destination)
    if (this.#hasRoom(counted)) return this.#begin(counted)
    const isJob = !isRequest(asker)
    if (!isJob && !this.#mayWait(counted)) return 'full'
    return new Promise((resolve) => {
      const leave = (refusal: Refusal): void => {
        this.#remove(ticket)
        stopWaiting()
        resolve(refusal)
      }
      const onAbort = (): void => leave('aborted')
      const maxWaitMs = isJob ? MAX_JOB_WAIT_MS : this.#options.maxWaitMs
      const timer = setTimeout(() => leave('late'), maxWaitMs)
      const stopWaiting = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const ticket: Ticket = {
        counted,
        start: () => {
          stopWaiting()
          resolve(this.#begin(counted))
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#add(ticket)
    })
  }

  /** The counters that the work counts against: the destination, then the networks, the widest first, and the asker. */
  #countedFor(asker: Asker, destination?: string): readonly Counted[] {
    const {
      maxPerAsker,
      maxPerNetwork = Number.POSITIVE_INFINITY,
      maxQueued,
      maxPerDestination,
    } = this.#options
    const keys = keysOf(asker)
    const own = keys.map(({ key, factor }, index) => ({
      key,
      maxRunning: Math.min(maxPerAsker * factor, maxPerNetwork),
      maxQueued: Math.max(1, Math.ceil(maxQueued / (index === keys.length - 1 ? 4 : 2))),
    }))
    const all =
      own.length > 0
        ? own
        : [{ key: 'system', maxRunning: Number.POSITIVE_INFINITY, maxQueued: Math.ceil(maxQueued / 4) }]
    if (destination === undefined || maxPerDestination === undefined) return all
    return [{ key: `${DESTINATION}${destination}`, maxRunning: maxPerDestination, maxQueued }, ...all]
  }

  #isFull(weight: number): boolean {
    return this.#atOnce + weight > this.#options.maxAtOnce
  }

  #hasRoom(counted: readonly Counted[], weight = 1): boolean {
    return (
      !this.#isFull(weight) &&
      counted.every(({ key, maxRunning }) => (this.#usages.get(key)?.running ?? 0) + weight <= maxRunning)
    )
  }

  #mayWait(counted: readonly Counted[]): boolean {
    return (
      this.#queued < this.#options.maxQueued &&
      counted.every(({ key, maxQueued }) => (this.#usages.get(key)?.queued ?? 0) < maxQueued)
    )
  }

  #begin(counted: readonly Counted[], weight = 1): Release {
    const startedAt = performance.now()
    this.#atOnce += weight
    this.#changedAt = startedAt
    const usages = counted.map(({ key }) => this.#usageOf(key))
    for (const usage of usages) usage.running += weight
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.#atOnce -= weight
      this.#changedAt = performance.now()
      const seconds = ((this.#changedAt - startedAt) / 1_000) * weight
      for (const usage of usages) {
        usage.running -= weight
        usage.add(seconds)
      }
      this.#forgetIdle(counted)
      this.#startNext()
    }
  }

  #startNext(): void {
    while (!this.#isFull(1)) {
      const ticket = this.#fairest()
      if (!ticket) return
      this.#remove(ticket)
      const name = nameOf(ticket)
      const others = this.#waiting.get(name)
      if (others) {
        // Moves the asker to the end, so that others come first next time.
        this.#waiting.delete(name)
        this.#waiting.set(name, others)
      }
      ticket.start()
    }
  }

  /** The first waiting work that may start, of the asker whose turn it is. */
  #fairest(): Ticket | null {
    let best: { readonly line: Line; readonly ticket: Ticket } | null = null
    for (const line of this.#waiting.values()) {
      if (best !== null && !comesBefore(line, best.line)) continue
      const [first] = line.tickets
      const ticket =
        this.#options.maxPerDestination === undefined
          ? first && this.#hasRoom(first.counted) && first
          : line.tickets.values().find(({ counted }) => this.#hasRoom(counted))
      if (ticket) best = { line, ticket }
    }
    return best?.ticket ?? null
  }

  #add(ticket: Ticket): void {
    const usages = ticket.counted.map(({ key }) => this.#usageOf(key))
    for (const usage of usages) usage.queued += 1
    this.#queued += 1
    const path = usages.filter((_, index) => !ticket.counted[index]?.key.startsWith(DESTINATION))
    const line = this.#waiting.get(nameOf(ticket)) ?? { tickets: new Set(), path }
    line.tickets.add(ticket)
    this.#waiting.set(nameOf(ticket), line)
  }

  #remove(ticket: Ticket): void {
    const line = this.#waiting.get(nameOf(ticket))
    if (!line?.tickets.delete(ticket)) return
    this.#queued -= 1
    for (const { key } of ticket.counted) this.#usageOf(key).queued -= 1
    if (line.tickets.size === 0) this.#waiting.delete(nameOf(ticket))
    this.#forgetIdle(ticket.counted)
  }

  #usageOf(key: string): Usage {
    const usage = this.#usages.get(key) ?? new Usage()
    this.#usages.set(key, usage)
    return usage
  }

  #forgetIdle(counted: readonly Counted[]): void {
    for (const { key } of counted) {
      const usage = this.#usages.get(key)
      if (usage?.isIdle && usage.seconds < MIN_SECONDS) this.#usages.delete(key)
    }
    if (this.#usages.size <= MAX_REMEMBERED) return
    for (const [key, usage] of this.#usages) {
      if (usage.isIdle) this.#usages.delete(key)
      if (this.#usages.size <= MAX_REMEMBERED / 2) return
    }
  }
}

/** Compares the widest networks that differ, or else the askers. */
function comesBefore(line: Line, other: Line): boolean {
  const level = line.path.findIndex((usage, index) => usage !== other.path[index])
  const [own, others] = [line.path[level], other.path[level]]
  if (!own || !others) return false
  return own.running === others.running
    ? own.seconds + MIN_SECONDS < others.seconds
    : own.running < others.running
}

function nameOf({ counted }: Ticket): string {
  return counted.at(-1)?.key ?? ''
}
