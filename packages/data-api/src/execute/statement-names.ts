import { randomBytes } from 'node:crypto'

/**
 * The names of the statements that are prepared on one connection, at most `capacity`: the least
 * recently used one is closed to make room.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #capacity: number
  /** Another user of the same connection must not choose the same names. */
  readonly #prefix = randomBytes(4).toString('hex')
  #closing: string[] = []
  #next = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** The name under which `key` is prepared, if it is. */
  find(key: string): string | undefined {
    const name = this.#names.get(key)
    if (name === undefined) return undefined
    this.#names.delete(key)
    this.#names.set(key, name)
    return name
  }

  /** Chooses a name for a statement about to be prepared. */
  create(key: string): string {
    const name = `${this.#prefix}_${this.#next}`
    this.#next += 1
    this.#names.set(key, name)
    if (this.#names.size > this.#capacity)
      for (const oldest of this.#names.keys()) {
        this.forget(oldest)
        break
      }
    return name
  }

  /** A statement that may or may not have been prepared: it is closed before the name could matter again. */
  forget(key: string): void {
    const name = this.#names.get(key)
    if (name === undefined) return
    this.#names.delete(key)
    this.#closing.push(name)
  }

  /** The names to close with the next batch. */
  takeClosing(): string[] {
    const closing = this.#closing
    this.#closing = []
    return closing
  }
}
