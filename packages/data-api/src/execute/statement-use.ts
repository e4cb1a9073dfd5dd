import type { PreparedStatement } from './pipelined-query.ts'

/** Of the statements that every request sends. */
export const sharedScope = ''

const maxNamedBytes = 4_096
const maxNamedJoins = 6
const timesBeforeNamed = 3
/** Statements of one scope whose uses are counted. */
const maxCounted = 500

/**
 * Which statements come again and again on this node. Only they are worth a name: whoever sends ever new statements
 * would else fill every connection with plans. Counted by scope, so that guests do not push out what people use.
 */
export class StatementUse {
  /** Uses by text, the one counted last at the end. */
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
