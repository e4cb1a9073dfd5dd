import { ApiError } from '../api-error.ts'
import { embedsOf } from '../plan/plan-read.ts'
import type { Embed, ReadPlan } from '../plan/model.ts'
import { defaultAlias, type Field } from '../request/field.ts'
import type { Slice } from '../request/query.ts'
import type { ColumnItem } from '../request/select.ts'
import { type CountedRows, countJson, countRows, type SizeLimits } from './size-limit.ts'
import { renderCall } from './render-call.ts'
import {
  embedFrom,
  joinConditions,
  renderCondition,
  renderExists,
  renderField,
  renderOrder,
  renderStored,
  type Scope,
  scopeOf,
  where,
} from './render-condition.ts'
import { castType, type Parameters, quote, quoteName } from './quote.ts'

/** One expression of a select list. */
interface Selected {
  readonly sql: string
  readonly aggregate: boolean
}

/** A column that a spread embed passes to its parent; `aggregate` is applied by the parent. */
interface SpreadColumn {
  readonly column: string
  readonly name: string
  readonly item: ColumnItem | undefined
}

/** The format of the rows. */
export interface RowFormat {
  /** In JSON, a nested row stays a row for the outer conversion. */
  readonly kind: 'json' | 'text'
  readonly limits: SizeLimits
}

/** A table expression and the expression of one of its rows. */
export interface RenderedRows {
  readonly from: string
  readonly row: string
}

/** The rows of a read. */
export function renderRead(node: ReadPlan, parameters: Parameters, format: RowFormat): RenderedRows {
  const frame = { from: rootFrom(node, parameters), conditions: [], spread: false, format }
  const select = renderSelect(node, parameters, frame)
  if (!isCounted(node, format)) return { from: `(${select}) AS _row`, row: '_row' }
  const rows = countedRows(node, { select, name: '_row', isNested: false, format })
  return format.kind === 'json'
    ? { from: countJson(rows), row: '_row."_json"' }
    : { from: countRows(rows), row: '_row' }
}

function isCounted(node: ReadPlan, { limits }: RowFormat): boolean {
  const { limit = Number.POSITIVE_INFINITY } = node.slice
  return limit > limits.maxUncountedRows || carriesLists(node)
}

interface SelectedRows {
  readonly select: string
  readonly name: string
  readonly isNested: boolean
  readonly format: RowFormat
}

function countedRows(node: ReadPlan, { format, ...rows }: SelectedRows): CountedRows {
  const { maxAnswerBytes } = format.limits
  return { ...rows, isLimited: node.slice.limit !== undefined, maxAnswerBytes }
}

function carriesLists(node: ReadPlan): boolean {
  return embedsOf(node.items).some((embed) => !embed.hidden && (!embed.toOne || carriesLists(embed.node)))
}

/** `SELECT 1` for every row that the read would return without its limits; used to count. */
export function renderCountable(node: ReadPlan, parameters: Parameters, limit?: number): string {
  const scope = scopeOf(node)
  const conditions = rootConditions(node, scope, parameters)
  for (const embed of embedsOf(node.items))
    if (embed.inner) conditions.push(renderExists(embed, scope, parameters))
  const bound = limit === undefined ? '' : ` LIMIT ${limit}`
  return `SELECT 1 FROM ${rootFrom(node, parameters)}${where(conditions)}${bound}`
}

function rootFrom(node: ReadPlan, parameters: Parameters): string {
  switch (node.source.kind) {
    case 'relation':
      return quoteName(node.source.name)
    case 'mutated':
      return `"pgrst_source" AS ${scopeOf(node).reference}`
    case 'call':
      return `${renderCall(node.source.call, parameters)} AS ${scopeOf(node).reference}`
    case 'rows':
      return scopeOf(node).reference
    default:
      throw new Error('a computed relationship cannot be the root of a read')
  }
}

/** A mutation has already applied its conditions, so they must not filter the rows that it returned. */
function rootConditions(node: ReadPlan, scope: Scope, parameters: Parameters): string[] {
  return node.conditions
    .filter((condition) => node.source.kind !== 'mutated' || condition.kind === 'exists')
    .map((condition) => renderCondition(condition, scope, parameters))
}

interface Frame {
  readonly from: string
  readonly conditions: readonly string[]
  readonly spread: boolean
  readonly format: RowFormat
}

function renderSelect(node: ReadPlan, parameters: Parameters, frame: Frame): string {
  const scope = scopeOf(node)
  const embeds = embedsOf(node.items)
  const grouped = !frame.spread && hasAggregates(node)
  const selected = node.items.flatMap((item, position): Selected[] => {
    switch (item.kind) {
      case 'star':
        return renderStar(node, scope, grouped)
      case 'column':
        return [
          renderColumn(item, {
            scope,
            grouped,
            hoistedAs: frame.spread ? aggregateName(position) : undefined,
          }),
        ]
      default:
        return renderEmbedColumns(item.embed, {
          grouped,
          hoistedAs: frame.spread ? `${position}_` : undefined,
          format: frame.format,
        })
    }
  })
  const joins = embeds
    .filter((embed) => !embed.hidden)
    .map((embed) => renderJoin(embed, { scope, format: frame.format }, parameters))
  const conditions = [...frame.conditions, ...rootConditions(node, scope, parameters)]
  for (const embed of embeds)
    if (embed.hidden && embed.inner) conditions.push(renderExists(embed, scope, parameters))
  return [
    `SELECT ${selected.map(({ sql }) => sql).join(', ')} FROM ${frame.from}`,
    joins.join(''),
    where(conditions),
    grouped ? groupBy(selected) : '',
    renderOrder(node.order, scope, spreadReference),
    renderSlice(node.slice),
  ].join('')
}

export function renderSlice(slice: Slice): string {
  const limit = slice.limit === undefined ? '' : ` LIMIT ${slice.limit}`
  return slice.offset === 0 ? limit : `${limit} OFFSET ${slice.offset}`
}

/** Groups by the positions of all columns that are not aggregates. */
function groupBy(selected: readonly Selected[]): string {
  const positions = selected.flatMap(({ aggregate }, at) => (aggregate ? [] : [at + 1]))
  return positions.length === 0 ? '' : ` GROUP BY ${positions.join(', ')}`
}

function hasAggregates(node: ReadPlan): boolean {
  return node.items.some(
    (item) =>
      (item.kind === 'column' && item.aggregate !== undefined) ||
      (item.kind === 'embed' &&
        item.embed.spread &&
        item.embed.toOne &&
        spreadColumns(item.embed.node).some((column) => column.item?.aggregate !== undefined)),
  )
}

function renderStar(node: ReadPlan, scope: Scope, grouped: boolean): Selected[] {
  const expand = grouped || node.source.kind === 'mutated'
  if (!expand || !node.relation) return [{ sql: `${scope.reference}.*`, aggregate: false }]
  return [...node.relation.columns.keys()].map((name) => ({
    sql: `${scope.reference}.${quote(name)}`,
    aggregate: false,
  }))
}

interface ColumnMode {
  readonly scope: Scope
  readonly grouped: boolean
  /** The name under which the parent of a spread finds the argument of the aggregate that it applies. */
  readonly hoistedAs: string | undefined
}

function renderColumn(item: ColumnItem, { scope, grouped, hoistedAs }: ColumnMode): Selected {
  // The parent of a spread may group by this column.
  const render = grouped || hoistedAs !== undefined ? renderField : renderStored
  const field = item.field ? render(item.field, scope) : '*'
  const value = item.cast === undefined ? field : `CAST(${field} AS ${castType(item.cast)})`
  if (!item.aggregate) {
    const alias = item.alias ?? (item.field && defaultAlias(item.field)) ?? (item.cast && item.field?.name)
    return { sql: alias === undefined ? value : `${value} AS ${quote(alias)}`, aggregate: false }
  }
  if (hoistedAs !== undefined)
    return { sql: `${item.field ? value : '1'} AS ${quote(hoistedAs)}`, aggregate: false }
  return { sql: aggregated(item, value), aggregate: true }
}

function aggregated(item: ColumnItem, value: string): string {
  const call = `${item.aggregate ?? 'count'}(${value})`
  const cast = item.aggregateCast === undefined ? call : `CAST(${call} AS ${castType(item.aggregateCast)})`
  return `${cast} AS ${quote(item.alias ?? item.aggregate ?? 'count')}`
}

function aggregateName(position: number): string {
  return `pgrst_agg_${position}`
}

/** The columns that a spread node passes to its parent, in select order. */
function spreadColumns(node: ReadPlan): SpreadColumn[] {
  return node.items.flatMap((item, position): SpreadColumn[] => {
    if (item.kind === 'star')
      return [...(node.relation?.columns.keys() ?? [])].map((name) => ({
        column: name,
        name,
        item: undefined,
      }))
    if (item.kind === 'column') {
      if (item.aggregate) return [{ column: aggregateName(position), name: '', item }]
      const name = item.alias ?? (item.field && defaultAlias(item.field)) ?? item.field?.name ?? 'count'
      return [{ column: name, name, item: undefined }]
    }
    const { embed } = item
    if (embed.hidden) return []
    if (!embed.spread) return [{ column: embed.name, name: embed.name, item: undefined }]
    return spreadColumns(embed.node).map((column) =>
      column.item && embed.toOne ? { ...column, column: `${position}_${column.column}` } : column,
    )
  })
}

/** The column of a spread embed that the parent selects, so that it can sort and group by it. */
function spreadReference(embed: Embed, field: Field): string | undefined {
  const isShown = embed.spread && !embed.hidden && embed.toOne && field.path.length === 0
  const isSelected = isShown && spreadColumns(embed.node).some(({ name }) => name === field.name)
  return isSelected ? `${quote(embed.lateral)}.${quote(field.name)}` : undefined
}

/** `hoistedAs`: prefix under which aggregates of a nested spread are passed on to the parent. */
interface EmbedMode {
  readonly grouped: boolean
  readonly hoistedAs: string | undefined
  readonly format: RowFormat
}

function renderEmbedColumns(embed: Embed, mode: EmbedMode): Selected[] {
  if (embed.hidden) return []
  const lateral = quote(embed.lateral)
  if (!embed.spread) {
    return [{ sql: `${renderEmbedded(embed, mode)} AS ${quote(embed.name)}`, aggregate: false }]
  }
  return spreadColumns(embed.node).map((column): Selected => {
    const value = `${lateral}.${quote(column.column)}`
    if (!embed.toOne) return { sql: `coalesce(${value}, '[]') AS ${quote(column.name)}`, aggregate: false }
    if (!column.item) return { sql: `${value} AS ${quote(column.name)}`, aggregate: false }
    if (mode.hoistedAs !== undefined)
      return { sql: `${value} AS ${quote(`${mode.hoistedAs}${column.column}`)}`, aggregate: false }
    return { sql: aggregated(column.item, value), aggregate: true }
  })
}

/**
 * A nested row is converted to JSON together with its parent: JSON within JSON would be copied and parsed once more.
 */
function renderEmbedded({ lateral, toOne }: Embed, { grouped, format }: EmbedMode): string {
  const name = quote(lateral)
  if (toOne && format.kind === 'json' && !grouped) return `CAST(${name}.* AS record)`
  const json = toOne ? `row_to_json(${name}.*)` : `coalesce(${name}.${name}, '[]')`
  return grouped ? `CAST(${json} AS jsonb)` : json
}

interface Parent {
  readonly scope: Scope
  readonly format: RowFormat
}

function renderJoin(embed: Embed, { scope: parent, format }: Parent, parameters: Parameters): string {
  const { node, relationship, inner } = embed
  const lateral = quote(embed.lateral)
  const scope = scopeOf(node)
  const conditions = joinConditions(relationship, scope.reference, parent.reference)
  const rows = renderSelect(node, parameters, {
    from: embedFrom(embed, parent),
    conditions,
    spread: embed.spread && embed.toOne,
    format,
  })
  const join = inner ? ' INNER JOIN LATERAL' : ' LEFT JOIN LATERAL'
  if (embed.toOne) return `${join} (${rows}) AS ${lateral} ON TRUE`
  if (embed.spread) return renderSpreadJoin(embed, { select: rows, join, format })
  const condition = inner ? `${lateral}.${lateral} IS NOT NULL` : 'TRUE'
  const counted = countedRows(node, { select: rows, name: lateral, isNested: true, format })
  const isJson = isCounted(node, format)
  const from = isJson ? countJson(counted) : `(${rows}) AS ${lateral}`
  const row = isJson ? `${lateral}."_json"` : lateral
  return `${join} (SELECT json_agg(${row}) AS ${lateral} FROM ${from}) AS ${lateral} ON ${condition}`
}

interface SpreadJoin {
  readonly select: string
  readonly join: string
  readonly format: RowFormat
}

function renderSpreadJoin(embed: Embed, { select, join, format }: SpreadJoin): string {
  const lateral = quote(embed.lateral)
  const columns = spreadColumns(embed.node)
  if (hasAggregates(embed.node))
    throw new ApiError(400, 'PGRST127', 'Feature not implemented', {
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    })
  const arrays = columns.map(({ column }) => `json_agg(${lateral}.${quote(column)}) AS ${quote(column)}`)
  const list = ['count(*) AS "pgrst_rows"', ...arrays].join(', ')
  const condition = embed.inner ? `${lateral}."pgrst_rows" > 0` : 'TRUE'
  const counted = countedRows(embed.node, { select, name: lateral, isNested: true, format })
  const from = isCounted(embed.node, format) ? countRows(counted) : `(${select}) AS ${lateral}`
  return `${join} (SELECT ${list} FROM ${from}) AS ${lateral} ON ${condition}`
}
