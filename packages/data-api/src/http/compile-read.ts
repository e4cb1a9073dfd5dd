import { ApiError, rangeNotSatisfiable, tooComplex } from '../api-error.ts'
import { type Catalog, keyOf, type QualifiedName, type Relation } from '../catalog/model.ts'
import { suggestName } from '../plan/name-suggestion.ts'
import { planRead } from '../plan/plan-read.ts'
import type { ReadPlan } from '../plan/model.ts'
import type { Query } from '../request/query.ts'
import { type CountMode, explain, explainCount, readStatement, type Statement } from '../sql/statement.ts'
import {
  checkSingular,
  contentRange,
  estimatedRows,
  planText,
  type CompiledRequest,
  preferenceHeader,
  sliceStatus,
  toResult,
  withDatabaseWishes,
} from './answer.ts'
import { capabilitiesOf } from './capabilities.ts'
import { header, type ParsedRequest, queryOf } from './request.ts'

/** GET and HEAD on a table or view. */
export function compileRead(request: ParsedRequest): CompiledRequest {
  const { catalog, schema, target, rules } = request
  const relation = findRelation(catalog, { schema, name: target.name })
  const query = withRange(queryOf(request), request)
  const node = planRead(
    { catalog, query, maxRows: rules.maxRows, aggregatesEnabled: rules.aggregatesEnabled },
    { kind: 'relation', name: relation },
    relation,
  )
  return compileRows(request, node, {
    capabilities: capabilitiesOf(query, rules.capabilityColumns),
    readOnly: true,
    singular: request.media.kind === 'object',
  })
}

/** PGRST205 when the catalog has no table of that name; suggests a similar one. */
export function findRelation(catalog: Catalog, name: QualifiedName): Relation {
  const relation = catalog.relations.get(keyOf(name))
  if (relation) return relation
  const names = [...catalog.relations.values()].filter(({ schema }) => schema === name.schema)
  const similar = suggestName(
    name.name,
    names.map((candidate) => candidate.name),
    0.75,
  )
  throw new ApiError(
    404,
    'PGRST205',
    `Could not find the table '${name.schema}.${name.name}' in the schema cache`,
    { hint: similar === undefined ? null : `Perhaps you meant the table '${name.schema}.${similar}'` },
  )
}

/** `singular`: fails unless there is exactly one row. */
interface RowsContext {
  readonly capabilities: readonly string[]
  readonly readOnly: boolean
  readonly singular: boolean
}

/** Plans any request that answers with rows and columns, of a table or of a function. */
export function compileRows(request: ParsedRequest, node: ReadPlan, context: RowsContext): CompiledRequest {
  const { media, preferences, schema, raw } = request
  const count = countMode(request)
  const statement = readStatement(node, { media, count, limits: request.rules.limits })
  const statements: Statement[] = [media.kind === 'plan' ? explain(statement, media) : statement]
  const isEstimated = request.rules.plannerCounts && node.source.kind === 'relation' && media.kind !== 'plan'
  if (isEstimated && (preferences.count === 'planned' || preferences.count === 'estimated'))
    statements.push(explainCount(node))
  const location = contentLocation(request)
  return {
    schema,
    readOnly: context.readOnly,
    statements,
    preferences,
    media,
    held:
      !context.readOnly &&
      (context.singular || preferences.transaction === 'rollback' || preferences.maxAffected !== undefined),
    capabilities: context.capabilities,
    answer: (rows) => {
      const headers = { 'Content-Type': media.contentType }
      if (media.kind === 'plan') return { status: 200, headers, body: planText(rows[0]) }
      const result = toResult(rows[0])
      const estimate = statements.length > 1 ? estimatedRows(rows[1]) : undefined
      const total = totalOf(result.total, estimate, count)
      const { offset } = node.slice
      const status = sliceStatus(offset, result.rows, total)
      if (context.singular) checkSingular(result.rows)
      return withDatabaseWishes(
        {
          status,
          headers: {
            ...headers,
            ...location,
            'Content-Range': contentRange(offset, result.rows, total),
            ...preferenceHeader(preferences, []),
          },
          body: raw.method === 'HEAD' ? undefined : (result.body ?? (media.kind === 'csv' ? '' : 'null')),
        },
        result,
      )
    },
  }
}

function countMode({ preferences, rules, target }: ParsedRequest): CountMode {
  const { count } = preferences
  if (count === undefined) return 'none'
  const { maxCountedRows } = rules.limits
  if (count === 'exact' || !rules.plannerCounts || target.kind === 'routine')
    return maxCountedRows === undefined ? 'exact' : { atMost: maxCountedRows + 1 }
  if (count === 'planned') return 'none'
  return rules.maxRows === undefined ? 'exact' : { atMost: rules.maxRows + 1 }
}

/** Undefined when unknown, because there are more rows than are counted and no estimate. */
function totalOf(
  counted: number | undefined,
  estimate: number | undefined,
  mode: CountMode,
): number | undefined {
  if (counted === undefined) return estimate
  if (typeof mode !== 'object' || counted < mode.atMost) return counted
  return estimate === undefined ? undefined : Math.max(counted, estimate)
}

/** Parameters are sorted, so that equal requests have equal locations. */
function contentLocation({ target, raw }: ParsedRequest): Record<string, string> {
  const path = `${target.kind === 'routine' ? '/rpc/' : '/'}${encodeURIComponent(target.name)}`
  if (raw.queryText === '') return { 'Content-Location': path }
  return { 'Content-Location': `${path}?${raw.queryText.split('&').toSorted().join('&')}` }
}

/** Intersects the `Range` header of a GET with `limit` and `offset`. */
export function withRange(query: Query, { raw, rules }: ParsedRequest): Query {
  const text = raw.method === 'GET' ? header(raw, 'range') : undefined
  const match = text === undefined ? null : /^(\d{1,9})-(\d{0,9})$/.exec(text.replace(/^items=/, ''))
  if (!match) return query
  const from = Number(match[1])
  const to = match[2] === undefined || match[2] === '' ? undefined : Number(match[2])
  if (to !== undefined && from > to)
    throw rangeNotSatisfiable(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  const root = Object.assign(
    {},
    ...query.slices.filter(({ path }) => path.length === 0).map(({ slice }) => slice),
  )
  if (from > rules.limits.maxOffset) throw tooComplex('skipped rows', rules.limits.maxOffset)
  const offset = Math.max(from, typeof root.offset === 'number' ? root.offset : 0)
  const ends = [
    to === undefined ? undefined : to + 1,
    typeof root.limit === 'number' ? (root.offset ?? 0) + root.limit : undefined,
  ]
  const end = Math.min(...ends.filter((value) => value !== undefined))
  const limit = Number.isFinite(end) ? Math.max(0, end - offset) : undefined
  return { ...query, slices: [...query.slices, { path: [], slice: { offset, limit } }] }
}
