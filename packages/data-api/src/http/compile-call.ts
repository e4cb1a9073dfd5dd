import { ApiError } from '../api-error.ts'
import type { QualifiedName, Routine } from '../catalog/model.ts'
import { findRoutine, hasParameter, type Invocation, isVariadic, takesBody } from '../plan/find-routine.ts'
import { planRead, planSlice } from '../plan/plan-read.ts'
import type { Call, CallArguments } from '../plan/model.ts'
import { looksLikeFilter } from '../request/filter.ts'
import { parseJson, parsePayload } from '../request/payload.ts'
import type { Query } from '../request/query.ts'
import { affectedLimit } from '../request/preferences.ts'
import { explain, scalarStatement } from '../sql/statement.ts'
import {
  checkAffected,
  contentRange,
  planText,
  type CompiledRequest,
  preferenceHeader,
  sliceStatus,
  toResult,
  withDatabaseWishes,
} from './answer.ts'
import { compileRows, withRange } from './compile-read.ts'
import { type ParsedRequest, queryOf } from './request.ts'

/** GET, HEAD and POST on a function. */
export function compileCall(request: ParsedRequest): CompiledRequest {
  const { catalog, schema, target, raw, preferences } = request
  const name = { schema, name: target.name }
  const posted = raw.method === 'POST'
  const query = withRange(
    queryOf(request, (key, value) => !posted && isArgument(request, name, [key, value])),
    request,
  )
  const invocation = posted
    ? postedInvocation(request, query)
    : {
        names: [...new Set(query.arguments.map(([key]) => key))],
        bodyTypes: [],
      }
  const routine = findRoutine(catalog, name, invocation)
  const call: Call = { routine, arguments: argumentsOf(request, query, { routine, invocation }) }
  if (affectedLimit(preferences) !== undefined && !routine.returnsSet)
    throw new ApiError(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    )
  const readOnly = !posted || routine.volatility !== 'volatile'
  if (routine.returns.kind === 'record') checkAnonymousRows(query)
  return routine.returns.kind === 'composite'
    ? planRows(request, call, { query, readOnly })
    : planScalar(request, call, { query, readOnly })
}

/** Postgres learns the columns of an anonymous record only while it runs, so they have no names in a statement. */
function checkAnonymousRows(query: Query): void {
  const isPlain = query.select.every((item) => item.kind === 'star')
  if (isPlain && query.filters.length + query.logic.length + query.orders.length === 0) return
  throw new ApiError(400, '42601', 'a column definition list is required for functions returning "record"')
}

const reserved: ReadonlySet<string> = new Set('select order limit offset and or not.and not.or'.split(' '))

/**
 * True for a parameter of the function, and also for everything that cannot be a filter, so that it is reported as
 * unknown.
 */
function isArgument(request: ParsedRequest, name: QualifiedName, [key, value]: [string, string]): boolean {
  const { catalog } = request
  if (hasParameter(catalog, name, key)) return !isFilterBesideArgument(request, name, [key, value])
  return !reserved.has(key) && !key.includes('.') && !looksLikeFilter(value)
}

/** A function may return a column with the name of a parameter: `?id=5&id=gt.2` is an argument and a filter. */
function isFilterBesideArgument(
  { catalog, pairs }: ParsedRequest,
  name: QualifiedName,
  [key, value]: [string, string],
): boolean {
  if (!looksLikeFilter(value) || isVariadic(catalog, name, key)) return false
  return pairs.some(([other, text]) => other === key && !looksLikeFilter(text))
}

function mediaOf({ contentType }: ParsedRequest): string {
  return contentType?.split(';')[0]?.trim().toLowerCase() ?? 'application/json'
}

function postedInvocation(request: ParsedRequest, query: Query): Invocation {
  switch (mediaOf(request)) {
    case 'text/plain':
      return { names: [], bodyTypes: ['text'] }
    case 'text/xml':
    case 'application/xml':
      return { names: [], bodyTypes: ['xml'] }
    case 'application/octet-stream':
      return { names: [], bodyTypes: ['bytea'] }
    case 'application/x-www-form-urlencoded':
      return { names: [...new Set(new URLSearchParams(request.raw.body).keys())], bodyTypes: [] }
    case 'text/csv':
      return { names: parsePayload(request.raw.body, request.contentType, query.columns).keys, bodyTypes: [] }
    default:
      return { names: bodyNames(request.raw.body, query), bodyTypes: ['json', 'jsonb'] }
  }
}

function bodyNames(body: string, query: Query): readonly string[] {
  if (query.columns) return query.columns
  if (body === '') return []
  const value = parseJson(body)
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'object' && first !== null && !Array.isArray(first) ? Object.keys(first) : []
}

interface Chosen {
  readonly routine: Routine
  readonly invocation: Invocation
}

function argumentsOf(request: ParsedRequest, query: Query, { routine, invocation }: Chosen): CallArguments {
  const { body, method } = request.raw
  if (routine.parameters.length === 0) return { kind: 'none' }
  if (takesBody(routine, invocation)) return { kind: 'raw', text: body }
  if (routine.parameters[0]?.name === '' && method !== 'POST')
    return { kind: 'raw', text: query.arguments.at(-1)?.[1] ?? '' }
  if (method !== 'POST') return named(query.arguments)
  if (mediaOf(request) === 'application/x-www-form-urlencoded')
    return named([...new URLSearchParams(body).entries()])
  if (invocation.names.length === 0) return { kind: 'named', values: [] }
  if (routine.parameters[0]?.name === '') return { kind: 'raw', text: body }
  return { kind: 'body', text: body, isArray: body.trimStart().startsWith('['), names: invocation.names }
}

function named(pairs: readonly (readonly [string, string])[]): CallArguments {
  const values = [...Map.groupBy(pairs, ([key]) => key)]
  return {
    kind: 'named',
    values: values.map(([name, list]) => ({ name, values: list.map(([, value]) => value) })),
  }
}

interface Mode {
  readonly query: Query
  readonly readOnly: boolean
}

function planRows(request: ParsedRequest, call: Call, { query, readOnly }: Mode): CompiledRequest {
  const { catalog, rules, media } = request
  const { routine } = call
  const relation = routine.returns.kind === 'composite' ? routine.returns.relation : undefined
  const node = planRead(
    { catalog, query, maxRows: rules.maxRows, aggregatesEnabled: rules.aggregatesEnabled },
    { kind: 'call', call },
    relation ?? routine,
  )
  const single = !routine.returnsSet && media.kind === 'json'
  const shaped: ParsedRequest = single
    ? {
        ...request,
        media: { kind: 'object', nullsStripped: media.nullsStripped, contentType: media.contentType },
      }
    : request
  const plan = compileRows(shaped, node, { capabilities: [], readOnly, singular: media.kind === 'object' })
  return {
    ...plan,
    answer: (rows) => {
      if (media.kind !== 'plan') checkAffected(request.preferences, toResult(rows[0]).rows)
      return plan.answer(rows)
    },
  }
}

function planScalar(request: ParsedRequest, call: Call, { query, readOnly }: Mode): CompiledRequest {
  const { media, preferences, schema, raw, rules } = request
  const slice = call.routine.returnsSet
    ? planSlice({ query, maxRows: rules.maxRows }, [])
    : { limit: undefined, offset: 0 }
  const isCounted = preferences.count !== undefined
  const statement = scalarStatement(call, { slice, isCounted, limits: rules.limits })
  const isVoid = call.routine.returns.kind === 'void'
  return {
    schema,
    readOnly,
    statements: [media.kind === 'plan' ? explain(statement, media) : statement],
    preferences,
    media,
    held: !readOnly && (preferences.transaction === 'rollback' || preferences.maxAffected !== undefined),
    capabilities: [],
    answer: (rows) => {
      if (media.kind === 'plan')
        return { status: 200, headers: { 'Content-Type': media.contentType }, body: planText(rows[0]) }
      const result = toResult(rows[0])
      checkAffected(preferences, result.rows)
      const headers: Record<string, string> = {
        'Content-Range': contentRange(slice.offset, result.rows, result.total),
        ...preferenceHeader(preferences, []),
      }
      const status = sliceStatus(slice.offset, result.rows, result.total)
      if (isVoid) return withDatabaseWishes({ status: 204, headers, body: undefined }, result)
      headers['Content-Type'] = media.contentType
      const body = raw.method === 'HEAD' ? undefined : (result.body ?? 'null')
      return withDatabaseWishes({ status, headers, body }, result)
    },
  }
}
