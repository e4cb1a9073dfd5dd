export interface ProgressBounds {
  /** Milliseconds in which something has to arrive, or to leave. */
  readonly windowMs: number
  /** Bytes that have to within each such window. */
  readonly minBytes: number
}

/** Finds a peer that owes bytes, or a reader of ours, slower than anybody on a bad line. */
export class Progress {
  readonly #bounds: ProgressBounds
  #windowStart: number | null = null
  #bytesBefore = 0

  constructor(bounds: ProgressBounds) {
    this.#bounds = bounds
  }

  /** Call it every second or so. `pending`: there is something to come or to go; `bytes`: what has so far. */
  isTooSlow(now: number, pending: boolean, bytes: number): boolean {
    if (!pending) this.#windowStart = null
    else if (this.#windowStart === null) this.#begin(now, bytes)
    else if (now - this.#windowStart >= this.#bounds.windowMs) {
      if (bytes - this.#bytesBefore < this.#bounds.minBytes) return true
      this.#begin(now, bytes)
    }
    return false
  }

  #begin(now: number, bytes: number): void {
    this.#windowStart = now
    this.#bytesBefore = bytes
  }
}
