import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

/** What the queue has begun: a job that was fetched while it stopped still needs the database. */
export class OpenWork {
  readonly #open = new Set<Promise<unknown>>()

  add<T>(work: Promise<T>): Promise<T> {
    const over: Promise<unknown> = work.then(
      () => this.#open.delete(over),
      () => this.#open.delete(over),
    )
    this.#open.add(over)
    return work
  }

  /** Until nothing is open, nor begun by what ended. */
  async over(limitMs: number): Promise<void> {
    const deadline = Date.now() + limitMs
    while (this.#open.size > 0 && Date.now() < deadline) {
      await Promise.race([...this.#open, pause(limitMs, undefined, { ref: false })])
      await nextTurn()
    }
  }
}
