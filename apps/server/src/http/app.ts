import { SATELLITE_ORIGIN } from '@antojo/contract/map'
import { randomUUID } from 'node:crypto'
import { answerBadUrl } from '@antojo/data-api/http/bad-url'
import compress from '@fastify/compress'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerFactory,
  LogController,
} from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { webDist } from '../config/migrations.ts'
import type { Context } from '../context.ts'
import { accountRoutes } from '../features/account/routes.ts'
import { createAccount, type UserDeletion } from '../features/account/service.ts'
import { adminRoutes } from '../features/admin/routes.ts'
import { createCredentials, type CredentialWanted } from '../features/credentials/service.ts'
import { placeExportRoutes } from '../features/exports/routes.ts'
import { feedRoutes } from '../features/feeds/routes.ts'
import { correctionRoutes } from '../features/corrections/routes.ts'
import { imageRoutes } from '../features/images/routes.ts'
import { createImages } from '../features/images/service.ts'
import { importRoutes, importUploadRoute } from '../features/imports/routes.ts'
import { invitationRoutes } from '../features/invitations/routes.ts'
import { previewPost } from '../features/analyses/service.ts'
import { embedRoutes } from '../features/lists/embed.ts'
import { listRoutes } from '../features/lists/routes.ts'
import { previewInvitation, previewList } from '../features/lists/service.ts'
import { mapRoutes } from '../features/map/routes.ts'
import { mcpRoutes } from '../features/mcp/routes.ts'
import { oembedRoutes } from '../features/oembed/routes.ts'
import { placesRoutes } from '../features/places/routes.ts'
import { tokenRoutes } from '../features/tokens/routes.ts'
import { createTokens } from '../features/tokens/service.ts'
import { transcribeRoutes } from '../features/transcribe/routes.ts'
import { uploadRoutes } from '../features/uploads/routes.ts'
import { areaRoutes } from '../features/areas/routes.ts'
import { captureRoutes, sharedRoute } from '../features/videos/capture-routes.ts'
import { createCapture } from '../features/videos/capture.ts'
import { aiRoutes } from '../features/videos/routes.ts'
import { AppError } from '../core/app-error.ts'
import type { ProductApp } from '../core/request-scope.ts'
import { MAX_PASTED_LENGTH } from '@antojo/contract/finder'
import { runAs } from '../core/asker.ts'
import { mountAuth } from './auth-mount.ts'
import { boundRequests } from './limits/back-pressure.ts'
import { boundMemory } from './limits/bounded-memory.ts'
import { ConnectionGuard } from './connections/connection-guard.ts'
import { guardedServer } from './connections/guarded-server.ts'
import { trustedProxies, warnOfUnnamedProxy } from './connections/trusted-proxies.ts'
import { mountData } from './data-mount.ts'
import { handleError } from '../core/error-renderer.ts'
import { collectRoutes } from './api/document.ts'
import { apiRoutes } from './api/routes.ts'
import { addHealthRoutes, type MetricsAccess, type Readiness } from './health/routes.ts'
import type { StorageWatch } from '../telemetry/storage.ts'
import { refuseWritesWhenFull } from './limits/full-storage.ts'
import { limitRequests, requireBudgets } from './limits/rate-limits.ts'
import { addSecurityHeaders, type SecurityOptions } from './security-headers.ts'
import { countRequests, logRefusals, traceRequests } from './request-telemetry.ts'
import { bootConfigRoute, serveWebApp } from './web-app.ts'

export interface AppOptions {
  readonly storage: Pick<StorageWatch, 'isFull'>
  readonly readiness: Readiness
  /** The public URL of this server. */
  readonly publicUrl: string
}

/** The HTTP side of a worker: only its health and metrics. */
export function createWorkerApp(context: Context, readiness: Readiness): FastifyInstance {
  const app = Fastify({
    logger: false,
    serverFactory: serverFactory(context),
    forceCloseConnections: 'idle',
  })
  app.setErrorHandler(handleError)
  addHealthRoutes(app, readiness, metricsAccess(context))
  return app
}

/** The whole HTTP side of a node: auth, data, product endpoints, pictures, health and the web app. */
export async function createApp(context: Context, options: AppOptions): Promise<FastifyInstance> {
  const { settings } = context.config
  const loggerInstance: FastifyBaseLogger = context.log
  const app = Fastify({
    loggerInstance,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(settings.TRUST_PROXY),
    bodyLimit: MAX_PASTED_LENGTH,
    serverFactory: serverFactory(context),
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // The router rejects URLs that it cannot decode before any plugin sees them.
    frameworkErrors: (error, request, reply) => {
      if (request.url.startsWith('/rest/v1')) answerBadUrl(reply)
      else handleError(error, request, reply)
    },
  })
  app.setErrorHandler(handleError)
  const security = securityOptions(context, options.publicUrl)
  await addSecurityHeaders(app, security)
  warnOfUnnamedProxy(app)
  requireBudgets(app)
  refuseWritesWhenFull(app, options.storage)
  boundRequests(app, context)
  boundMemory(app, context.budgets)
  countRequests(app, context.metrics)
  logRefusals(app, context.scope)
  traceRequests(app, context.tracer)
  app.addHook('preHandler', (request, _reply, done) => {
    void context.scope.asker(request).then((asker) => runAs(asker, done))
  })
  let isSchemaReadable: (() => boolean) | null = null
  const readiness: Readiness = {
    check: async () =>
      (await options.readiness.check()) ??
      (isSchemaReadable?.() === false ? 'database schema unreadable' : null),
  }
  await app.register(async (health) => {
    limitRequests(health, context, { otherwise: 'healthCheck' })
    addHealthRoutes(health, readiness, metricsAccess(context))
  })
  await mountAuth(app, context, options.publicUrl)
  // Registered before the data API, so that its answers are compressed: on a mobile network their size matters most.
  await app.register(compress, { globalDecompression: false, threshold: 1024 })
  isSchemaReadable = await mountData(app, context)
  await app.register((product) =>
    productRoutes(product.withTypeProvider<ZodTypeProvider>(), context, options.publicUrl),
  )
  await app.register(async (web) => {
    limitRequests(web, context, { otherwise: 'fileRequest' })
    await serveWebApp(web, {
      dist: webDist,
      publicUrl: options.publicUrl,
      security,
      previewList: (id, language) => previewList(context.database, id, language),
      previewInvitation: (token, language) => previewInvitation(context.database, token, language),
      previewPost: (link) => previewPost(context.database, link),
    })
  })
  return app
}

function serverFactory({ budgets, config, metrics }: Context): FastifyServerFactory {
  return (handler) => {
    const trusts = trustedProxies(config.settings.TRUST_PROXY)
    return guardedServer(new ConnectionGuard({ budgets, trusts, onClosing: metrics.onClosing }), handler)
  }
}

function metricsAccess({ config, keys, metrics }: Context): MetricsAccess {
  const { METRICS_TOKEN: token, PUBLIC_URL: url, TRUST_PROXY: trust } = config.settings
  const isBehindProxy = url !== undefined || 'ranges' in trust || trust.hops > 0
  return {
    registry: metrics.registry,
    keys: [keys.serviceRoleKey, ...(token === undefined ? [] : [token])],
    isOpenLocally: !isBehindProxy,
  }
}

async function productRoutes(app: ProductApp, context: Context, publicUrl: string): Promise<void> {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  readBodiesAsJson(app)
  limitRequests(app, context, { otherwise: 'apiRequest' })
  const routes = collectRoutes(app)
  await app.register(async (upload) => {
    uploadRoutes(upload, context)
  })
  await app.register(async (upload) => importUploadRoute(upload, context.imports, context))
  importRoutes(app, context.imports, context.scope)
  aiRoutes(app, context)
  transcribeRoutes(app, { ...context.pipeline, fetch: context.fetch })
  placesRoutes(app, context.places)
  areaRoutes(app, context.cityChoice, context.scope)
  oembedRoutes(app, { oembed: context.pipeline.oembed, fetch: context.fetch })
  imageRoutes(app, createImages(context))
  adminRoutes(app, context.admin, context.scope)
  mapRoutes(app, context.map)
  placeExportRoutes(app, context.database, context.scope)
  const { pictures } = context.decoders
  const account = createAccount({
    ...context,
    pictures,
    graceDays: context.config.settings.DELETE_ACCOUNT_AFTER_DAYS,
    deleteUser: (deletion) => deleteUser(app, context, deletion),
  })
  accountRoutes(app, account, context.scope)
  invitationRoutes(app, context.invitations, { scope: context.scope, https: publicUrl.startsWith('https:') })
  const notify = (userId: string, wanted: CredentialWanted) => notifyOwner(app, context, userId, wanted)
  const credentials = createCredentials({ ...context, notify })
  const tokens = createTokens({ ...context, credentials })
  tokenRoutes(app, tokens, context.scope)
  feedRoutes(app, { ...context, credentials, publicUrl, isActive: (userId) => tokens.isActive(userId) })
  embedRoutes(app, { database: context.database, publicUrl })
  listRoutes(app, { ...context, pictures, publicUrl })
  const capture = createCapture(context)
  captureRoutes(app, { ...context, tokens, capture })
  sharedRoute(app)
  mcpRoutes(app, { ...context, tokens, capture })
  correctionRoutes(app, context.corrections, context.scope)
  bootConfigRoute(app, context, publicUrl)
  apiRoutes(app, routes)
}

/** Deletes the account through the admin endpoint of the auth service, like the operator. */
async function deleteUser(
  app: ProductApp,
  { keys }: Context,
  { userId, deleteAfter, language }: UserDeletion,
): Promise<boolean> {
  const headers = adminHeaders(keys, language)
  const payload = { delete_after: deleteAfter }
  const url = `/auth/v1/admin/users/${userId}`
  const answer = await app.inject({ method: 'DELETE', url, headers, payload })
  return answer.statusCode === 200
}

/**
 * Mails the owner of an account through the auth service. The credential exists already, so a failure is only logged.
 */
async function notifyOwner(
  app: ProductApp,
  { keys, log }: Context,
  userId: string,
  { kind, language }: CredentialWanted,
): Promise<void> {
  const headers = adminHeaders(keys, language)
  const url = `/auth/v1/admin/users/${userId}/notices`
  const { statusCode } = await app.inject({ method: 'POST', url, headers, payload: { kind } })
  if (statusCode !== 204) log.error({ userId, kind, statusCode }, 'owner not told of a new credential')
}

function adminHeaders({ serviceRoleKey }: Context['keys'], language: string | undefined) {
  return {
    apikey: serviceRoleKey,
    authorization: `Bearer ${serviceRoleKey}`,
    ...(language !== undefined && { 'accept-language': language }),
  }
}

/** Every body of these routes is JSON, whatever content type a client claims; anything else is `invalid_json`. */
function readBodiesAsJson(app: ProductApp): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'string' },
    async (_request: unknown, body: string): Promise<unknown> => {
      try {
        return JSON.parse(body)
      } catch {
        throw new AppError('invalid_json', 'The body is not JSON.')
      }
    },
  )
}

function securityOptions({ config, map }: Context, publicUrl: string): SecurityOptions {
  return {
    https: publicUrl.startsWith('https:'),
    googleMaps: config.settings.GOOGLE_MAPS_BROWSER_KEY !== undefined,
    mapOrigins: () => {
      const streets = map.streets()
      return [SATELLITE_ORIGIN, ...(streets?.kind === 'style' ? streets.origins : [])]
    },
  }
}
