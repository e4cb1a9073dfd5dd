import { LRUCache } from 'lru-cache'

export interface PreparedStatement {
  readonly text: string
  readonly values: readonly (string | null)[]
  /** Statements with equal scope and text share a prepared statement. */
  readonly scope: string
}

/** The scope of the statements that every request sends. */
export const SHARED_SCOPE = ''

const MAX_NAMED_BYTES = 4_096
const MAX_NAMED_JOINS = 6
const TIMES_BEFORE_NAMED = 3
/** The most statements of one scope that are counted. */
const MAX_COUNTED = 500

/**
 * Counts how often this node sends each statement. Only repeated ones are worth a name: a client that always sends new
 * statements would fill every connection with plans. Counted by scope, so that guests do not displace the statements of
 * people.
 */
export class StatementUse {
  /** Uses by text. */
  readonly #scopes = new Map<string, LRUCache<string, number>>()

  /** Counts a use of a statement without a name. */
  isWorthKeeping({ scope, text }: PreparedStatement): boolean {
    if (scope === SHARED_SCOPE) return true
    if (text.length > MAX_NAMED_BYTES || text.split(' JOIN LATERAL ').length > MAX_NAMED_JOINS + 1)
      return false
    const uses = this.#scopes.get(scope) ?? new LRUCache<string, number>({ max: MAX_COUNTED })
    this.#scopes.set(scope, uses)
    const count = (uses.get(text) ?? 0) + 1
    uses.set(text, count)
    return count >= TIMES_BEFORE_NAMED
  }
}
