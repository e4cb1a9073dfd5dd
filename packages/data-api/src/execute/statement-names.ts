import { randomBytes } from 'node:crypto'
import type { PreparedStatement } from './pipelined-query.ts'

type Prepared = { scope: string; text: string; name: string }

/**
 * The names of the statements that are prepared on one connection, at most `capacity`: the least
 * recently used one is closed to make room. They are found by scope and text, not by both joined: a text is long, and
 * whoever sends the same string again has its hash already.
 */
export class StatementNames {
  readonly #scopes = new Map<string, Map<string, Prepared>>()
  /** The least recently used first. */
  readonly #recent = new Set<Prepared>()
  readonly #capacity: number
  /** Another user of the same connection must not choose the same names. */
  readonly #prefix = randomBytes(4).toString('hex')
  #closing: string[] = []
  #next = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** The name under which a statement is prepared, if it is. */
  find(statement: PreparedStatement): string | undefined {
    const known = this.#known(statement)
    if (known === undefined) return undefined
    this.#recent.delete(known)
    this.#recent.add(known)
    return known.name
  }

  /** Chooses a name for a statement about to be prepared. */
  create({ scope, text }: PreparedStatement): string {
    const made = { scope, text, name: `${this.#prefix}_${this.#next}` }
    this.#next += 1
    const texts = this.#scopes.get(scope) ?? new Map<string, Prepared>()
    this.#scopes.set(scope, texts.set(text, made))
    this.#recent.add(made)
    if (this.#recent.size > this.#capacity)
      for (const oldest of this.#recent) {
        this.forget(oldest)
        break
      }
    return made.name
  }

  /** A statement that may or may not have been prepared: it is closed before the name could matter again. */
  forget(statement: Pick<PreparedStatement, 'scope' | 'text'>): void {
    const known = this.#known(statement)
    if (known === undefined) return
    this.#scopes.get(known.scope)?.delete(known.text)
    this.#recent.delete(known)
    this.#closing.push(known.name)
  }

  /** The names to close with the next batch. */
  takeClosing(): string[] {
    const closing = this.#closing
    this.#closing = []
    return closing
  }

  #known({ scope, text }: Pick<PreparedStatement, 'scope' | 'text'>): Prepared | undefined {
    return this.#scopes.get(scope)?.get(text)
  }
}
