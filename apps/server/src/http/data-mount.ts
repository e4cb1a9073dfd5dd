import { ApiError } from '@antojo/data-api/api-error'
import type { AdmittedRequest } from '@antojo/data-api/http/service'
import { dataApi } from '@antojo/data-api/plugin'
import { DEFAULT_LIMITS, type RequestLimits } from '@antojo/data-api/request/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { currentAsker, runAs } from '../core/asker.ts'
import { limitRequests } from './limits/rate-limits.ts'

/** The most rows of one answer; clients page beyond it. */
const MAX_ROWS = 1000
const POOL_SIZE = 6
const GUEST_POOL_SIZE = 3
/** The data of people comes first: a guest's statement runs on what they leave of the processor. */
const GUEST_NICENESS = 10
/** Bytes of a body; the largest that the web app sends is a list's new order, in pieces of 110 kB. */
const BODY_LIMIT = 256 * 1024
/** A statement may hash or sort in memory once for each of its embeds: hashes get no more than sorts do. */
const POOL_SETTINGS = { plan_cache_mode: 'force_generic_plan', work_mem: '4MB', hash_mem_multiplier: '1' }
/** Milliseconds of one statement. A person's slowest, a search in 100,000 videos, takes some 100. */
const STATEMENT_TIMEOUT = 6_000
const GUEST_TIMEOUT = 2_000
/** Sorts and hashes of a guest hold so much, and write so many kB to the disk when they need more. */
const GUEST_POOL_SETTINGS = { ...POOL_SETTINGS, work_mem: '2MB', temp_file_limit: '65536' }
/**
 * Guests read columns of functions and tables: public videos, shared lists and what is in them, under their filters.
 * Whatever would make wide rows before they are sorted and counted is for people with an account.
 */
const GUEST_LIMITS: RequestLimits = {
  ...DEFAULT_LIMITS,
  maxDepth: 0,
  maxEmbeds: 0,
  maxItems: 100,
  maxJsonSteps: 0,
  maxCasts: 0,
  // One for each cuisine of the settings, and those of the search.
  maxFilters: 120,
  maxOrderTerms: 4,
  maxOffset: 1_000,
  maxListValues: 200,
  // A place's name as it may be searched for.
  maxPatternLength: 210,
  maxWildcards: 8,
  slowOperators: false,
  maxCountedRows: 10_000,
  // Postgres holds some six times as much while it makes the answer.
  maxAnswerBytes: 4 * 1024 * 1024,
  maxUncountedRows: 0,
}

/** Mounts the data API. Settings of a session are used on a server of our own only: PgBouncer would mix them up. */
export async function mountData(app: FastifyInstance, context: Context): Promise<void> {
  const { database, verifyToken, config } = context
  const own = config.database.kind === 'embedded'
  const pool = own ? database.openPool({ size: POOL_SIZE, settings: POOL_SETTINGS }) : database.pool
  const guestPool = own
    ? database.openPool({ size: GUEST_POOL_SIZE, settings: GUEST_POOL_SETTINGS, niceness: GUEST_NICENESS })
    : database.pool
  await app.register(async (scope) => {
    compressIgnoringRange(scope)
    scope.addHook('preHandler', (request, _reply, done) => {
      void context.scope.asker(request).then((asker) => runAs(asker, done))
    })
    limitRequests(scope, context, {
      otherwise: 'dataRequest',
      toError: ({ code, message, retryAfter }) =>
        new ApiError(429, code, message, { headers: { 'Retry-After': String(retryAfter) } }),
    })
    await scope.register(dataApi, {
      prefix: '/rest/v1',
      pool,
      guestPool,
      schemas: ['public'],
      anonRole: 'anon',
      maxRows: MAX_ROWS,
      bodyLimit: BODY_LIMIT,
      statementTimeout: STATEMENT_TIMEOUT,
      guestTimeout: GUEST_TIMEOUT,
      guestLimits: GUEST_LIMITS,
      admit: (request) => takePlace(context, request),
      admitReload: () => mayReloadSchema(context),
      // Else whoever asks learns how many rows somebody has.
      plannerCounts: false,
      capabilityColumns: ['id', 'list_id', 'video_id'],
      listen: own,
      verifyToken: async (jwt) => {
        const verified = await verifyToken(jwt)
        if (verified.ok) return verified
        return {
          ok: false,
          code: verified.code === 'jwt_expired' ? 'PGRST303' : 'PGRST301',
          message: verified.message,
        }
      },
    })
  })
}

async function mayReloadSchema({ budgets }: Context): Promise<boolean> {
  return budgets.take('schemaReload').then(
    () => true,
    () => false,
  )
}

/** A connection is one of few: an asker with slow statements leaves the others to everybody else. */
async function takePlace({ budgets }: Context, { departure, isGuest }: AdmittedRequest): Promise<() => void> {
  const budget = isGuest ? 'guestStatement' : 'statement'
  const entered =
    budgets.tryEnter(budget, currentAsker()) ?? (await budgets.enter(budget, { signal: departure.signal }))
  if (typeof entered !== 'string') return entered
  throw new ApiError(503, 'overloaded', 'Too many requests are under way.', {
    headers: { 'Retry-After': '2' },
  })
}

/** Content-Range counts rows here; packing takes it for bytes and would leave the answer as it is, so it looks away. */
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
