import type { Evidence, Resolution } from '@antojo/identify/evidence'
import type { Logger } from 'pino'
import type { GuardedFetch } from '../../adapters/http/guarded-fetch.ts'
import { createServiceReport, type ServiceReport } from '../../adapters/http/service-problem.ts'
import { meteredLlm } from '../../adapters/llm/metered-llm.ts'
import { createOpenAiLlm } from '../../adapters/llm/openai-llm.ts'
import type { LlmPort } from '../../adapters/llm/port.ts'
import { createCovers } from '../../adapters/media/cover.ts'
import type { MediaPorts } from '../../adapters/media/media-ports.ts'
import { createOembed } from '../../adapters/oembed/platform-chain.ts'
import { createPagePace } from '../../adapters/pages/page-pace.ts'
import { createPageReader, type PageReader } from '../../adapters/pages/page-reader.ts'
import { fetchSpoken } from '../../adapters/pages/vtt.ts'
import { withYoutubeApi } from '../../adapters/pages/youtube-api.ts'
import { createYtDlp, type YtDlp } from '../../adapters/pages/yt-dlp.ts'
import { meteredSpeech } from '../../adapters/speech/metered-speech.ts'
import type { Settings } from '../../config/config.ts'
import type { Budgets } from '../../core/budgets.ts'
import type { Allowance } from '../../core/spending.ts'
import type { ProviderCall } from '../../telemetry/metrics.ts'
import { timeouts } from '../evidence/timeouts.ts'
import type { PipelineDeps } from './run.ts'

export interface PipelineParts {
  readonly fetch: GuardedFetch
  /** The client for services that the operator configured. */
  readonly serviceFetch: GuardedFetch
  readonly budgets: Budgets
  readonly onCall: (call: ProviderCall) => void
  readonly mediaPorts: MediaPorts
  readonly allowances: { readonly llm: Allowance; readonly speech: Allowance }
  readonly resolve: (evidence: Evidence) => Promise<Resolution>
  readonly log: Pick<Logger, 'warn'>
}

/** Creates the pipeline's ports according to the settings. */
export function createPipeline(
  settings: Settings,
  { fetch, serviceFetch, budgets, onCall, mediaPorts, allowances, resolve, log }: PipelineParts,
): PipelineDeps {
  const report = createServiceReport({ service: 'llm', log, onCall })
  const { media, ocr, speech } = mediaPorts
  const pace = createPagePace({ perMinute: settings.PAGES_PER_MINUTE })
  const pages = createPageReader({ fetch, budgets, pace, isOn: settings.READ_PAGES, onCall })
  const key = settings.YOUTUBE_API_KEY
  return {
    oembed: createOembed(settings, fetch),
    pages: inTime(key === undefined ? pages : withYoutubeApi(fetch, key, pages)),
    cover: createCovers(fetch),
    subtitles: (url, signal) => fetchSpoken(fetch, url, signal),
    media,
    ocr,
    speech: meteredSpeech(speech, allowances.speech),
    llm: meteredLlm(languageModel(settings, serviceFetch, report), allowances.llm),
    resolve,
  }
}

/** The operator's yt-dlp; null when there is none. */
export function ytDlpBy(
  { YT_DLP: path, YT_DLP_MEDIA: withMedia }: Settings,
  parts: Pick<PipelineParts, 'fetch' | 'onCall' | 'log'>,
): YtDlp | null {
  return path === undefined ? null : createYtDlp({ path, withMedia, ...parts })
}

/** A page gets less time than other sources of a post's words, because many pages never arrive. */
function inTime(read: PageReader): PageReader {
  return (ref, signal) => read(ref, AbortSignal.any([signal, AbortSignal.timeout(timeouts.page)]))
}

const noLlm: LlmPort = {
  available: false,
  mentions: async () => ({ kind: 'none', reason: 'switched_off' }),
  queries: async () => ({ kind: 'none', reason: 'switched_off' }),
}

/** The configured language model, or none. */
export function languageModel(settings: Settings, fetch: GuardedFetch, report: ServiceReport): LlmPort {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_MODEL: model, LLM_TIMEOUT: seconds } = settings
  if (baseUrl === undefined || model === undefined) return noLlm
  const key = apiKey === undefined ? {} : { apiKey }
  return createOpenAiLlm({ fetch, baseUrl, model, timeoutMs: seconds * 1_000, report, ...key })
}
