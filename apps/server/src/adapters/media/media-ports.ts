import type { Settings } from '../../config/config.ts'
import type { Logger } from 'pino'
import type { Decoders } from '../decoder/decoders.ts'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { createServiceReport } from '../http/service-problem.ts'
import type { ProviderCall } from '../../telemetry/metrics.ts'
import { createPaddleOcr } from '../ocr/paddle-ocr.ts'
import type { OcrPort } from '../ocr/port.ts'
import { createMoonshineSpeech, findMoonshine } from '../speech/moonshine/moonshine-speech.ts'
import { createOpenAiSpeech } from '../speech/openai-speech.ts'
import type { SpeechPort } from '../speech/port.ts'
import type { ModelService } from '../llm/chat-client.ts'
import { createClipMedia } from './clip-media.ts'
import type { MediaPort } from './port.ts'
import { removeAbandonedFolders } from './temp-folders.ts'

/** The model is the name of the service's model; for Moonshine the folder of its weights. */
export type SpeechSettings = Pick<
  Settings,
  'SPEECH_PROVIDER' | 'SPEECH_BASE_URL' | 'SPEECH_API_KEY' | 'SPEECH_MODEL'
>

export interface MediaParts {
  readonly fetch: GuardedFetch
  /** The client for the speech service. */
  readonly serviceFetch: GuardedFetch
  readonly decoders: Decoders
  readonly log: Pick<Logger, 'warn'>
  readonly onCall: (call: ProviderCall) => void
}

/** The ports that read clips. Without FFmpeg there are no frames, but OCR of pictures still works. */
export interface MediaPorts {
  readonly media: MediaPort
  readonly ocr: OcrPort
  readonly speech: SpeechPort
}

/** Creates the ports according to the settings. */
export async function createMediaPorts(parts: MediaParts, speech: SpeechSettings): Promise<MediaPorts> {
  await removeAbandonedFolders()
  const { fetch, decoders } = parts
  const { clips, budgets } = decoders
  return {
    media: clips === null ? noMedia : createClipMedia({ fetch, clips, budgets }),
    ocr: createPaddleOcr(decoders),
    speech: speechBy(speech, parts),
  }
}

function speechBy(settings: SpeechSettings, { decoders, serviceFetch, log, onCall }: MediaParts): SpeechPort {
  const { clips } = decoders
  const remote = remoteSpeech(settings, serviceFetch)
  if (remote) {
    const report = createServiceReport({ service: 'speech', log, onCall })
    return createOpenAiSpeech({ ...remote, report }, clips)
  }
  const models = settings.SPEECH_PROVIDER === 'moonshine' ? findMoonshine(settings.SPEECH_MODEL) : []
  if (clips !== null && models.length > 0) return createMoonshineSpeech(decoders, clips, models)
  return noSpeech
}

/** Milliseconds for one transcription by a service; an analysis allows less. */
const REMOTE_TIMEOUT_MS = 60_000

/** The options of the configured speech service; null without one. */
export function remoteSpeech(settings: SpeechSettings, fetch: GuardedFetch): ModelService | null {
  const { SPEECH_BASE_URL: baseUrl, SPEECH_API_KEY: apiKey, SPEECH_MODEL: model = 'whisper-1' } = settings
  if (settings.SPEECH_PROVIDER !== 'openai' || baseUrl === undefined) return null
  return { fetch, baseUrl, model, timeoutMs: REMOTE_TIMEOUT_MS, ...(apiKey === undefined ? {} : { apiKey }) }
}

const noSpeech: SpeechPort = {
  available: false,
  transcribe: async () => ({ kind: 'none', reason: 'switched_off' }),
}

const noMedia: MediaPort = {
  fetch: async () => ({ kind: 'none', reason: 'switched_off' }),
  frames: async () => ({ kind: 'none', reason: 'switched_off' }),
}
