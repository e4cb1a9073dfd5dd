import { type Column, type Relation } from '../catalog/model.ts'
import type { Condition, Conflict, Embed, Mutation, ReadPlan } from '../plan/model.ts'
import type { Payload } from '../request/payload.ts'
import { renderCondition, where } from './render-condition.ts'
import { literal, type Parameters, quote, quoteName } from './quote.ts'

type Insert = Extract<Mutation['change'], { readonly kind: 'insert' }>
type Update = Extract<Mutation['change'], { readonly kind: 'update' }>

/** The INSERT, UPDATE or DELETE with its RETURNING list. */
export function renderMutation(mutation: Mutation, parameters: Parameters): string {
  const { change, relation } = mutation
  const returning = ` RETURNING ${renderReturning(mutation)}`
  switch (change.kind) {
    case 'insert':
      return `${renderInsert(relation, change, parameters)}${returning}`
    case 'update':
      return `${renderUpdate(relation, change, parameters)}${returning}`
    default:
      return `DELETE FROM ${quoteName(relation)}${renderWhere(change.conditions, relation, parameters)}${returning}`
  }
}

function renderWhere(conditions: readonly Condition[], relation: Relation, parameters: Parameters): string {
  const scope = { reference: quoteName(relation), columns: relation.columns, detached: false }
  return where(
    conditions
      .filter((condition) => condition.kind !== 'exists')
      .map((condition) => renderCondition(condition, scope, parameters)),
  )
}

function renderInsert(relation: Relation, change: Insert, parameters: Parameters): string {
  const { columns, payload, conflict } = change
  const into = `INSERT INTO ${quoteName(relation)}`
  if (columns.length === 0) {
    const rows = payload.isArray && payload.rows === 0 ? ' SELECT WHERE false' : ' DEFAULT VALUES'
    return `${into}${rows}${renderConflict(relation, conflict, columns)}`
  }
  const names = columns.map((column) => quote(column.name)).join(', ')
  const values = columns.map((column) => `"pgrst_body".${quote(column.name)}`).join(', ')
  const body = renderRows(change, parameters)
  const matching = where(
    change.conditions.map((condition) =>
      renderCondition(
        condition,
        { reference: '"pgrst_body"', columns: relation.columns, detached: false },
        parameters,
      ),
    ),
  )
  return `${into} (${names}) SELECT ${values} FROM ${body}${matching}${renderConflict(relation, conflict, columns)}`
}

/** The rows of the body that the change uses, under the alias `pgrst_body`. */
function renderRows(change: Insert | Update, parameters: Parameters): string {
  const { columns, payload } = change
  const defaults = change.useDefaults ? columns.filter((column) => payload.missing.has(column.name)) : []
  const body = renderBody(payload, columns, { defaults, parameters })
  const onlyFirst = change.kind === 'update' || change.onlyFirst
  return payload.isArray && onlyFirst ? `(SELECT * FROM ${body} LIMIT 1) AS "pgrst_body"` : body
}

interface BodyRest {
  readonly defaults: readonly Column[]
  readonly parameters: Parameters
}

/** The payload as a row source: Postgres turns the JSON values into the columns' types. */
function renderBody(payload: Payload, columns: readonly Column[], rest: BodyRest): string {
  const typed = columns.map((column) => `${quote(column.name)} ${column.type}`).join(', ')
  const json = `CAST(${rest.parameters.add(payload.text)} AS json)`
  const withDefaults = rest.defaults.filter((column) => column.defaultExpression !== undefined)
  if (withDefaults.length === 0)
    return `${payload.isArray ? 'json_to_recordset' : 'json_to_record'}(${json}) AS "pgrst_body"(${typed})`
  const pairs = withDefaults.map((column) => `${literal(column.name)}, ${column.defaultExpression ?? 'NULL'}`)
  const elements = payload.isArray ? json : `json_build_array(${json})`
  const merged =
    `(SELECT json_agg(jsonb_build_object(${pairs.join(', ')}) || CAST("element" AS jsonb)) ` +
    `FROM json_array_elements(${elements}) AS "pgrst_elements"("element"))`
  return `json_to_recordset(${merged}) AS "pgrst_body"(${typed})`
}

function renderConflict(
  relation: Relation,
  conflict: Conflict | undefined,
  columns: readonly Column[],
): string {
  if (!conflict || conflict.columns.length === 0) return ''
  const target = `ON CONFLICT (${conflict.columns.map(quote).join(', ')})`
  if (conflict.resolution === 'ignore-duplicates' || columns.length === 0) return ` ${target} DO NOTHING`
  const updates = columns.map((column) => `${quote(column.name)} = EXCLUDED.${quote(column.name)}`)
  const counting = relation.kind === 'table' ? '' : ` WHERE ${COUNT_MERGED} <> ''`
  return ` ${target} DO UPDATE SET ${updates.join(', ')}${counting}`
}

const MERGED = `coalesce(nullif(current_setting('pgrst.merged', true), ''), '0')`
/** Counts in a setting, because views and partitioned tables have no `xmax` that would show whether a row is new. */
const COUNT_MERGED = `set_config('pgrst.merged', CAST(CAST(${MERGED} AS bigint) + 1 AS text), true)`

/** The number of rows that an upsert has inserted; its rows are named `pgrst_source`. */
export function renderInserted({ relation }: Mutation): string {
  if (relation.kind === 'table')
    return '(SELECT pg_catalog.count(*) FROM "pgrst_source" WHERE "pgrst_inserted")'
  // Adding the count of the rows first makes Postgres run the upsert before it reads the setting.
  return `(SELECT pg_catalog.count(*) + CASE WHEN pg_catalog.count(*) >= 0 THEN -CAST(${MERGED} AS bigint) END FROM "pgrst_source")`
}

function renderUpdate(relation: Relation, change: Update, parameters: Parameters): string {
  const { columns } = change
  const table = quoteName(relation)
  const [first] = columns
  if (!first) {
    const name = [...relation.columns.keys()][0] ?? ''
    return `UPDATE ${table} SET ${quote(name)} = ${quote(name)} WHERE false`
  }
  const matching = renderWhere(change.conditions, relation, parameters)
  const body = renderRows(change, parameters)
  const updates = columns.map((column) => `${quote(column.name)} = "pgrst_body".${quote(column.name)}`)
  return `UPDATE ${table} SET ${updates.join(', ')} FROM ${body}${matching}`
}

/** Returns only the columns that the answer needs, so that column privileges suffice; `1` when it needs none. */
function renderReturning(mutation: Mutation): string {
  const { relation, read, change } = mutation
  const names = new Set<string>(mutation.locate)
  if (read) collectColumns(read, relation, names)
  const columns = [...names].map((name) => `${quoteName(relation)}.${quote(name)}`)
  if (
    change.kind === 'insert' &&
    change.conflict?.resolution === 'merge-duplicates' &&
    relation.kind === 'table'
  )
    columns.push(`(${quoteName(relation)}.xmax = 0) AS "pgrst_inserted"`)
  return columns.length === 0 ? '1' : columns.join(', ')
}

function collectColumns(node: ReadPlan, relation: Relation, names: Set<string>): void {
  for (const item of node.items) {
    if (item.kind === 'star') for (const name of relation.columns.keys()) names.add(name)
    else if (item.kind === 'column') {
      if (item.field) names.add(item.field.name)
    } else collectKeys(item.embed, relation, names)
  }
  for (const term of node.order) {
    if (term.embed) collectKeys(term.embed, relation, names)
    else names.add(term.field.name)
  }
}

function collectKeys({ relationship }: Embed, relation: Relation, names: Set<string>): void {
  switch (relationship.kind) {
    case 'key':
      for (const pair of relationship.columns) names.add(pair.own)
      return
    case 'junction':
      for (const pair of relationship.sourceColumns) names.add(pair.own)
      return
    case 'computed':
      for (const name of relation.columns.keys()) names.add(name)
  }
}
