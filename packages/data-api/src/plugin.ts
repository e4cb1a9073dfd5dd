import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { ApiError } from './api-error.ts'
import { type CatalogLog, CatalogSource } from './catalog/source.ts'
import { Departure } from './execute/departure.ts'
import { Executor } from './execute/executor.ts'
import { ReplicaReads } from './execute/replica-reads.ts'
import { Actors, type VerifyToken } from './http/actor.ts'
import { type AdmittedRequest, Service } from './http/service.ts'
import { DEFAULT_LIMITS, type RequestLimits } from './request/limits.ts'

export type { VerifiedToken, VerifyToken } from './http/actor.ts'

export interface DataApiOptions {
  readonly pool: Pool
  /** Connections for requests without a token; default: `pool`. */
  readonly guestPool?: Pool
  /**
   * Connections to a replica for reads without a token, which may lag. The primary answers instead while the replica
   * fails, and when a request by id finds nothing, because the row may be too new for the replica.
   */
  readonly replicaPool?: Pool
  /** Exposed schemas; the first answers requests that name none. */
  readonly schemas: readonly [string, ...string[]]
  /** Schemas that follow the request's own on the search path, e.g. those of extensions. */
  readonly extraSearchPath?: readonly string[]
  /** Role of requests without a token; when absent, they are refused. */
  readonly anonRole?: string
  /** Checks a bearer token. Equal tokens should give the same claims object while it is cached. */
  readonly verifyToken: VerifyToken
  /** The most rows that one read, or one embedded level of it, returns. */
  readonly maxRows?: number
  /** Allows `Accept: application/vnd.pgrst.plan`. */
  readonly dbPlanEnabled?: boolean
  /** Allows `sum()`, `avg()`, `min()`, `max()` and `count()` in `select`. */
  readonly aggregatesEnabled?: boolean
  /**
   * True when `count=planned` and `count=estimated` may return the planner's estimates, which include rows that nobody
   * may read.
   */
  readonly plannerCounts?: boolean
  /** Allows `Prefer: tx=rollback`. */
  readonly txEndOverride?: boolean
  /** Columns whose `eq.` and `in.` filters at the top level become `request.capabilities`. */
  readonly capabilityColumns?: readonly string[]
  /** Milliseconds after which a statement is aborted; default: 8 s. */
  readonly statementTimeout?: number
  /** `statementTimeout` for requests without a token. */
  readonly guestTimeout?: number
  /** Limits of one request, with and without a token. */
  readonly limits?: RequestLimits
  readonly guestLimits?: RequestLimits
  /**
   * Waits until the request may take a connection; call the returned function when it is done. Throws ApiError when the
   * request is refused.
   */
  readonly admit?: (request: AdmittedRequest) => Promise<() => void>
  /** True when a person may cause a reload of the schema, after an error that suggests that it has changed. */
  readonly admitReload?: () => Promise<boolean>
  /** Receives a function that returns false while the schema cannot be read, so that every request would fail. */
  readonly watchCatalog?: (isReadable: () => boolean) => void
  /** The largest body in bytes. */
  readonly bodyLimit?: number
  /** Whether to keep a connection that listens to `NOTIFY pgrst`; this does not work behind PgBouncer. */
  readonly listen?: boolean
}

/** The most text of prepared statements that one connection holds per role. */
const PREPARED_BYTES = 64 * 1024
const DEFAULT_TIMEOUT = 8_000
const DEFAULT_BODY_LIMIT = 4 * 1024 * 1024

/** The data API in the PostgREST wire format, as a Fastify plugin; register it with a `prefix`. */
export async function dataApi(app: FastifyInstance, options: DataApiOptions): Promise<void> {
  const catalog = new CatalogSource(options.pool, options.schemas, (message, error) =>
    app.log.warn({ error }, message),
  )
  options.watchCatalog?.(() => catalog.isReadable())
  const service = createService(options, catalog, (message, error) => app.log.warn({ error }, message))
  app.addHook('onReady', async () => {
    await catalog.start()
    if (options.listen ?? true) await catalog.listen()
  })
  app.addHook('onClose', () => catalog.close())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: options.bodyLimit ?? DEFAULT_BODY_LIMIT },
    (request, body, done) => done(null, textOf(body, request.headers['content-type'])),
  )
  answerErrors(app)
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const { pathname, search } = splitUrl(request)
    const departure = new Departure()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) departure.happen()
    })
    const answer = await service.handle(
      {
        method: request.method,
        path: pathname.slice(app.prefix.length),
        queryText: search,
        headers: request.headers,
        body: typeof request.body === 'string' ? request.body : '',
      },
      departure,
    )
    if (request.headers.origin !== undefined) allowOrigin(request, reply)
    void reply.header('Vary', VARY)
    return reply.code(answer.status).headers(answer.headers).send(answer.body)
  }
  // `/*` does not match the root in a router that ignores trailing slashes.
  app.all('/', handle)
  app.all('/*', handle)
}

function createService(options: DataApiOptions, catalog: CatalogSource, log: CatalogLog): Service {
  const executor = new Executor(options.pool, PREPARED_BYTES)
  const guestExecutor = options.guestPool ? new Executor(options.guestPool, PREPARED_BYTES) : executor
  const { replicaPool } = options
  const guestReads =
    replicaPool &&
    new ReplicaReads(new Executor(replicaPool, PREPARED_BYTES), guestExecutor, (error) =>
      log('a replica did not answer, the primary does', error),
    )
  return new Service({
    catalog,
    actors: new Actors(options.verifyToken, options.anonRole),
    executor,
    guestExecutor,
    guestReads,
    rules: {
      schemas: options.schemas,
      maxRows: options.maxRows,
      planEnabled: options.dbPlanEnabled ?? false,
      aggregatesEnabled: options.aggregatesEnabled ?? false,
      plannerCounts: options.plannerCounts ?? true,
      txEndOverride: options.txEndOverride ?? false,
      capabilityColumns: new Set(options.capabilityColumns),
      limits: options.limits ?? DEFAULT_LIMITS,
    },
    guestLimits: options.guestLimits ?? options.limits ?? DEFAULT_LIMITS,
    extraSearchPath: options.extraSearchPath ?? [],
    statementTimeout: options.statementTimeout ?? DEFAULT_TIMEOUT,
    guestTimeout: options.guestTimeout ?? options.statementTimeout ?? DEFAULT_TIMEOUT,
    admit: options.admit,
    admitReload: options.admitReload,
  })
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ApiError) return sendError(reply, error)
    // The client disconnected before its body was complete.
    const hasLeft = error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
    const unknown = hasLeft ? 400 : 500
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : unknown
    if (status >= 500) request.log.error(error)
    const known = status < 500 && error instanceof Error
    const failure = known
      ? new ApiError(status, 'PGRST102', error.message)
      : new ApiError(500, 'PGRST300', 'Internal error')
    return sendError(reply, failure)
  })
}

/** Converts bytes to Postgres's hex notation, and everything else to text. */
function textOf(body: string | Buffer, contentType: string | undefined): string {
  if (typeof body === 'string') return body
  return contentType?.startsWith('application/octet-stream') ? `\\x${body.toString('hex')}` : body.toString()
}

function splitUrl(request: FastifyRequest): { readonly pathname: string; readonly search: string } {
  const url = request.raw.url ?? ''
  const mark = url.indexOf('?')
  return mark < 0
    ? { pathname: url, search: '' }
    : { pathname: url.slice(0, mark), search: url.slice(mark + 1) }
}

function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  return reply
    .code(error.status)
    .headers({ ...error.headers, 'Content-Type': 'application/json; charset=utf-8' })
    .send(JSON.stringify(error.body()))
}

/** The request headers that answers depend on; a function of the database may set others. */
const VARY = 'Accept, Prefer, Range'

const exposedHeaders =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, Proxy-Status, Server, Transfer-Encoding, Range-Unit'

function allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.origin === undefined) return
  void reply.headers({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': exposedHeaders })
  if (request.method !== 'OPTIONS') return
  void reply.headers({
    'Access-Control-Allow-Methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD',
    'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '*',
    'Access-Control-Max-Age': '86400',
  })
}
