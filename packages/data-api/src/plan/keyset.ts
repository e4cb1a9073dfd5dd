import type { Relation } from '../catalog/model.ts'
import type { Filter, Logic, LogicNode } from '../request/filter.ts'
import type { Keyset } from './model.ts'

/**
 * Recognises how clients without row values ask for the next page, `or(a.lt.X,and(a.eq.X,b.lt.Y))` (any number of
 * columns, one direction, the last operator may include equality), and turns it into `(a, b) < (X, Y)`: the same rows,
 * but one range of an index instead of two scans. Undefined for any other tree.
 */
export function toKeyset(node: LogicNode, relation: Relation | undefined): Keyset | undefined {
  if (!relation || node.kind !== 'or' || node.negated || node.items.length < 2) return undefined
  const branches = node.items.map(conjunction)
  const last = branches.at(-1)
  if (!last || last.length !== branches.length) return undefined
  const columns: string[] = []
  const values: string[] = []
  let operator: Keyset['operator'] | undefined
  for (const [position, branch] of branches.entries()) {
    const bound = branch.at(-1)
    const isLast = position === branches.length - 1
    const compared = bound && comparison(bound)
    if (!compared || branch.length !== position + 1 || !isOrdered(relation, compared.column)) return undefined
    const prefix = branch.slice(0, -1).map(comparison)
    if (
      !prefix.every(
        (item, at) => item?.operator === 'eq' && item.column === columns[at] && item.value === values[at],
      )
    )
      return undefined
    const symbol = SYMBOLS.get(compared.operator)
    if (!symbol || (!isLast && symbol.length > 1) || (operator && operator[0] !== symbol[0])) return undefined
    operator = symbol
    columns.push(compared.column)
    values.push(compared.value)
  }
  if (!operator || new Set(columns).size !== columns.length) return undefined
  return { kind: 'keyset', columns, operator, values }
}

function conjunction(item: Logic): readonly Logic[] {
  return item.kind === 'and' && !item.negated ? item.items : [item]
}

function comparison(
  item: Logic,
): { readonly column: string; readonly operator: string; readonly value: string } | undefined {
  if (item.kind !== 'filter' || !isPlain(item) || item.test.kind !== 'compare') return undefined
  return { column: item.field.name, operator: item.test.operator, value: item.test.value }
}

function isPlain(filter: Filter): boolean {
  if (filter.negated || filter.field.path.length > 0) return false
  return filter.test.kind === 'compare' && filter.test.quantifier === undefined
}

const SYMBOLS = new Map<string, Keyset['operator']>([
  ['lt', '<'],
  ['lte', '<='],
  ['gt', '>'],
  ['gte', '>='],
])

/** Types whose comparison operators are in a btree family, which a row comparison needs. */
const ORDERED_TYPE =
  /^(smallint|integer|bigint|numeric|real|double precision|text|character varying|uuid|date|timestamp|time|boolean)\b/

function isOrdered(relation: Relation, column: string): boolean {
  const type = relation.columns.get(column)?.type
  return type !== undefined && ORDERED_TYPE.test(type) && !type.endsWith('[]')
}
