import { randomBytes } from 'node:crypto'
import type { PreparedStatement, StatementUse } from './prepared-statement.ts'

interface Prepared {
  readonly scope: string
  readonly text: string
  readonly name: string
}
interface Scope {
  readonly texts: Map<string, Prepared>
  /** Ordered by use, the least recent first. */
  readonly recent: Set<Prepared>
  bytes: number
}

/**
 * The names of the statements that are prepared on one connection. Postgres keeps up to 250 bytes of plan for a byte of
 * text, so the statements of each scope, and thereby of each role, are limited to `maxBytes` of text; the least
 * recently used one is closed to make room. The maps are nested by scope and text, because a joined key would hash a
 * long text for each look-up.
 */
export class StatementNames {
  readonly #scopes = new Map<string, Scope>()
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
    const held = this.#scopes.get(scope)
    const known = held?.texts.get(text)
    if (known === undefined) return undefined
    held?.recent.delete(known)
    held?.recent.add(known)
    return known.name
  }

  /** Chooses a name for a statement about to be prepared; undefined for one whose plan is not worth the memory. */
  create(statement: PreparedStatement): string | undefined {
    if (!this.#use.isWorthKeeping(statement)) return undefined
    const { scope, text } = statement
    const made = { scope, text, name: `${this.#prefix}_${this.#next}` }
    this.#next += 1
    const held = this.#scopes.get(scope) ?? { texts: new Map(), recent: new Set(), bytes: 0 }
    this.#scopes.set(scope, held)
    held.texts.set(text, made)
    held.recent.add(made)
    held.bytes += text.length
    for (const oldest of held.recent) {
      // The new statement stays, however long it is.
      if (held.bytes <= this.#maxBytes || oldest === made) break
      this.forget(oldest)
    }
    return made.name
  }

  /** Drops a statement whose preparation is uncertain. It is closed before its name could be reused. */
  forget({ scope, text }: Pick<PreparedStatement, 'scope' | 'text'>): void {
    const held = this.#scopes.get(scope)
    const known = held?.texts.get(text)
    if (!held || known === undefined) return
    held.texts.delete(text)
    held.recent.delete(known)
    held.bytes -= text.length
    this.#closing.push(known.name)
  }

  /** The names to close with the next batch. */
  takeClosing(): string[] {
    const closing = this.#closing
    this.#closing = []
    return closing
  }
}
