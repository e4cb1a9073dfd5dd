import type { Call, Mutation, ReadPlan } from '../plan/model.ts'
import type { Slice } from '../request/query.ts'
import type { MediaType } from '../request/media-type.ts'
import { renderCall, renderCallValues } from './render-call.ts'
import { renderInserted, renderMutation } from './render-mutation.ts'
import { renderCountable, renderRead, renderSlice, type RowFormat } from './render-read.ts'
import { Parameters, quote } from './quote.ts'
import { countJson, limitBody, type SizeLimits } from './size-limit.ts'

/** SQL with its values. The text depends only on the shape of the request, never on a value in it. */
export interface Statement {
  readonly text: string
  readonly values: readonly (string | null)[]
}

/** The columns of the single row that every statement returns. */
export const RESULT_COLUMNS = ['total', 'rows', 'affected', 'inserted', 'body', 'headers', 'status'] as const

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

function formatOf(media: MediaType, limits: SizeLimits): RowFormat {
  if (media.kind === 'plan') return formatOf(media.of, limits)
  return { kind: media.kind === 'csv' || media.kind === 'geojson' ? 'text' : 'json', limits }
}

function bodyOf(media: MediaType, row: string, { maxAnswerBytes }: SizeLimits): string {
  if (media.kind === 'plan') return bodyOf(media.of, row, { maxAnswerBytes, maxUncountedRows: 0 })
  return limitBody(textOf(media, row), media.kind === 'csv' ? 'text' : 'json', maxAnswerBytes)
}

/** Combines the rows into one text; `row` is the expression of one row. */
function textOf(media: Exclude<MediaType, { readonly kind: 'plan' }>, row: string): string {
  switch (media.kind) {
    case 'json':
      return media.nullsStripped
        ? `coalesce(json_strip_nulls(json_agg(${row})), '[]')`
        : `coalesce(json_agg(${row}), '[]')`
    case 'object':
      return media.nullsStripped ? `json_strip_nulls(json_agg(${row})->0)` : `json_agg(${row})->0`
    case 'csv':
      return (
        `coalesce((array_agg((SELECT string_agg(_key, ',') FROM json_object_keys(row_to_json(${row})) AS _key)))[1]` +
        ` || E'\\n' || string_agg(substring(${row}::text, 2, length(${row}::text) - 2), E'\\n'), E'\\n')`
      )
    default:
      return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(ST_AsGeoJSON(${row})::json), '[]'))`
  }
}

/** How many of the rows beyond the slice are counted: none, all, or up to `atMost`. */
export type CountMode = 'none' | 'exact' | { readonly atMost: number }

export interface ReadOptions {
  readonly media: MediaType
  readonly count: CountMode
  readonly limits: SizeLimits
}

export function readStatement(plan: ReadPlan, options: ReadOptions): Statement {
  const { media, count, limits } = options
  if (count !== 'none' && plan.source.kind === 'call')
    return countedCall(plan, plan.source.call, { ...options, count })
  const parameters = new Parameters()
  const { from, row } = renderRead(plan, parameters, formatOf(media, limits))
  const total = count === 'none' ? undefined : renderCount(plan, parameters, count)
  const text = envelope({ ...(total && { total }), body: bodyOf(media, row, limits), from })
  return { text, values: parameters.values }
}

function renderCount(plan: ReadPlan, parameters: Parameters, count: Exclude<CountMode, 'none'>): string {
  const bound = count === 'exact' ? undefined : count.atMost
  return `(SELECT pg_catalog.count(*) FROM (${renderCountable(plan, parameters, bound)}) AS _all)`
}

interface CountedCallOptions extends ReadOptions {
  readonly count: Exclude<CountMode, 'none'>
}

/** Counts and reads the rows of a function that is called once. */
function countedCall(plan: ReadPlan, call: Call, { media, count, limits }: CountedCallOptions): Statement {
  const parameters = new Parameters()
  const name = quote(call.routine.name)
  const source = `WITH ${name} AS MATERIALIZED (SELECT ${name}.* FROM ${renderCall(call, parameters)} AS ${name})`
  const ofRows: ReadPlan = { ...plan, source: { kind: 'rows' } }
  const { from, row } = renderRead(ofRows, parameters, formatOf(media, limits))
  const total = renderCount(ofRows, parameters, count)
  const text = `${source} ${envelope({ total, body: bodyOf(media, row, limits), from })}`
  return { text, values: parameters.values }
}

/** Explains the read without its limits, to get the planner's estimate of the rows. */
export function explainCount(node: ReadPlan): Statement {
  const parameters = new Parameters()
  return { text: `EXPLAIN (FORMAT JSON) ${renderCountable(node, parameters)}`, values: parameters.values }
}

export interface ScalarOptions {
  readonly slice: Slice
  readonly isCounted: boolean
  readonly limits: SizeLimits
}

/** A function that returns no rows with columns: one value, a set of values, or nothing. */
export function scalarStatement(call: Call, { slice, isCounted, limits }: ScalarOptions): Statement {
  const parameters = new Parameters()
  const all =
    call.routine.returns.kind === 'record'
      ? renderCallValues(call, 'pgrst_scalar', parameters)
      : `SELECT * FROM ${renderCall(call, parameters)} AS "pgrst_call"("pgrst_scalar")`
  const { maxAnswerBytes } = limits
  const bodyOfValue = limitBody(`coalesce(json_agg(_row."pgrst_scalar")->0, 'null')`, 'json', maxAnswerBytes)
  const bodyOfSet = limitBody(`coalesce(json_agg(_row."_json"), '[]')`, 'json', maxAnswerBytes)
  const render = (from: string): Pick<Parts, 'body' | 'from'> => {
    const select = `SELECT * FROM ${from}${renderSlice(slice)}`
    if (!call.routine.returnsSet) return { body: bodyOfValue, from: `(${select}) AS _row` }
    const rows = { select, name: '_row', isNested: false, isLimited: true, maxAnswerBytes }
    return { body: bodyOfSet, from: countJson(rows, 'to_json(_row."pgrst_scalar")') }
  }
  if (!isCounted) return { text: envelope(render(`(${all}) AS _all`)), values: parameters.values }
  const total = '(SELECT pg_catalog.count(*) FROM _all)'
  const text = `WITH _all AS MATERIALIZED (${all}) ${envelope({ total, ...render('_all') })}`
  return { text, values: parameters.values }
}

export function mutationStatement(mutation: Mutation, media: MediaType, limits: SizeLimits): Statement {
  const parameters = new Parameters()
  const source = `WITH "pgrst_source" AS (${renderMutation(mutation, parameters)})`
  const { change, read, locate } = mutation
  const isMerged = change.kind === 'insert' && change.conflict?.resolution === 'merge-duplicates'
  const affected = '(SELECT pg_catalog.count(*) FROM "pgrst_source")'
  const inserted = isMerged ? renderInserted(mutation) : 'NULL'
  const key = locate.map((name) => `"pgrst_source".${quote(name)}`).join(', ')
  const { from, row } = read
    ? renderRead(read, parameters, formatOf(media, limits))
    : { from: `(SELECT ${key} FROM "pgrst_source") AS _row`, row: '_row' }
  const body = read ? bodyOf(media, row, limits) : locate.length > 0 ? bodyOf(LOCATED, row, limits) : 'NULL'
  const text = `${source} ${envelope({ affected, inserted, body, from })}`
  return { text, values: parameters.values }
}

const LOCATED: MediaType = { kind: 'json', nullsStripped: false, contentType: '' }

/** A statement that returns the plan of another one instead of its result. */
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
