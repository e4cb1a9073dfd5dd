import type { Call, Mutation, ReadPlan } from '../plan/model.ts'
import type { Slice } from '../request/query.ts'
import type { MediaType } from '../request/media-type.ts'
import { bounded } from './size-limit.ts'
import { renderCall } from './render-call.ts'
import { renderMutation } from './render-mutation.ts'
import { renderCountable, renderRead, renderSlice, type RowForm } from './render-read.ts'
import { Parameters, quote } from './quote.ts'

/** SQL with its values. The text depends only on the shape of the request, never on a value in it. */
export interface Statement {
  readonly text: string
  readonly values: readonly (string | null)[]
}

/** The form of the one row that every statement answers with. */
export const resultColumns = ['total', 'rows', 'affected', 'inserted', 'body', 'headers', 'status'] as const

interface Parts {
  readonly total?: string
  readonly affected?: string
  readonly inserted?: string
  readonly body: string
  readonly from: string
}

function envelope(parts: Parts): string {
  const columns = [
    parts.total ?? 'NULL',
    'pg_catalog.count(*)',
    parts.affected ?? 'NULL',
    parts.inserted ?? 'NULL',
    parts.body,
    `nullif(current_setting('response.headers', true), '')`,
    `nullif(current_setting('response.status', true), '')`,
  ]
  return `SELECT ${columns.join(', ')} FROM ${parts.from}`
}

function formOf(media: MediaType): RowForm {
  if (media.kind === 'plan') return formOf(media.of)
  return media.kind === 'csv' ? 'text' : 'json'
}

function bodyOf(media: MediaType): string {
  if (media.kind === 'plan') return bodyOf(media.of)
  return bounded(textOf(media), formOf(media))
}

/** How the rows become one text. */
function textOf(media: Exclude<MediaType, { readonly kind: 'plan' }>): string {
  switch (media.kind) {
    case 'json':
      return media.nullsStripped
        ? `coalesce(json_strip_nulls(json_agg(_row)), '[]')`
        : `coalesce(json_agg(_row), '[]')`
    case 'object':
      return media.nullsStripped ? 'json_strip_nulls(json_agg(_row)->0)' : 'json_agg(_row)->0'
    case 'csv':
      return (
        `(array_agg((SELECT string_agg(_key, ',') FROM json_object_keys(row_to_json(_row)) AS _key)))[1]` +
        ` || E'\\n' || string_agg(substring(_row::text, 2, length(_row::text) - 2), E'\\n')`
      )
    default:
      return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(ST_AsGeoJSON(_row)::json), '[]'))`
  }
}

export type CountMode = 'none' | 'exact' | { readonly atMost: number }

export function readStatement(node: ReadPlan, media: MediaType, count: CountMode): Statement {
  const parameters = new Parameters()
  if (count !== 'none' && node.source.kind === 'call')
    return countedCall(node, { call: node.source.call, media, parameters })
  const rows = renderRead(node, parameters, formOf(media))
  const bound = typeof count === 'object' ? count.atMost : undefined
  const total =
    count === 'none'
      ? undefined
      : `(SELECT pg_catalog.count(*) FROM (${renderCountable(node, parameters, bound)}) AS _all)`
  const text = envelope({ ...(total && { total }), body: bodyOf(media), from: rows })
  return { text, values: parameters.values }
}

interface CountedCall {
  readonly call: Call
  readonly media: MediaType
  readonly parameters: Parameters
}

/** A function must run once even when its rows are counted as well as read. */
function countedCall(node: ReadPlan, { call, media, parameters }: CountedCall): Statement {
  const name = quote(call.routine.name)
  const source = `WITH ${name} AS MATERIALIZED (SELECT ${name}.* FROM ${renderCall(call, parameters)} AS ${name})`
  const fromRows: ReadPlan = { ...node, source: { kind: 'rows' } }
  const rows = renderRead(fromRows, parameters, formOf(media))
  const total = `(SELECT pg_catalog.count(*) FROM (${renderCountable(fromRows, parameters)}) AS _all)`
  const text = `${source} ${envelope({ total, body: bodyOf(media), from: rows })}`
  return { text, values: parameters.values }
}

/** An upper estimate of the rows, from the planner. */
export function explainCount(node: ReadPlan): Statement {
  const parameters = new Parameters()
  return { text: `EXPLAIN (FORMAT JSON) ${renderCountable(node, parameters)}`, values: parameters.values }
}

/** A function that returns no rows of columns: one value, a set of values, or nothing. */
export function scalarStatement(call: Call, slice: Slice, counted: boolean): Statement {
  const parameters = new Parameters()
  const rows = `SELECT * FROM ${renderCall(call, parameters)} AS "pgrst_call"("pgrst_scalar")`
  const values = `json_agg(_row."pgrst_scalar")`
  const whole = call.routine.returnsSet ? `coalesce(${values}, '[]')` : `coalesce(${values}->0, 'null')`
  const body = bounded(whole, 'json')
  const limited = (from: string) => `(SELECT * FROM ${from}${renderSlice(slice)}) AS _row`
  if (!counted)
    return { text: envelope({ body, from: limited(`(${rows}) AS _all`) }), values: parameters.values }
  const total = '(SELECT pg_catalog.count(*) FROM _all)'
  const text = `WITH _all AS MATERIALIZED (${rows}) ${envelope({ total, body, from: limited('_all') })}`
  return { text, values: parameters.values }
}

export function mutationStatement(mutation: Mutation, media: MediaType): Statement {
  const parameters = new Parameters()
  const source = `WITH "pgrst_source" AS (${renderMutation(mutation, parameters)})`
  const { change, read, locate } = mutation
  const merged = change.kind === 'insert' && change.conflict?.resolution === 'merge-duplicates'
  const affected = '(SELECT pg_catalog.count(*) FROM "pgrst_source")'
  const inserted = merged ? `(SELECT pg_catalog.count(*) FROM "pgrst_source" WHERE "pgrst_inserted")` : 'NULL'
  const rows = read
    ? renderRead(read, parameters, formOf(media))
    : `(SELECT ${locate.map((name) => `"pgrst_source".${quote(name)}`).join(', ')} FROM "pgrst_source") AS _row`
  const body = read ? bodyOf(media) : locate.length > 0 ? bodyOf(located) : 'NULL'
  const text = `${source} ${envelope({ affected, inserted, body, from: rows })}`
  return { text, values: parameters.values }
}

const located: MediaType = { kind: 'json', nullsStripped: false, contentType: '' }

/** The plan of a statement instead of its result. */
export function explain(
  statement: Statement,
  media: Extract<MediaType, { readonly kind: 'plan' }>,
): Statement {
  const options = media.options.map((option) => `, ${option.toUpperCase()}`).join('')
  return {
    text: `EXPLAIN (FORMAT ${media.format.toUpperCase()}${options}) ${statement.text}`,
    values: statement.values,
  }
}
