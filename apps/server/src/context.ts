import { join } from 'node:path'
import { createTokenVerifier, type TokenVerifier } from '@antojo/auth/access-token'
import type { Database } from '@antojo/db/database'
import { createGazetteer } from '@antojo/places/gazetteer'
import { ensureSeed } from '@antojo/places/import/ensure-seed'
import { createPlaceIndex, type PlaceIndex } from '@antojo/places/place-index'
import type { Logger } from 'pino'
import { createGuardedFetch, type GuardedFetch } from './adapters/http/guarded-fetch.ts'
import { createDiskImageStore } from './adapters/images/disk-store.ts'
import type { ImageStore } from './adapters/images/port.ts'
import { createLookAndListenPorts } from './adapters/media/look-and-listen-ports.ts'
import { askingLookup } from './adapters/places/asking-lookup.ts'
import { choosePlaces } from './adapters/places/choose-places.ts'
import type { PlaceProvider } from './adapters/places/port.ts'
import type { Config } from './config/config.ts'
import { type InstallationKeys, installationKeys } from './config/keys.ts'
import { type Admin, createAdmin } from './features/admin/service.ts'
import { createAnalyses, endAbandonedAnalyses } from './features/analyses/service.ts'
import { createFinder, type Finder } from './features/finder/service.ts'
import { createPlaces, type Places } from './features/places/service.ts'
import { createTranscribeService, type TranscribeService } from './features/transcribe/service.ts'
import { createUploads, type Uploads } from './features/uploads/service.ts'
import { type EnrichDeps, enrichVideo, runEnrichVideo } from './features/videos/jobs.ts'
import { createVideos, type Videos } from './features/videos/service.ts'
import { whileDatabaseReturns } from './http/database-errors.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { createRequestScope, type RequestScope } from './http/request-scope.ts'
import { areaNames } from './identify/area-names.ts'
import { createPipeline, placeSettings, speechSettings } from './identify/create-pipeline.ts'
import { resolvePlaces } from './identify/resolve.ts'
import type { PipelineDeps } from './identify/run.ts'
import { loadWordRanks } from './identify/word-ranks.ts'
import { startPgBoss } from './jobs/pg-boss.ts'
import type { JobQueue } from './jobs/port.ts'

/** Everything a running node is made of. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly database: Database
  readonly keys: InstallationKeys
  readonly verifyToken: TokenVerifier
  readonly scope: RequestScope
  readonly metrics: Metrics
  readonly fetch: GuardedFetch
  readonly pipeline: PipelineDeps
  readonly placeIndex: PlaceIndex
  readonly provider: PlaceProvider
  readonly places: Places
  readonly images: ImageStore
  readonly jobs: JobQueue
  readonly videos: Videos
  readonly finder: Finder
  readonly transcribe: TranscribeService
  readonly uploads: Uploads
  readonly admin: Admin
  /** Ends jobs and connections; the database stays open. */
  close(): Promise<void>
}

const now = (): Date => new Date()

/** An address that the operator configured may be reached wherever it is. */
function hostOf(url: string | undefined): string[] {
  if (url === undefined) return []
  const { hostname, port, protocol } = new URL(url)
  return [`${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`]
}

/** Puts the node together on a migrated database. */
export async function createContext(config: Config, log: Logger, database: Database): Promise<Context> {
  const { settings } = config
  const keys = await installationKeys(config)
  const verifyToken = createTokenVerifier(keys.keySet, { secondStep: 'required' })
  const outside = createGuardedFetch({
    allowPrivateHosts: [...settings.ALLOW_PRIVATE_HOSTS, ...hostOf(settings.PHOTON_URL)],
    hostMap: settings.SHORT_LINK_MAP,
  })
  await ensureSeed(database.pool)
  const placeIndex = createPlaceIndex(database.pool)
  const gazetteer = await createGazetteer()
  const parts = { fetch: outside.fetch, index: placeIndex, gazetteer, now }
  const provider = choosePlaces(placeSettings(settings), parts)
  const places = createPlaces(provider, now)
  const images = createDiskImageStore({
    dir: join(config.dataDir, 'images'),
    fetch: outside.fetch,
    allowedHosts: settings.ALLOW_PRIVATE_HOSTS,
  })
  const senses = await createLookAndListenPorts(outside.fetch, speechSettings(settings))
  const names = askingLookup(placeIndex, provider)
  const identification = { places: names, gazetteer: areaNames(gazetteer), rank: loadWordRanks() }
  const pipeline = createPipeline(settings, {
    fetch: outside.fetch,
    senses,
    resolve: (evidence) => whileDatabaseReturns(() => resolvePlaces(evidence, identification)),
  })
  const jobs = await startJobs(config, log, { database, places, images })
  const analyses = createAnalyses(database, pipeline)
  const core = { database, analyses, places, placeIndex, jobs, resolve: pipeline.resolve }
  const shared = { ...core, fetch: outside.fetch }
  return {
    config,
    log,
    database,
    keys,
    verifyToken,
    fetch: outside.fetch,
    pipeline,
    placeIndex,
    provider,
    places,
    images,
    jobs,
    scope: createRequestScope(verifyToken),
    metrics: createMetrics(),
    videos: createVideos(shared),
    finder: createFinder({ ...shared, llm: pipeline.llm }),
    transcribe: createTranscribeService({ ...pipeline, fetch: outside.fetch }),
    uploads: createUploads(pipeline),
    admin: createAdmin({ database, jobs, adminEmails: settings.ADMIN_EMAILS }),
    close: async () => {
      await jobs.stop()
      await senses.close()
      await outside.close()
    },
  }
}

/** The queue, and the work of this node on it; on a database of its own it takes up what a crash left. */
async function startJobs(config: Config, log: Logger, deps: EnrichDeps): Promise<JobQueue> {
  const works = config.settings.ROLE !== 'web'
  const alone = config.database.kind === 'embedded'
  if (alone) await endAbandonedAnalyses(deps.database)
  const jobs = await startPgBoss(deps.database, [enrichVideo], { log, works, alone })
  if (works) await jobs.work(enrichVideo, (payload) => runEnrichVideo(deps, payload))
  return jobs
}
