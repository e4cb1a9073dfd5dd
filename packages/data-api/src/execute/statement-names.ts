import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { PreparedStatement, StatementUse } from './prepared-statement.ts'

/**
 * The names of the statements that are prepared on one connection. Postgres keeps up to 250 bytes of plan for a byte of
 * text, so the statements of each scope, and thereby of each role, are limited to `maxBytes` of text; the least
 * recently used one is closed to make room. The maps are nested by scope and text, because a joined key would hash a
 * long text for each look-up.
 */
export class StatementNames {
  /** The names by text. */
  readonly #scopes = new Map<string, LRUCache<string, string>>()
  readonly #maxBytes: number
  readonly #use: StatementUse
  /** A random prefix, because other programs on the connection must not use equal names. */
  readonly #prefix = randomBytes(4).toString('hex')
  #closing: string[] = []
  #next = 0

  constructor(maxBytes: number, use: StatementUse) {
    this.#maxBytes = maxBytes
    this.#use = use
  }

  /** The name under which a statement is prepared; undefined when it is not. */
  find({ scope, text }: PreparedStatement): string | undefined {
    return this.#scopes.get(scope)?.get(text)
  }

  /** Chooses a name for a statement about to be prepared; undefined for one whose plan is not worth the memory. */
  create(statement: PreparedStatement): string | undefined {
    const { scope, text } = statement
    if (text.length > this.#maxBytes || !this.#use.isWorthKeeping(statement)) return undefined
    const name = `${this.#prefix}_${this.#next}`
    this.#next += 1
    const held = this.#scopes.get(scope) ?? this.#newScope()
    this.#scopes.set(scope, held)
    held.set(text, name)
    return name
  }

  #newScope(): LRUCache<string, string> {
    return new LRUCache({
      maxSize: this.#maxBytes,
      sizeCalculation: (_name, text) => text.length,
      dispose: (name) => this.#closing.push(name),
    })
  }

  /** Drops a statement whose preparation is uncertain. It is closed before its name could be reused. */
  forget({ scope, text }: PreparedStatement): void {
    this.#scopes.get(scope)?.delete(text)
  }

  /** The names to close with the next batch. */
  takeClosing(): string[] {
    const closing = this.#closing
    this.#closing = []
    return closing
  }
}
