import { ApiError } from '../api-error.ts'
import type { Catalog } from '../catalog/model.ts'
import { type MediaType, negotiate } from '../request/media-type.ts'
import { checkPreferences, parsePreferences, type Preferences } from '../request/preferences.ts'
import { checkQuery, type RequestLimits } from '../request/limits.ts'
import { type Pairs, parseQuery, type Query, splitQuery } from '../request/query.ts'

/** What of an HTTP request decides its plan. */
export type ApiRequest = {
  method: string
  /** Below the mount point, without the query. */
  path: string
  queryText: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

/** What the operator allows. */
export type Rules = {
  schemas: readonly string[]
  maxRows: number | undefined
  planEnabled: boolean
  aggregatesEnabled: boolean
  plannerCounts: boolean
  txEndOverride: boolean
  capabilityColumns: ReadonlySet<string>
  limits: RequestLimits
}

export type Target = { kind: 'relation'; name: string } | { kind: 'routine'; name: string }

/** The request with everything parsed that does not depend on its target. */
export type ParsedRequest = {
  raw: ApiRequest
  rules: Rules
  catalog: Catalog
  target: Target
  schema: string
  pairs: Pairs
  preferences: Preferences
  media: MediaType
  contentType: string | undefined
}

export function parseRequest(raw: ApiRequest, rules: Rules, catalog: Catalog): ParsedRequest {
  const target = parseTarget(raw.path)
  const schema = chooseSchema(raw, rules.schemas)
  const preferences = parsePreferences(header(raw, 'prefer'))
  checkPreferences(preferences)
  if (!rules.txEndOverride) preferences.transaction = undefined
  return {
    raw,
    rules,
    catalog,
    target,
    schema,
    pairs: splitQuery(raw.queryText),
    preferences,
    media: negotiate(header(raw, 'accept'), rules.planEnabled),
    contentType: header(raw, 'content-type'),
  }
}

/** The query string's parameters, within the limits of whoever asks. */
export function queryOf(
  { pairs, rules }: ParsedRequest,
  isArgument: (key: string, value: string) => boolean = () => false,
): Query {
  const query = parseQuery(pairs, isArgument)
  checkQuery(query, rules.limits)
  return query
}

export function header(raw: ApiRequest, name: string): string | undefined {
  const value = raw.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

function parseTarget(path: string): Target {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeSegment)
  const [first, second] = segments
  if (first === undefined) throw new ApiError(404, 'PGRST126', 'Root endpoint metadata is disabled')
  if (second === undefined) return { kind: 'relation', name: first }
  if (first === 'rpc' && segments.length === 2) return { kind: 'routine', name: second }
  throw invalidPath()
}

function decodeSegment(segment: string): string {
  let text: string
  try {
    text = decodeURIComponent(segment)
  } catch {
    throw invalidPath()
  }
  if (text.includes('\0')) throw invalidPath()
  return text
}

function invalidPath(): ApiError {
  return new ApiError(404, 'PGRST125', 'Invalid path specified in request URL')
}

function chooseSchema(raw: ApiRequest, schemas: readonly string[]): string {
  const reads = raw.method === 'GET' || raw.method === 'HEAD' || raw.method === 'OPTIONS'
  const asked = header(raw, reads ? 'accept-profile' : 'content-profile') ?? schemas[0] ?? ''
  if (schemas.includes(asked)) return asked
  throw new ApiError(406, 'PGRST106', `Invalid schema: ${asked}`, {
    hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
  })
}
