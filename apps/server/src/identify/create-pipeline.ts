import type { Evidence, Resolution } from '@antojo/identify/evidence'
import type { Logger } from 'pino'
import type { GuardedFetch } from '../adapters/http/guarded-fetch.ts'
import { noLlm } from '../adapters/llm/none.ts'
import { meteredLlm } from '../adapters/llm/metered-llm.ts'
import { createOpenAiLlm } from '../adapters/llm/openai-llm.ts'
import type { LlmPort } from '../adapters/llm/port.ts'
import type { MediaPorts, SpeechSettings } from '../adapters/media/media-ports.ts'
import { createOembed } from '../adapters/oembed/platform-chain.ts'
import { createPagePace } from '../adapters/pages/page-pace.ts'
import { createPageReader } from '../adapters/pages/page-reader.ts'
import { withYoutubeApi } from '../adapters/pages/youtube-api.ts'
import type { PlaceSettings } from '../adapters/places/create-place-provider.ts'
import { meteredSpeech } from '../adapters/speech/metered-speech.ts'
import type { Settings } from '../config/config.ts'
import type { Budgets } from '../core/budgets.ts'
import type { Allowance } from '../core/spending.ts'
import type { ProviderCall } from '../telemetry/metrics.ts'
import type { PipelineDeps } from './run.ts'

export interface PipelineParts {
  readonly fetch: GuardedFetch
  readonly budgets: Budgets
  readonly onCall: (call: ProviderCall) => void
  readonly mediaPorts: MediaPorts
  readonly allowances: { readonly llm: Allowance; readonly speech: Allowance }
  readonly resolve: (evidence: Evidence) => Promise<Resolution>
  readonly log: Pick<Logger, 'warn'>
}

/** The pipeline's ports as the settings ask for them. */
export function createPipeline(
  settings: Settings,
  { fetch, budgets, onCall, mediaPorts, allowances, resolve, log }: PipelineParts,
): PipelineDeps {
  const { media, ocr, speech } = mediaPorts
  const pace = createPagePace({ perMinute: settings.PAGES_PER_MINUTE })
  const pages = createPageReader({ fetch, budgets, pace, isOn: settings.READ_PAGES, onCall })
  const key = settings.YOUTUBE_API_KEY
  return {
    oembed: createOembed(settings, fetch),
    pages: key === undefined ? pages : withYoutubeApi(fetch, key, pages),
    media,
    ocr,
    speech: meteredSpeech(speech, allowances.speech),
    llm: meteredLlm(languageModel(settings, log), allowances.llm),
    resolve,
  }
}

export function placeSettings(settings: Settings): PlaceSettings {
  const { PLACES_PROVIDER: provider, GOOGLE_MAPS_API_KEY: googleKey, PHOTON_URL: photonUrl } = settings
  return { provider, googleKey, photonUrl }
}

export function speechSettings(settings: Settings): SpeechSettings {
  const {
    SPEECH_PROVIDER: provider,
    SPEECH_BASE_URL: baseUrl,
    SPEECH_API_KEY: apiKey,
    SPEECH_MODEL: model,
  } = settings
  return { provider, baseUrl, apiKey, model }
}

function languageModel(
  { LLM_BASE_URL, LLM_API_KEY, LLM_MODEL }: Settings,
  log: Pick<Logger, 'warn'>,
): LlmPort {
  if (LLM_BASE_URL === undefined || LLM_MODEL === undefined) return noLlm
  const key = LLM_API_KEY === undefined ? {} : { apiKey: LLM_API_KEY }
  return createOpenAiLlm({ baseUrl: LLM_BASE_URL, model: LLM_MODEL, log, ...key })
}
