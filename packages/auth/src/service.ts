import { isUnavailable } from '@antojo/db/retry-on-outage'
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Pool } from 'pg'
import { createTokenVerifier } from './access-token.ts'
import type { AccountPolicy, Mailer, RecordDeletion, SmsSender } from './accounts/ports.ts'
import { adminRoutes } from './admin/routes.ts'
import type { AuthContext, CaptchaCheck } from './context.ts'
import { userRoutes } from './current-user/routes.ts'
import { isContention, isOversized, isUnstorable } from './database.ts'
import { AuthError, describeError, invalid, renderError } from './errors.ts'
import { mountExtras, refusalOf } from './extras/mount.ts'
import { header } from './http/client-request.ts'
import { nameDevices } from './http/device.ts'
import { identityRoutes } from './identities/routes.ts'
import type { KeySet } from './keys.ts'
import { EmptyBuckets } from './limits/empty-buckets.ts'
import { limitRoutes } from './limits/routes.ts'
import { metaRoutes } from './meta.ts'
import { mfaRoutes } from './mfa/routes.ts'
import { createIdTokenVerifiers, createProviders } from './oauth/provider.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { otpRoutes } from './otp/routes.ts'
import { createPasswordHasher } from './passwords/hasher.ts'
import { purgeExpired, purgeRateLimits } from './purge-expired.ts'
import { logoutRoutes, ownSessionRoutes } from './sessions/own-sessions.ts'
import { type Settings, type SettingsInput, settingsSchema } from './settings.ts'
import { signupRoutes } from './signup/routes.ts'
import { tokenRoutes } from './token/routes.ts'
import { userMetadataTooLarge } from './users/metadata.ts'
import { verifyRoutes } from './verify/routes.ts'

export interface AuthServiceOptions {
  /** A database to which `migrations/` has been applied. */
  pool: Pool
  /** From `loadKeySet`; the same on all nodes. */
  keys: KeySet
  settings: SettingsInput
  /** Without a mailer, no mail is sent and accounts are confirmed at once. */
  mailer?: Mailer | undefined
  sms?: SmsSender | undefined
  checkCaptcha?: CaptchaCheck | undefined
  /** Decides about new accounts; default: everybody may have one. */
  accountPolicy?: AccountPolicy | undefined
  /** Called when an account's deletion is scheduled, cancelled or done; default: nothing. */
  recordDeletion?: RecordDeletion | undefined
  /** Fetches from identity providers; default: the global fetch. */
  fetch?: typeof fetch | undefined
}

/**
 * The auth service, in the wire format of `@supabase/auth-js`. Register this Fastify plugin under a prefix
 * (`/auth/v1`); its hooks, parsers and error handlers stay within.
 */
export const authService: FastifyPluginAsync<AuthServiceOptions> = async (app, options) => {
  const work = new BackgroundWork(app)
  const ctx = createContext(app, options, work)
  const sweeps = startSweeps(ctx)
  app.addHook('onClose', async () => {
    for (const sweep of sweeps) clearInterval(sweep)
    await work.settled()
  })
  await speakWireFormat(app, ctx.settings)
  nameDevices(app, ctx.settings)
  limitRoutes(app, ctx)
  for (const routes of ROUTES) routes(app, ctx)
  await mountExtras(app, ctx)
}

const MINUTE_MS = 60_000
/** This number of rows takes about 30 MB. */
const MAX_RATE_LIMITS = 200_000

/** Every node purges; rows that another node has deleted are simply missing. */
function startSweeps(ctx: AuthContext): NodeJS.Timeout[] {
  const { pool, settings, inBackground } = ctx
  const start = (what: string, everyMs: number, sweep: () => Promise<void>) =>
    setInterval(() => inBackground(`sweep of ${what}`, sweep), everyMs).unref()
  return [
    start('expired rows', 60 * MINUTE_MS, () => purgeExpired(pool, settings.sessions.inactivity)),
    start('rate limits', MINUTE_MS, () => purgeRateLimits(pool, MAX_RATE_LIMITS)),
  ]
}

const ROUTES = [
  metaRoutes,
  signupRoutes,
  tokenRoutes,
  otpRoutes,
  verifyRoutes,
  userRoutes,
  logoutRoutes,
  ownSessionRoutes,
  oauthRoutes,
  identityRoutes,
  mfaRoutes,
  adminRoutes,
]

function createContext(app: FastifyInstance, options: AuthServiceOptions, work: BackgroundWork): AuthContext {
  const { keys, fetch: fetcher = fetch } = options
  const settings = settingsSchema.parse(options.settings)
  return {
    pool: options.pool,
    keys,
    verifyToken: createTokenVerifier(keys, { audience: settings.jwt.audience }),
    settings,
    emptyBuckets: new EmptyBuckets(),
    autoconfirmEmail: settings.mail.autoconfirm ?? options.mailer === undefined,
    passwords: createPasswordHasher(),
    mailer: options.mailer,
    sms: options.sms,
    checkCaptcha: options.checkCaptcha,
    accountPolicy: options.accountPolicy,
    recordDeletion: options.recordDeletion ?? (() => Promise.resolve()),
    fetch: fetcher,
    findProvider: createProviders(settings.providers, fetcher),
    findIdTokenVerifier: createIdTokenVerifiers(settings.providers, fetcher),
    grants: new Map(),
    factorKinds: new Map(),
    phone: undefined,
    log: app.log,
    inBackground: (what, task) => work.start(what, task),
  }
}

/** Work that outlives its request. A closing server waits for `settled`. */
class BackgroundWork {
  readonly #running = new Set<Promise<void>>()
  readonly #app: FastifyInstance

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  start(what: string, task: () => Promise<void>): void {
    const run = task()
      .catch((error: unknown) => this.#app.log.error({ failure: describeError(error) }, `${what} failed`))
      .finally(() => this.#running.delete(run))
    this.#running.add(run)
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running)
  }
}

/** CORS, body parsers and errors in the wire format. */
async function speakWireFormat(app: FastifyInstance, settings: Settings): Promise<void> {
  await app.register(cors, {
    // Without credentials: sessions are not cookies, and other origins must not use the cookies of our pages.
    origin: '*',
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders:
      'accept, apikey, authorization, content-type, x-client-info, x-jwt-aud, x-supabase-api-version, x-use-cookie',
    exposedHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version'],
  })
  app.removeAllContentTypeParsers()
  const limit = { parseAs: 'string', bodyLimit: MAX_BODY_BYTES } as const
  app.addContentTypeParser('application/x-www-form-urlencoded', limit, (_request, body: string, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body)))
  })
  app.addContentTypeParser('*', limit, (_request, body: string, done) => {
    try {
      done(null, body.trim() === '' ? {} : JSON.parse(body))
    } catch {
      done(new AuthError('bad_json'))
    }
  })
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  app.setNotFoundHandler((request) => {
    throw (
      refusalOf(settings, request.url.slice(app.prefix === '/' ? 0 : app.prefix.length)) ??
      new AuthError('unknown')
    )
  })
  app.setErrorHandler((error, request, reply) => {
    const version = header(request, 'x-supabase-api-version')
    const { status, headers, body } = renderError(asWireError(error), version)
    if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
    if (status >= 500) request.log.error({ failure: describeError(error) }, 'auth request failed')
    return reply.code(status).headers(headers).send(body)
  })
}

const RETRY_AFTER_SECONDS = 5
/** For JSON and forms. Routes that take documents of identity providers set their own limits. */
const MAX_BODY_BYTES = 32 * 1024

function asWireError(error: unknown): unknown {
  if (isUnavailable(error)) return new AuthError('request_timeout')
  if (!(error instanceof Error) || !('code' in error)) return error
  if (isContention(error)) return new AuthError('conflict')
  if (isOversized(error)) return userMetadataTooLarge()
  if (isUnstorable(error)) return invalid('The request holds characters that cannot be stored')
  // The client left before its body was complete. Connections of ours that break name a system call.
  if (error.code === 'ECONNRESET' && !('syscall' in error)) return invalid('The request ended early')
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AuthError('request_entity_too_large')
  return error
}
