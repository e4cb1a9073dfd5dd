import type { Refusal } from '@antojo/auth/access-token'
import { ApiError } from '@antojo/data-api/api-error'
import type { AdmittedRequest } from '@antojo/data-api/http/service'
import { dataApi } from '@antojo/data-api/plugin'
import { DEFAULT_LIMITS, type RequestLimits } from '@antojo/data-api/request/limits'
import type { PoolOptions } from '@antojo/db/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { currentAsker } from '../core/asker.ts'
import { limitRequests } from './limits/rate-limits.ts'

/** The most rows of one answer; clients request further pages. */
const MAX_ROWS = 1000
const POOL_SIZE = 6
const GUEST_POOL_SIZE = 3
/** The nice value of guests' statements: they yield the processor to others. */
const GUEST_NICENESS = 10
/** The most bytes of a body. The web app's largest is a new order of a list, in pieces of 110 kB. */
const BODY_LIMIT = 256 * 1024
/** A statement may hash or sort in memory once per embed, so a hash gets no more memory than a sort. */
const POOL_SETTINGS = { plan_cache_mode: 'force_generic_plan', work_mem: '4MB', hash_mem_multiplier: '1' }
/** The most milliseconds of one statement. A person's slowest, a search in 100,000 videos, takes some 100. */
const STATEMENT_TIMEOUT = 6_000
const GUEST_TIMEOUT = 2_000
/** The memory for a guest's sort or hash, and the most kB that it may then write to disk. */
const GUEST_POOL_SETTINGS = { ...POOL_SETTINGS, work_mem: '2MB', temp_file_limit: '65536' }
/**
 * Guests read public videos and shared lists with their contents, through the filters of the web app. Requests that
 * build wide rows before they sort and count them require an account.
 */
const GUEST_LIMITS: RequestLimits = {
  ...DEFAULT_LIMITS,
  maxDepth: 0,
  maxEmbeds: 0,
  maxItems: 100,
  maxJsonSteps: 0,
  maxCasts: 0,
  // One filter for each cuisine of the settings, plus those of the search.
  maxFilters: 120,
  maxOrderTerms: 4,
  maxOffset: 1_000,
  maxListValues: 200,
  // The longest name of a place in a search.
  maxPatternLength: 210,
  maxWildcards: 8,
  slowOperators: false,
  maxCountedRows: 10_000,
  // Postgres needs some six times this memory while it builds the answer.
  maxAnswerBytes: 4 * 1024 * 1024,
  maxUncountedRows: 0,
}

/**
 * Mounts the data API. Returns a function that returns false while it cannot read the schema. Only connections to the
 * embedded server get settings, because PgBouncer would mix them up.
 */
export async function mountData(app: FastifyInstance, context: Context): Promise<() => boolean> {
  let isReadable: (() => boolean) | undefined
  const { database, verifyToken, config } = context
  const own = config.database.kind === 'embedded'
  const open = (options: PoolOptions) => database.openPool(own ? options : { size: options.size })
  const pool = open({ size: POOL_SIZE, settings: POOL_SETTINGS })
  const guestPool = open({ size: GUEST_POOL_SIZE, settings: GUEST_POOL_SETTINGS, niceness: GUEST_NICENESS })
  await app.register(async (scope) => {
    compressIgnoringRange(scope)
    limitRequests(scope, context, {
      otherwise: 'dataRequest',
      toError: ({ code, message, retryAfter }) =>
        new ApiError(429, code, message, { headers: { 'Retry-After': String(retryAfter) } }),
    })
    await scope.register(dataApi, {
      prefix: '/rest/v1',
      pool,
      guestPool,
      ...(database.replicaPool && { replicaPool: database.replicaPool }),
      schemas: ['public'],
      anonRole: 'anon',
      maxRows: MAX_ROWS,
      bodyLimit: BODY_LIMIT,
      statementTimeout: STATEMENT_TIMEOUT,
      guestTimeout: GUEST_TIMEOUT,
      guestLimits: GUEST_LIMITS,
      admit: (request) => takePlace(context, request),
      watchCatalog: (watched) => {
        isReadable = watched
      },
      admitReload: () => context.budgets.allows('schemaReload'),
      // The planner's estimates would reveal how many rows other people have.
      plannerCounts: false,
      capabilityColumns: ['id', 'list_id', 'video_id'],
      listen: own,
      verifyToken: async (jwt) => {
        const verified = await verifyToken(jwt)
        if (verified.ok) return verified
        const parts = jwt.split('.').length
        if (parts !== 3)
          return { ok: false, code: 'PGRST301', message: `Expected 3 parts in JWT; got ${parts}` }
        const [code, message = verified.message] = REFUSALS[verified.code]
        return { ok: false, code, message }
      },
    })
  })
  return () => isReadable?.() ?? false
}

/** The wording of PostgREST, because clients compare it. */
const REFUSALS: Readonly<Record<Refusal, readonly [code: string, message?: string]>> = {
  bad_jwt: ['PGRST301', 'No suitable key or wrong key type'],
  jwt_expired: ['PGRST303', 'JWT expired'],
  jwt_not_yet_valid: ['PGRST303', 'JWT not yet valid'],
  jwt_issued_in_future: ['PGRST303', 'JWT issued at future'],
  bad_audience: ['PGRST303', 'JWT not in audience'],
  bad_claims: ['PGRST303'],
  insufficient_aal: ['PGRST301'],
}

/** Connections are few, so an asker with slow statements must leave some for everybody else. */
async function takePlace({ budgets }: Context, { departure, isGuest }: AdmittedRequest): Promise<() => void> {
  const budget = isGuest ? 'guestStatement' : 'statement'
  const entered =
    budgets.tryEnter(budget, currentAsker()) ?? (await budgets.enter(budget, { signal: departure.signal }))
  if (typeof entered !== 'string') return entered
  throw new ApiError(503, 'overloaded', 'Too many requests are running.', {
    headers: { 'Retry-After': '2' },
  })
}

/**
 * The compression plugin skips answers with a Content-Range, because it expects a range of bytes. Here the header
 * counts rows, so it is hidden from the plugin.
 */
function compressIgnoringRange(scope: FastifyInstance): void {
  const ranges = new WeakMap<FastifyReply, string | string[] | number>()
  const hide = async (_request: FastifyRequest, reply: FastifyReply) => {
    const range = reply.getHeader('content-range')
    if (range !== undefined) ranges.set(reply, range)
    reply.removeHeader('content-range')
  }
  const show = async (_request: FastifyRequest, reply: FastifyReply) => {
    const range = ranges.get(reply)
    if (range !== undefined) void reply.header('content-range', range)
  }
  scope.addHook('onRoute', (route) => {
    route.onSend = [hide, ...[route.onSend ?? []].flat(), show]
  })
}
