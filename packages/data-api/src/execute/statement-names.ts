import { randomBytes } from 'node:crypto'
import type { PreparedStatement, StatementUse } from './prepared-statement.ts'

interface Prepared {
  readonly scope: string
  readonly text: string
  readonly name: string
}
interface Scope {
  readonly texts: Map<string, Prepared>
  /** The least recently used first. */ readonly recent: Set<Prepared>
  bytes: number
}

/**
 * The names of the statements that are prepared on one connection. Postgres keeps up to 250 bytes of plan for a byte of
 * text, so they are weighed: those of each scope, and so of each role, may have `maxBytes` of text together, and the
 * least recently used one is closed to make room. They are found by scope and text, not by both joined: a text is long,
 * and whoever sends the same string again has its hash already.
 */
export class StatementNames {
  readonly #scopes = new Map<string, Scope>()
  readonly #maxBytes: number
  readonly #use: StatementUse
  /** Another user of the same connection must not choose the same names. */
  readonly #prefix = randomBytes(4).toString('hex')
  #closing: string[] = []
  #next = 0

  constructor(maxBytes: number, use: StatementUse) {
    this.#maxBytes = maxBytes
    this.#use = use
  }

  /** The name under which a statement is prepared, if it is. */
  find({ scope, text }: PreparedStatement): string | undefined {
    const held = this.#scopes.get(scope)
    const known = held?.texts.get(text)
    if (known === undefined) return undefined
    held?.recent.delete(known)
    held?.recent.add(known)
    return known.name
  }

  /** Chooses a name for a statement about to be prepared; undefined for one that is not worth its plan's memory. */
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
      // Never the statement at hand, whatever it weighs.
      if (held.bytes <= this.#maxBytes || oldest === made) break
      this.forget(oldest)
    }
    return made.name
  }

  /** A statement that may or may not have been prepared: it is closed before the name could matter again. */
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
