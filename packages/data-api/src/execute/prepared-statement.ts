export interface PreparedStatement {
  readonly text: string
  readonly values: readonly (string | null)[]
  /** Statements of one scope and one text share a prepared statement. */
  readonly scope: string
}

/** The scope of the statements that every request sends. */
export const sharedScope = ''

const maxNamedBytes = 4_096
const maxNamedJoins = 6
const timesBeforeNamed = 3
/** How many statements of one scope are counted. */
const maxCounted = 500

/**
 * Counts the statements of this node. Only repeated ones are worth a name: a client that always sends new statements
 * would fill every connection with plans. Counted by scope, so that guests do not displace the statements of people.
 */
export class StatementUse {
  /** Uses by text, the most recently counted one last. */
  readonly #scopes = new Map<string, Map<string, number>>()

  /** Counts a use of a statement without a name. */
  isWorthKeeping({ scope, text }: PreparedStatement): boolean {
    if (scope === sharedScope) return true
    if (text.length > maxNamedBytes || text.split(' JOIN LATERAL ').length > maxNamedJoins + 1) return false
    const uses = this.#scopes.get(scope) ?? new Map<string, number>()
    this.#scopes.set(scope, uses)
    const count = (uses.get(text) ?? 0) + 1
    uses.delete(text)
    uses.set(text, count)
    if (uses.size > maxCounted)
      for (const oldest of uses.keys()) {
        uses.delete(oldest)
        break
      }
    return count >= timesBeforeNamed
  }
}
