import type { Query } from '../request/query.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const MAX_CAPABILITIES = 100

/**
 * The uuids that a request names in its top-level `eq.` and `in.` filters on the given columns. Row policies can treat
 * knowledge of an unguessable id as the right to read its row.
 */
export function capabilitiesOf(query: Query, columns: ReadonlySet<string>): string[] {
  const ids = query.filters.flatMap(({ path, filter: { field, negated, test } }) => {
    if (path.length > 0 || negated || field.path.length > 0 || !columns.has(field.name)) return []
    if (test.kind === 'in') return test.values
    return test.kind === 'compare' && test.operator === 'eq' && !test.quantifier ? [test.value] : []
  })
  return ids.filter((id) => UUID.test(id)).slice(0, MAX_CAPABILITIES)
}
