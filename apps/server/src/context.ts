import { join } from 'node:path'
import { createTokenVerifier, type TokenVerifier } from '@antojo/auth/access-token'
import type { Database } from '@antojo/db/database'
import { createGazetteer, type Gazetteer } from '@antojo/places/gazetteer'
import { ensureSeed } from '@antojo/places/import/ensure-seed'
import { createPlaceIndex, type PlaceIndex } from '@antojo/places/place-index'
import type { Logger } from 'pino'
import { createGuardedFetch, type GuardedFetch } from './adapters/http/guarded-fetch.ts'
import { createDiskImageStore } from './adapters/images/disk-store.ts'
import type { ImageStore } from './adapters/images/port.ts'
import { noLlm } from './adapters/llm/none.ts'
import { createOpenAiLlm } from './adapters/llm/openai-llm.ts'
import type { LlmPort } from './adapters/llm/port.ts'
import {
  createLookAndListenPorts,
  type LookAndListenPorts,
  type SpeechSettings,
} from './adapters/media/look-and-listen-ports.ts'
import { fallbackOembed } from './adapters/oembed/fallback.ts'
import { metaOembed } from './adapters/oembed/meta.ts'
import { oembedByPlatform } from './adapters/oembed/platform-chain.ts'
import { tiktokOembed } from './adapters/oembed/tiktok.ts'
import { youtubeOembed } from './adapters/oembed/youtube.ts'
import { openGraphReader } from './adapters/opengraph/open-graph.ts'
import { choosePlaces, type PlaceSettings } from './adapters/places/choose-places.ts'
import type { PlaceProvider } from './adapters/places/port.ts'
import type { Config, Settings } from './config/config.ts'
import { type InstallationKeys, installationKeys } from './config/keys.ts'
import { type Admin, createAdmin } from './features/admin/service.ts'
import { createAnalyses, endAbandonedAnalyses } from './features/analyses/service.ts'
import { createFinder, type Finder } from './features/finder/service.ts'
import { createPlaces, type Places } from './features/places/service.ts'
import { createTranscribeService, type TranscribeService } from './features/transcribe/service.ts'
import { enrichVideo, runEnrichVideo } from './features/videos/jobs.ts'
import { createVideos, type Videos } from './features/videos/service.ts'
import { whileDatabaseReturns } from './http/database-errors.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { createRequestScope, type RequestScope } from './http/request-scope.ts'
import { areaNames } from './identify/area-names.ts'
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
  readonly admin: Admin
  /** Ends jobs and connections; the database stays open. */
  close(): Promise<void>
}

const now = (): Date => new Date()

/** Puts the node together on a migrated database. */
export async function createContext(config: Config, log: Logger, database: Database): Promise<Context> {
  const { settings } = config
  const keys = await installationKeys(config)
  const verifyToken = createTokenVerifier(keys.keySet)
  const outside = createGuardedFetch({
    allowPrivateHosts: settings.ALLOW_PRIVATE_HOSTS,
    hostMap: settings.SHORT_LINK_MAP,
  })
  await ensureSeed(database.pool)
  const placeIndex = createPlaceIndex(database.pool)
  const gazetteer = await createGazetteer()
  const provider = choosePlaces(placeSettings(settings), {
    fetch: outside.fetch,
    index: placeIndex,
    gazetteer,
    now,
  })
  const places = createPlaces(provider, now)
  const images = createDiskImageStore({
    dir: join(config.dataDir, 'images'),
    fetch: outside.fetch,
    allowedHosts: settings.ALLOW_PRIVATE_HOSTS,
  })
  const senses = await createLookAndListenPorts(outside.fetch, speechSettings(settings))
  const pipeline = await createPipeline(settings, outside.fetch, { places: placeIndex, gazetteer, senses })
  const works = settings.ROLE !== 'web'
  const alone = config.database.kind === 'embedded'
  const jobs = await startPgBoss(database, [enrichVideo], { log, works, alone })
  if (works)
    await jobs.work(enrichVideo, (payload) => runEnrichVideo({ database, places, images, now }, payload))
  if (alone) await endAbandonedAnalyses(database)
  const analyses = createAnalyses(database, pipeline)
  const shared = { database, analyses, places, jobs, fetch: outside.fetch, resolve: pipeline.resolve, now }
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
    admin: createAdmin({ database, jobs, adminEmails: settings.ADMIN_EMAILS }),
    close: async () => {
      await jobs.stop()
      await senses.close()
      await outside.close()
    },
  }
}

function placeSettings(settings: Settings): PlaceSettings {
  const { PLACES_PROVIDER: provider, GOOGLE_MAPS_API_KEY: googleKey, PHOTON_URL: photonUrl } = settings
  return { provider, googleKey, photonUrl }
}

function speechSettings(settings: Settings): SpeechSettings {
  const {
    SPEECH_PROVIDER: provider,
    SPEECH_BASE_URL: baseUrl,
    SPEECH_API_KEY: apiKey,
    SPEECH_MODEL: model,
  } = settings
  return { provider, baseUrl, apiKey, model }
}

async function createPipeline(
  settings: Settings,
  fetch: GuardedFetch,
  { places, gazetteer, senses }: { places: PlaceIndex; gazetteer: Gazetteer; senses: LookAndListenPorts },
): Promise<PipelineDeps> {
  const areas = areaNames(gazetteer)
  const rank = loadWordRanks()
  const fallback = settings.FALLBACK_OEMBED_URL
  return {
    oembed: oembedByPlatform({
      tiktok: tiktokOembed(fetch, settings.TIKTOK_OEMBED_URL),
      youtube: youtubeOembed(fetch, settings.YOUTUBE_OEMBED_URL),
      meta: metaOembed(fetch, {
        baseUrl: settings.META_OEMBED_URL,
        accessToken: settings.META_ACCESS_TOKEN ?? null,
      }),
      fallback: fallback === 'off' ? null : fallbackOembed(fetch, fallback),
    }),
    openGraph: openGraphReader(fetch),
    media: senses.media,
    ocr: senses.ocr,
    speech: senses.speech,
    llm: languageModel(settings),
    resolve: (evidence) =>
      whileDatabaseReturns(() => resolvePlaces(evidence, { places, gazetteer: areas, rank })),
  }
}

function languageModel({ LLM_BASE_URL, LLM_API_KEY, LLM_MODEL }: Settings): LlmPort {
  if (LLM_BASE_URL === undefined || LLM_MODEL === undefined) return noLlm
  const key = LLM_API_KEY === undefined ? {} : { apiKey: LLM_API_KEY }
  return createOpenAiLlm({ baseUrl: LLM_BASE_URL, model: LLM_MODEL, ...key })
}
