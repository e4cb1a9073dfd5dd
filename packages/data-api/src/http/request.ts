import { ApiError } from '../api-error.ts'
import type { Catalog } from '../catalog/model.ts'
import { type MediaType, negotiate } from '../request/media-type.ts'
import { checkPreferences, parsePreferences, type Preferences } from '../request/preferences.ts'
import { checkQuery, type RequestLimits } from '../request/limits.ts'
import { type Pairs, parseQuery, type Query, splitQuery } from '../request/query.ts'

/** The parts of an HTTP request that determine its plan. */
export interface ApiRequest {
  readonly method: string
  /** The path below the mount point, without the query. */
  readonly path: string
  readonly queryText: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** The operator's rules for requests. */
export interface Rules {
  readonly schemas: readonly string[]
  readonly maxRows: number | undefined
  readonly planEnabled: boolean
  readonly aggregatesEnabled: boolean
  readonly plannerCounts: boolean
  readonly txEndOverride: boolean
  readonly capabilityColumns: ReadonlySet<string>
  readonly limits: RequestLimits
}

export type Target =
  | { readonly kind: 'relation'; readonly name: string }
  | { readonly kind: 'routine'; readonly name: string }

/** The request, with all parts parsed that do not depend on its target. */
export interface ParsedRequest {
  readonly raw: ApiRequest
  readonly rules: Rules
  readonly catalog: Catalog
  readonly target: Target
  readonly schema: string
  readonly pairs: Pairs
  readonly preferences: Preferences
  readonly media: MediaType
  readonly contentType: string | undefined
}

export function parseRequest(raw: ApiRequest, rules: Rules, catalog: Catalog): ParsedRequest {
  const target = parseTarget(raw.path)
  const schema = chooseSchema(raw, rules.schemas)
  const preferred = parsePreferences(header(raw, 'prefer'))
  checkPreferences(preferred)
  const preferences = rules.txEndOverride ? preferred : { ...preferred, transaction: undefined }
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

/** The parameters of the query string, within the caller's limits. */
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
