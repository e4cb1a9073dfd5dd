import { ApiError, notAnEmbed, tooComplex } from '../api-error.ts'
import { type Catalog, isToOne, keyOf, type QualifiedName, type Relation } from '../catalog/model.ts'
import type { Field } from '../request/field.ts'
import type { Filter, Logic } from '../request/filter.ts'
import type { OrderTerm } from '../request/order.ts'
import type { EmbedPath, Query, Slice } from '../request/query.ts'
import type { ColumnItem, EmbedItem, SelectItem } from '../request/select.ts'
import { findRelationship } from './find-relationship.ts'
import { toKeyset } from './keyset.ts'
import type { Condition, Embed, PlannedOrder, ReadItem, ReadPlan, Source } from './model.ts'

export interface ReadContext {
  readonly catalog: Catalog
  readonly query: Query
  /** The most rows of every level; undefined for the rows of a mutation. */
  readonly maxRows: number | undefined
  readonly aggregatesEnabled: boolean
}

interface Draft {
  readonly source: Source
  /** The relation whose relationships are searched. */
  readonly name: QualifiedName
  readonly relation: Relation | undefined
  readonly alias: string | undefined
  readonly depth: number
  readonly path: EmbedPath
  /**
   * True when a limit applies. A to-one embed has at most one row, and a limit would only restrict how Postgres joins
   * it.
   */
  readonly bounded: boolean
}

/** Plans the read of a table, of the rows a mutation returned, or of a function's result. */
export function planRead(context: ReadContext, source: Source, name: QualifiedName): ReadPlan {
  const relation = context.catalog.relations.get(keyOf(name))
  const alias = rootAlias(source)
  const node = planNode(
    context,
    { source, name, relation, alias, depth: 0, path: [], bounded: true },
    context.query.select,
  )
  checkPaths(context.query, node)
  return node
}

/** The name of the root in Postgres's messages: the table or function, as the client named it. */
function rootAlias(source: Source): string | undefined {
  if (source.kind === 'mutated') return source.name.name
  return source.kind === 'call' ? source.call.routine.name : undefined
}

function planNode(context: ReadContext, draft: Draft, select: readonly SelectItem[]): ReadPlan {
  const items = select.map((item): ReadItem => {
    if (select.length === 1 && isCountOfEmbed(item, draft))
      return { ...item, field: undefined, aggregate: 'count' }
    if (item.kind === 'embed') return { kind: 'embed', embed: planEmbed(context, draft, item) }
    if (item.kind === 'column' && item.aggregate && !context.aggregatesEnabled)
      throw new ApiError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
    return item
  })
  checkWidth(items, draft.relation)
  const embeds = embedsOf(items)
  const { query } = context
  const conditions = [
    ...query.filters
      .filter(({ path }) => samePath(path, draft.path))
      .map(({ filter }) => planCondition(filter, embeds, draft.relation)),
    ...query.logic
      .filter(({ path }) => samePath(path, draft.path))
      .map(({ node }) => planCondition(node, embeds, draft.relation)),
  ]
  const order = query.orders
    .filter(({ path }) => samePath(path, draft.path))
    .flatMap(({ terms }) => terms.map((term) => planOrder(term, embeds, draft.name.name)))
  if (!context.aggregatesEnabled) checkColumns(context.catalog, draft, { items, conditions, order })
  const { source, relation, alias } = draft
  const slice = planSlice({ query, maxRows: draft.bounded ? context.maxRows : undefined }, draft.path)
  return { source, relation, alias, items, conditions, order, slice }
}

/** `lists(count)` is allowed without aggregates too, because programs of `supabase-js` use it: it makes one row. */
function isCountOfEmbed(item: SelectItem, { depth, relation }: Draft): item is ColumnItem {
  return (
    depth > 0 &&
    item.kind === 'column' &&
    item.field?.name === 'count' &&
    item.field.path.length === 0 &&
    item.cast === undefined &&
    item.aggregate === undefined &&
    relation?.columns.has('count') === false
  )
}

/**
 * 42703 for a field that is not a column, like Postgres's own answer. Postgres would first look for a function of the
 * row with that name, and `select=json_agg` would collect a whole table.
 */
function checkColumns(catalog: Catalog, draft: Draft, { items, conditions, order }: CheckedParts): void {
  const known = columnsOf(catalog, draft)
  if (!known) return
  const fields = [
    ...items.flatMap((item) => (item.kind === 'column' ? (item.field ?? []) : [])),
    ...conditions.flatMap(fieldsOf),
    ...order.flatMap(({ embed, field }) => (embed ? [] : [field])),
  ]
  checkNames(draft.alias ?? draft.name.name, fields, known)
  for (const { embed, field } of order) {
    const relation = embed?.node.relation
    if (relation) checkNames(relation.name, [field], columnsOfRelation(catalog, relation))
  }
}

type CheckedParts = Pick<ReadPlan, 'items' | 'conditions' | 'order'>

function checkNames(table: string, fields: readonly Field[], known: ReadonlySet<string>): void {
  const unknown = fields.find(({ name }) => !known.has(name))
  if (unknown) throw new ApiError(400, '42703', `column ${table}.${unknown.name} does not exist`)
}

/** Names that can be selected; undefined for rows whose type is not in the catalog. */
function columnsOf(catalog: Catalog, { source, relation }: Draft): ReadonlySet<string> | undefined {
  if (relation) return columnsOfRelation(catalog, relation)
  const returns = source.kind === 'call' ? source.call.routine.returns : undefined
  return returns?.kind === 'composite' && returns.columns.size > 0
    ? new Set(returns.columns.keys())
    : undefined
}

function columnsOfRelation(catalog: Catalog, relation: Relation): ReadonlySet<string> {
  return new Set([...relation.columns.keys(), ...(catalog.computedColumns.get(keyOf(relation)) ?? [])])
}

function fieldsOf(condition: Condition): readonly Field[] {
  if (condition.kind === 'filter') return [condition.field]
  return 'items' in condition ? condition.items.flatMap(fieldsOf) : []
}

/** Slightly below the 1,664 columns that Postgres can select. */
const MAX_COLUMNS = 1_600

function checkWidth(items: readonly ReadItem[], relation: Relation | undefined): void {
  if (widthOf(items, relation) > MAX_COLUMNS) throw tooComplex('selected columns', MAX_COLUMNS)
}

/** The number of columns of the rows, including those of spread embeds. */
function widthOf(items: readonly ReadItem[], relation: Relation | undefined): number {
  return items.reduce((sum, item) => {
    if (item.kind === 'star') return sum + (relation?.columns.size ?? 1)
    const spread = item.kind === 'embed' && item.embed.spread ? item.embed.node : undefined
    return sum + (spread ? widthOf(spread.items, spread.relation) : 1)
  }, 0)
}

export function embedsOf(items: readonly ReadItem[]): Embed[] {
  return items.flatMap((item) => (item.kind === 'embed' ? [item.embed] : []))
}

function samePath(a: EmbedPath, b: EmbedPath): boolean {
  return a.length === b.length && a.every((part, at) => part === b[at])
}

function planEmbed(context: ReadContext, parent: Draft, item: EmbedItem): Embed {
  const relationship = findRelationship(context.catalog, parent.name, item)
  const name = item.alias ?? item.target
  const depth = parent.depth + 1
  const source: Source =
    relationship.kind === 'computed'
      ? { kind: 'computed', relationship }
      : { kind: 'relation', name: relationship.to }
  const parentName = parent.depth === 0 ? parent.name.name : (parent.alias ?? parent.name.name)
  const node = planNode(
    context,
    {
      source,
      name: relationship.to,
      relation: context.catalog.relations.get(keyOf(relationship.to)),
      alias: sqlAlias(item.target, String(depth)),
      depth,
      path: [...parent.path, name],
      bounded: !isToOne(relationship),
    },
    item.items,
  )
  return {
    node,
    relationship,
    name,
    lateral: sqlAlias(`${parentName}_${name}`, String(depth)),
    toOne: isToOne(relationship),
    inner: item.join === 'inner',
    spread: item.spread,
    hidden: isHidden(node),
  }
}

function isHidden(node: ReadPlan): boolean {
  return node.items.every((item) => item.kind === 'embed' && item.embed.hidden)
}

const MAX_IDENTIFIER_BYTES = 63

/** `name_suffix`, truncated where Postgres would truncate it, but so that the suffix survives. */
function sqlAlias(name: string, suffix: string): string {
  let base = name
  while (Buffer.byteLength(base) + suffix.length + 1 > MAX_IDENTIFIER_BYTES) base = base.slice(0, -1)
  return `${base}_${suffix}`
}

function planCondition(logic: Logic, embeds: readonly Embed[], relation: Relation | undefined): Condition {
  if (logic.kind === 'filter') return planFilter(logic, embeds, relation)
  const keyset = toKeyset(logic, relation)
  if (keyset) return keyset
  return { ...logic, items: logic.items.map((item) => planCondition(item, embeds, relation)) }
}

/** A null filter on an embed's name tests whether it has rows; any other filter is on a column. */
function planFilter(filter: Filter, embeds: readonly Embed[], relation: Relation | undefined): Condition {
  if (filter.field.path.length > 0) return filter
  const embed = embeds.find((candidate) => candidate.name === filter.field.name)
  if (!embed) return filter
  const { test } = filter
  if (test.kind !== 'is' || (test.value !== 'null' && test.value !== 'not_null')) {
    if (relation?.columns.has(filter.field.name)) return filter
    throw new ApiError(400, 'PGRST120', `Bad operator on the '${embed.name}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    })
  }
  return { kind: 'exists', embed, negated: (test.value === 'null') !== filter.negated }
}

function planOrder(term: OrderTerm, embeds: readonly Embed[], parent: string): PlannedOrder {
  const { relation, ...rest } = term
  if (relation === undefined) return { ...rest, embed: undefined }
  const embed = embeds.find((candidate) => candidate.name === relation)
  if (!embed) throw notAnEmbed(relation)
  if (!embed.toOne)
    throw new ApiError(400, 'PGRST118', `A related order on '${relation}' is not possible`, {
      details: `'${parent}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
    })
  return { ...rest, embed }
}

/** The requested slice of one level, limited to its maximum of rows. */
export function planSlice(context: Pick<ReadContext, 'query' | 'maxRows'>, path: EmbedPath): Slice {
  let limit: number | undefined
  let offset = 0
  for (const entry of context.query.slices) {
    if (!samePath(entry.path, path)) continue
    limit = entry.slice.limit ?? limit
    offset = entry.slice.offset ?? offset
  }
  const { maxRows } = context
  if (maxRows !== undefined) limit = Math.min(limit ?? maxRows, maxRows)
  return { limit, offset }
}

/** Every parameter must belong to a level of the select. */
function checkPaths(query: Query, root: ReadPlan): void {
  for (const list of [query.filters, query.logic, query.orders, query.slices])
    for (const { path } of list) {
      let node = root
      for (const name of path) {
        const embeds = embedsOf(node.items)
        const embed = embeds.find((candidate) => candidate.name === name)
        if (!embed) throw notAnEmbed(name, embeds.find((each) => each.node.relation?.name === name)?.name)
        node = embed.node
      }
    }
}
