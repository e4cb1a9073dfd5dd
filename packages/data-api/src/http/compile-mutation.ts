import { ApiError, tooComplex } from '../api-error.ts'
import type { Column, Relation } from '../catalog/model.ts'
import { planRead } from '../plan/plan-read.ts'
import type { Mutation, ReadPlan } from '../plan/model.ts'
import { parsePayload, type Payload } from '../request/payload.ts'
import type { Query } from '../request/query.ts'
import { explain, mutationStatement } from '../sql/statement.ts'
import {
  type Answer,
  checkAffected,
  checkSingular,
  contentRange,
  planText,
  type CompiledRequest,
  preferenceHeader,
  type Result,
  toResult,
  withDatabaseWishes,
} from './answer.ts'
import { capabilitiesOf } from './capabilities.ts'
import { findRelation } from './compile-read.ts'
import { type ParsedRequest, queryOf } from './request.ts'
import { z } from 'zod'

/** POST, PATCH, PUT and DELETE on a table or view. */
export function compileMutation(request: ParsedRequest): CompiledRequest {
  const { catalog, schema, target, preferences, media } = request
  const relation = findRelation(catalog, { schema, name: target.name })
  checkWritable(request, relation)
  const query = queryOf(request)
  if (request.raw.method === 'PUT') checkPutFilters(relation, query)
  const root = planRead(
    { catalog, query, maxRows: undefined, aggregatesEnabled: request.rules.aggregatesEnabled },
    { kind: 'mutated', name: relation },
    relation,
  )
  const mutation = toMutation(request, { relation, query, root })
  const statement = mutationStatement(mutation, media, request.rules.limits)
  return {
    schema,
    readOnly: false,
    statements: [media.kind === 'plan' ? explain(statement, media) : statement],
    preferences,
    media,
    held:
      media.kind === 'object' ||
      request.raw.method === 'PUT' ||
      preferences.transaction === 'rollback' ||
      preferences.maxAffected !== undefined,
    capabilities: capabilitiesOf(query, request.rules.capabilityColumns),
    answer: (rows) => {
      if (media.kind === 'plan')
        return { status: 200, headers: { 'Content-Type': media.contentType }, body: planText(rows[0]) }
      const result = toResult(rows[0])
      checkAffected(preferences, result.affected)
      if (media.kind === 'object') checkSingular(mutation.read ? result.rows : result.affected)
      return withDatabaseWishes(answerMutation(request, mutation, result), result)
    },
  }
}

/** Postgres would refuse it too, but with an error that blames the server. */
function checkWritable({ raw }: ParsedRequest, relation: Relation): void {
  const writable = {
    POST: relation.insertable,
    PUT: relation.insertable && relation.updatable,
    PATCH: relation.updatable,
    DELETE: relation.deletable,
  }[raw.method]
  if (writable === false)
    throw new ApiError(
      405,
      '55000',
      `cannot use the ${raw.method} method on '${relation.name}': it is not updatable`,
    )
}

interface Planned {
  readonly relation: Relation
  readonly query: Query
  readonly root: ReadPlan
}

function toMutation(request: ParsedRequest, planned: Planned): Mutation {
  const { relation, query, root } = planned
  const { preferences, raw } = request
  const read = preferences.returns === 'representation' ? root : undefined
  const conditions = root.conditions
  const rest = { relation, read, locate: [] }
  if (raw.method === 'DELETE') return { ...rest, change: { kind: 'delete', conditions } }
  const payload = parsePayload(raw.body, request.contentType, query.columns)
  const { maxBodyRows } = request.rules.limits
  if (payload.rows > maxBodyRows) throw tooComplex('rows in a body', maxBodyRows)
  const columns = payloadColumns(relation, payload)
  const useDefaults = preferences.missing === 'default'
  if (raw.method === 'PATCH')
    return { ...rest, change: { kind: 'update', payload, columns, useDefaults, conditions } }
  if (raw.method === 'PUT' && !relation.primaryKey.every((name) => payload.keys.includes(name)))
    throw putMismatch()
  const locate = preferences.returns === 'headers-only' && payload.rows === 1 ? relation.primaryKey : []
  return {
    ...rest,
    locate,
    change: {
      kind: 'insert',
      payload,
      columns,
      conflict: conflictOf(request, relation, query),
      useDefaults,
      onlyFirst: raw.method === 'PUT',
      conditions: raw.method === 'PUT' ? conditions : [],
    },
  }
}

function conflictOf({ raw, preferences }: ParsedRequest, relation: Relation, query: Query) {
  if (raw.method === 'PUT') return { columns: relation.primaryKey, resolution: 'merge-duplicates' as const }
  if (preferences.resolution === undefined) return undefined
  const columns = query.onConflict.length > 0 ? query.onConflict : relation.primaryKey
  return columns.length === 0 ? undefined : { columns, resolution: preferences.resolution }
}

/** PUT writes exactly one row, whose whole primary key is in the URL. */
function checkPutFilters(relation: Relation, query: Query): void {
  if (query.slices.length > 0)
    throw new ApiError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
  const named = query.filters.map(({ path, filter }) => {
    const plain = path.length === 0 && !filter.negated && filter.field.path.length === 0
    return plain && filter.test.kind === 'compare' && filter.test.operator === 'eq' ? filter.field.name : ''
  })
  const expected = new Set(relation.primaryKey)
  const exact =
    expected.size > 0 &&
    query.logic.length === 0 &&
    named.length === expected.size &&
    new Set(named).size === expected.size &&
    named.every((name) => expected.has(name))
  if (!exact)
    throw new ApiError(
      405,
      'PGRST105',
      `Filters must include all and only primary key columns with 'eq' operators`,
    )
}

function putMismatch(): ApiError {
  return new ApiError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')
}

function answerMutation(request: ParsedRequest, mutation: Mutation, result: Result): Answer {
  const { raw, preferences, media } = request
  if (raw.method === 'PUT' && result.affected !== 1) throw putMismatch()
  const total = preferences.count === 'exact' ? result.affected : undefined
  const range = raw.method === 'PATCH' ? contentRange(0, result.affected, total) : contentRange(0, 0, total)
  const insert = mutation.change.kind === 'insert' ? mutation.change : undefined
  const honoured = [
    'return',
    ...(insert?.conflict && raw.method === 'POST' ? ['resolution'] : []),
    ...(mutation.change.kind !== 'delete' && preferences.missing ? ['missing'] : []),
    ...(insert ? [] : ['max-affected']),
  ]
  const headers: Record<string, string> = {
    ...(raw.method === 'PUT' ? {} : { 'Content-Range': range }),
    ...preferenceHeader(preferences, honoured),
  }
  const location = locationOf(mutation, result)
  if (location !== undefined) headers['Location'] = location
  if (mutation.read) headers['Content-Type'] = media.contentType
  return {
    status: statusOf(request, mutation, result),
    headers,
    body: mutation.read ? (result.body ?? (media.kind === 'csv' ? '' : 'null')) : undefined,
  }
}

function statusOf({ raw }: ParsedRequest, mutation: Mutation, result: Result): number {
  const allMerged = result.inserted === 0
  if (raw.method === 'POST') return allMerged ? 200 : 201
  if (!mutation.read) return 204
  return raw.method === 'PUT' && !allMerged ? 201 : 200
}

const locatedRows = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])))

function locationOf({ relation, locate }: Mutation, { body }: Result): string | undefined {
  if (locate.length === 0 || body === undefined) return undefined
  const row = locatedRows.parse(JSON.parse(body))[0]
  if (!row) return undefined
  const key = locate.map((name) => {
    const value = row[name] ?? null
    const test = value === null ? 'is.null' : `eq.${encodeURIComponent(String(value))}`
    return `${encodeURIComponent(name)}=${test}`
  })
  return `/${encodeURIComponent(relation.name)}?${key.join('&')}`
}

/** The columns that a payload writes. PGRST204 when the table lacks one. */
function payloadColumns(relation: Relation, payload: Payload): Column[] {
  return payload.keys.map((key) => {
    const column = relation.columns.get(key)
    if (column) return column
    throw new ApiError(
      400,
      'PGRST204',
      `Could not find the '${key}' column of '${relation.name}' in the schema cache`,
    )
  })
}
