/**
 * Records whether the client disconnected before its answer. Every request has one of these and few clients disconnect,
 * so an AbortSignal, which costs much more than this object, is made only on demand.
 */
export class Departure {
  #happened = false
  #controller: AbortController | undefined
  #listener: (() => void) | undefined

  get happened(): boolean {
    return this.#happened
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#happened) this.#controller.abort()
    }
    return this.#controller.signal
  }

  happen(): void {
    this.#happened = true
    this.#controller?.abort()
    this.#listener?.()
  }

  /** Calls the listener when the client disconnects. There is at most one; undefined removes it. */
  listen(listener: (() => void) | undefined): void {
    this.#listener = listener
  }
}
