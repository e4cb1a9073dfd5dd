/**
 * Whether the client has left before its answer. Every request has one and few clients leave, so a signal, which costs a
 * good deal more than this object, is made only for who needs it.
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

  /** Calls the listener when the client leaves; there is one at most, and undefined takes it away. */
  listen(listener: (() => void) | undefined): void {
    this.#listener = listener
  }
}
