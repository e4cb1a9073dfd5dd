import { join } from 'node:path'
import { createTokenVerifier } from '@antojo/auth/access-token'
import { refuseEndedSessions } from '@antojo/auth/sessions/live-sessions'
import { DiskFullError, retryWhileUnavailable } from '@antojo/db/retry-on-outage'
import type { Database } from '@antojo/db/database'
import { shareConnections } from '@antojo/db/share-connections'
import { lazily } from '@antojo/places/lazily'
import { createGazetteer } from '@antojo/places/gazetteer/gazetteer'
import { readIndexTowns } from '@antojo/places/gazetteer/towns-of-index'
import { ensureSeed } from '@antojo/places/import/ensure-seed'
import { createPlaceIndex } from '@antojo/places/place-index'
import type { Logger } from 'pino'
import { createHttpClients } from './adapters/http/http-clients.ts'
import { createDecoders, type Decoders } from './adapters/decoder/decoders.ts'
import { createDiskImageStore } from './adapters/images/disk-store.ts'
import type { ImageStore } from './adapters/images/port.ts'
import { createMediaPorts } from './adapters/media/media-ports.ts'
import { createExportReader } from './adapters/exports/export-reader.ts'
import { providerFallbackLookup } from './adapters/places/provider-fallback-lookup.ts'
import { readUrlBy } from './adapters/places/read-url.ts'
import { createPlaceProvider } from './adapters/places/create-place-provider.ts'
import type { PlaceProvider } from './adapters/places/port.ts'
import type { Config } from './config/config.ts'
import { currentAsker, isRequest } from './core/asker.ts'
import { PLACE_BUDGETS } from './core/budget-table.ts'
import { type Budgets, createBudgets } from './core/budgets.ts'
import type { Allowance } from './core/spending.ts'
import { installationKeys } from './config/keys.ts'
import { createDeletionLog } from './core/deletion-log.ts'
import { type Admin, createAdmin } from './features/admin/service.ts'
import { createAnalyses, endAbandonedAnalyses } from './features/analyses/service.ts'
import { createCityChoice } from './features/areas/city-choice.ts'
import { type Areas, createAreas } from './features/areas/service.ts'
import { createCorrections } from './features/corrections/service.ts'
import { keepProfilePicture } from './features/account/service.ts'
import { createBackups } from './features/backups/service.ts'
import { createInvitations } from './features/invitations/service.ts'
import { createMap } from './features/map/service.ts'
import { createFinder } from './features/finder/service.ts'
import { createImports } from './features/imports/service.ts'
import { createPlaces } from './features/places/service.ts'
import { createServiceHealth } from './features/services/service.ts'
import { createSpending, type Spending } from './features/spending/service.ts'
import { createUploads } from './features/uploads/service.ts'
import { enqueueDueTries } from './features/videos/try-again.ts'
import { endAbandonedTries } from './features/videos/add/repo.ts'
import { createVideos } from './features/videos/service.ts'
import { isStorageFull } from './telemetry/storage.ts'
import { createRequestScope } from './core/request-scope.ts'
import { areaNames } from './identify/pipeline/area-names.ts'
import { loadModel } from './identify/pipeline/load-model.ts'
import { createPipeline, ytDlpBy } from './identify/pipeline/create-pipeline.ts'
import { resolvePlaces } from '@antojo/identify/resolve'
import { loadWordRanks } from './identify/pipeline/word-ranks.ts'
import { startUpkeep, type Upkeep } from './jobs/upkeep.ts'
import { type JobDeps, jobDefinitions, workOnJobs } from './jobs/definitions.ts'
import { type QueueOptions, startPgBoss } from './jobs/pg-boss.ts'
import type { JobQueue } from './core/job-queue.ts'

/** All parts of a running node. */
export type Context = Awaited<ReturnType<typeof createContext>>

const now = (): Date => new Date()
/** Connections for sign-in and the readiness check, available even while requests hold all others. */
const RESERVED_POOL_SIZE = 4
/** Connections of jobs and upkeep, which a flood of requests cannot take. */
const JOB_POOL_SIZE = 4

/** Builds the parts of a node on a migrated database. */
export async function createContext(config: Config, log: Logger, database: Database) {
  const { settings } = config
  const keys = await installationKeys(config)
  const verifySignature = createTokenVerifier(keys.keySet, { secondStep: 'required', clockTolerance: 30 })
  const reservedPool = database.openPool({ size: RESERVED_POOL_SIZE })
  const verifyToken = refuseEndedSessions(verifySignature, reservedPool)
  const budgets = createLimits(config, database)
  const clients = await createHttpClients(settings, budgets)
  const { metrics, tracer } = clients
  const spending = spendingBy(settings, database, log)
  const decoders = createDecoders(budgets, log)
  const parts = { ...clients, database, budgets, spending, decoders, log }
  const identification = await createIdentification(settings, parts)
  const { places } = identification
  const images = createImageStore(config, parts)
  const jobs = await openQueue(config, database, { log, tracer, onJob: metrics.onJob })
  const deletionLog = createDeletionLog(config.dataDir)
  metrics.watch(database.pool, () => jobs.counts())
  metrics.watchBudgets(() => budgets.use())
  const map = await createMap(settings, parts)
  const administration = createAdministration(config, { ...parts, jobs, map })
  const providers = namesOfProviders(settings, identification.provider)
  const cities = createCities(config, { ...parts, ...identification, ...administration, jobs })
  const services = createServices(settings, { ...parts, ...identification, ...cities, jobs, providers })
  const working = { database, places, ...cities, images, ...services, deletionLog, jobs, providers, log }
  const work = await startWork(config, { ...working, ...administration })
  return {
    ...parts,
    ...identification,
    ...working,
    ...administration,
    config,
    reservedPool,
    keys,
    verifyToken,
    scope: createRequestScope(verifyToken, verifySignature),
    map,
    /** Ends jobs and connections; the database stays open. */
    close: async () => {
      await work.stop()
      await map.close()
      await tracer.close()
      await decoders.close()
      await clients.close()
    },
  }
}

/** Creates the budgets, and limits every asker's share of the database connections. Jobs have their own. */
function createLimits({ settings, dataDir, database: { kind } }: Config, database: Database): Budgets {
  const { pool, genericPlanPool } = database
  const { RATE_LIMITS: rates, ADDS_PER_MINUTE: adds, DATABASE_POOL: connections } = settings
  const { maxAtOnce, maxPerAsker, maxPerNetwork } = PLACE_BUDGETS.databaseConnection
  const share = (max: number): number => Math.ceil((connections * max) / maxAtOnce)
  const budgets = createBudgets({
    rates,
    overrides: {
      aiRequest: { max: adds },
      databaseConnection: {
        maxAtOnce: connections,
        maxPerAsker: share(maxPerAsker),
        maxPerNetwork: share(maxPerNetwork),
      },
    },
  })
  // Postgres ends when there is no space for its log.
  const explain = (error: unknown): unknown =>
    kind === 'embedded' && isStorageFull(dataDir)
      ? new DiskFullError('The disk is full.', { cause: error })
      : error
  const jobPool = database.openPool({ size: JOB_POOL_SIZE })
  const otherPool = () => (isRequest(currentAsker()) ? null : jobPool)
  shareConnections(pool, { takeTurn: () => budgets.turn('databaseConnection'), otherPool, explain })
  if (genericPlanPool !== pool)
    shareConnections(genericPlanPool, { takeTurn: () => budgets.turn('placeQuery'), explain })
  return budgets
}

type ServiceParts = IdentificationParts &
  Pick<Identification, 'pipeline' | 'places'> & {
    readonly areas: Areas
    readonly jobs: JobQueue
    readonly providers: string
  }

/** The services for people and guests. */
function createServices(settings: Config['settings'], { pipeline, ...parts }: ServiceParts) {
  const ytDlp = ytDlpBy(settings, parts)
  const analyses = createAnalyses({ ...parts, pipeline, ytDlp, guestsHaveLess: guestsHaveLess(settings) })
  const corrections = createCorrections(parts)
  const shared = { ...parts, analyses, corrections, resolve: pipeline.resolve }
  const videos = createVideos(shared)
  const linksPerMinute = settings.IMPORT_LINKS_PER_MINUTE
  return {
    analyses,
    videos,
    finder: createFinder({ ...shared, llm: pipeline.llm }),
    uploads: createUploads(pipeline, parts.budgets),
    imports: createImports({
      ...parts,
      videos,
      readExport: createExportReader(parts.decoders.pool),
      keepPicture: (tx, userId, image) => keepProfilePicture(parts.decoders.pictures, tx, { userId, image }),
      tryOpenRows: () => enqueueDueTries(parts),
      linksPerMinute,
    }),
    corrections,
  }
}

/** The service for areas whose places are to be fetched. */
function createCities(
  { dataDir, settings }: Config,
  parts: IdentificationParts &
    Pick<HttpClients, 'releaseFetch'> &
    Pick<Identification, 'gazetteer'> & { readonly admin: Admin; readonly jobs: JobQueue },
) {
  const areas = createAreas({
    ...parts,
    dir: join(dataDir, 'areas'),
    read: readUrlBy(parts.releaseFetch),
    overtureUrl: settings.OVERTURE_URL,
    isOnDemand: settings.PLACES_ON_DEMAND,
    updates: settings.PLACES_ON_DEMAND && settings.PLACES_UPDATE,
    now,
  })
  return { areas, cityChoice: createCityChoice({ ...parts, areas }) }
}

type HttpClients = Awaited<ReturnType<typeof createHttpClients>>

/** The services for administrators and inviters. */
function createAdministration(
  config: Config,
  parts: Omit<Parameters<typeof createAdmin>[0], 'config' | 'services' | 'backups'> &
    HttpClients & { readonly budgets: Budgets; readonly log: Logger },
) {
  const { settings, signUp } = config
  const { database, uncountedFetch, serviceFetch, onCall, providerHealth, budgets } = parts
  const services = createServiceHealth(settings, {
    fetch: uncountedFetch,
    serviceFetch,
    budgets,
    onCall,
    health: providerHealth,
  })
  const backups = createBackups({ ...parts, config })
  const admin = createAdmin({ ...parts, services, backups, config })
  return {
    admin,
    backups,
    invitations: createInvitations({ database, admin, signUp, inviters: settings.INVITERS }),
  }
}

interface IdentificationParts extends Pick<HttpClients, 'fetch' | 'serviceFetch' | 'onCall'> {
  readonly database: Database
  readonly budgets: Budgets
  readonly spending: Spending
  readonly decoders: Decoders
  readonly log: Logger
}

type Identification = Awaited<ReturnType<typeof createIdentification>>

/** The place index with its providers, and the pipeline that reads posts and finds their places. */
async function createIdentification(
  settings: Config['settings'],
  { database, fetch, serviceFetch, budgets, onCall, spending, decoders, log }: IdentificationParts,
) {
  await ensureSeed(database.pool)
  const placeIndex = createPlaceIndex(database.pool, database.genericPlanPool)
  const gazetteer = lazily(async () => createGazetteer(await readIndexTowns(database.pool)))
  const allowance = inShares(spending.allowance('places'), budgets)
  const places = { fetch, index: placeIndex, allowance }
  const provider = createPlaceProvider(settings, places)
  const mediaPorts = await createMediaPorts({ fetch, serviceFetch, decoders, log, onCall }, settings)
  const lookups = lazily(async () => ({
    places: providerFallbackLookup(placeIndex, provider, log),
    gazetteer: areaNames(await gazetteer()),
    rank: loadWordRanks(),
    model: loadModel(),
  }))
  const pipeline = createPipeline(settings, {
    fetch,
    serviceFetch,
    budgets,
    onCall,
    mediaPorts,
    allowances: { llm: spending.allowance('llm'), speech: spending.allowance('speech') },
    resolve: (evidence) => retryWhileUnavailable(async () => resolvePlaces(evidence, await lookups())),
    log,
  })
  return {
    gazetteer,
    placeIndex,
    provider,
    places: createPlaces(provider, now),
    pipeline,
    /** Loads the data of identification, which takes some seconds of processor time; otherwise the first post waits. */
    warmUp: async () => void (await lookups()),
  }
}

/** Limits each person to a share of a day's calls. */
function inShares(allowance: Allowance, budgets: Budgets): Allowance {
  const spend = async () => allowance.isOpen() && (await budgets.allows('paidPlaceCall')) && allowance.spend()
  return { ...allowance, spend }
}

/** True when a configured service is reserved for people with an account. */
function guestsHaveLess(settings: Config['settings']): boolean {
  const { GUESTS_MAY_SPEND: maySpend, LLM_BASE_URL: llm, SPEECH_PROVIDER: speech } = settings
  const { GOOGLE_MAPS_API_KEY: google } = settings
  return !maySpend && (llm !== undefined || speech !== 'none' || google !== undefined)
}

/**
 * Speech recognition on this machine costs no money, so its calls are not counted; guests are excluded nevertheless.
 */
function spendingBy(settings: Config['settings'], database: Database, log: Logger): Spending {
  const callsPerDay = {
    llm: settings.LLM_CALLS_PER_DAY,
    speech: settings.SPEECH_PROVIDER === 'openai' ? settings.SPEECH_CALLS_PER_DAY : null,
    places: settings.PLACES_CALLS_PER_DAY,
  }
  return createSpending({ database, log, callsPerDay, guestsMaySpend: settings.GUESTS_MAY_SPEND })
}

function createImageStore(
  { dataDir, settings }: Config,
  { fetch, decoders, log }: Pick<IdentificationParts, 'fetch' | 'decoders' | 'log'>,
): ImageStore {
  const maxBytes = settings.IMAGE_CACHE_MB * 1024 ** 2
  const dir = join(dataDir, 'images')
  return createDiskImageStore({ dir, fetch, pictures: decoders.pictures, maxBytes, log })
}

/** The names of the services that an answer may depend on. */
function namesOfProviders(settings: Config['settings'], { name: places }: PlaceProvider): string {
  const { SPEECH_PROVIDER: speech, LLM_BASE_URL: llm, YOUTUBE_API_KEY: youtube, YT_DLP: ytDlp } = settings
  return [`places:${places}`, `speech:${speech}`, llm && 'llm', youtube && 'youtube', ytDlp && 'yt-dlp']
    .filter(Boolean)
    .join(' ')
}

/** The job queue of the installation. On an embedded database, work left over from a crash continues immediately. */
async function openQueue(
  config: Config,
  database: Database,
  watching: Pick<QueueOptions, 'log' | 'tracer' | 'onJob'>,
): Promise<JobQueue> {
  const works = config.settings.ROLE !== 'web'
  const alone = config.database.kind === 'embedded'
  if (alone) {
    await endAbandonedAnalyses(database)
    await database.asSystem('end abandoned tries', endAbandonedTries)
  }
  return startPgBoss(database, jobDefinitions, { ...watching, works, alone })
}

/** Starts the background work of this node. */
async function startWork(config: Config, parts: JobDeps & Upkeep): Promise<{ stop(): Promise<void> }> {
  if (config.settings.ROLE !== 'web') await workOnJobs(parts.jobs, parts)
  const timers = startUpkeep(config, parts)
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await parts.areas.stop()
      await parts.jobs.stop()
    },
  }
}
