import type { Logger } from 'pino'
import type { Decoders } from '../decoder/decoders.ts'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { createHybridOcr } from '../ocr/hybrid/hybrid-ocr.ts'
import type { OcrPort } from '../ocr/port.ts'
import { createMoonshineSpeech, findMoonshine } from '../speech/moonshine/moonshine-speech.ts'
import { noSpeech } from '../speech/none.ts'
import { createOpenAiSpeech } from '../speech/openai-speech.ts'
import type { SpeechPort } from '../speech/port.ts'
import { createClipMedia } from './clip-media.ts'
import type { MediaPort } from './port.ts'
import { removeAbandonedFolders } from './temp-folders.ts'

export interface SpeechSettings {
  readonly provider: 'none' | 'openai' | 'moonshine'
  readonly baseUrl?: string | undefined
  readonly apiKey?: string | undefined
  /** Name of the service's model; for Moonshine the folder of its weights. */
  readonly model?: string | undefined
}

/** The ports that read clips. Without FFmpeg there are no frames, but OCR of pictures still works. */
export interface MediaPorts {
  readonly media: MediaPort
  readonly ocr: OcrPort
  readonly speech: SpeechPort
  close(): Promise<void>
}

/** Creates the ports that the settings name. */
export async function createMediaPorts(
  fetch: GuardedFetch,
  decoders: Decoders,
  speech: SpeechSettings,
  log: Pick<Logger, 'warn'>,
): Promise<MediaPorts> {
  await removeAbandonedFolders()
  const { clips, budgets } = decoders
  const ocr = createHybridOcr(decoders)
  return {
    media: clips === null ? noMedia : createClipMedia({ fetch, clips, budgets }),
    ocr,
    speech: speechBy(speech, decoders, log),
    close: () => ocr.close(),
  }
}

function speechBy(settings: SpeechSettings, decoders: Decoders, log: Pick<Logger, 'warn'>): SpeechPort {
  const { clips } = decoders
  if (settings.provider === 'openai' && settings.baseUrl !== undefined) {
    const { baseUrl, apiKey, model = 'whisper-1' } = settings
    const options = { baseUrl, model, log, ...(apiKey !== undefined && { apiKey }) }
    return createOpenAiSpeech(options, clips)
  }
  const models = settings.provider === 'moonshine' ? findMoonshine(settings.model) : []
  if (clips !== null && models.length > 0) return createMoonshineSpeech(decoders, clips, models)
  return noSpeech
}

const noMedia: MediaPort = {
  fetch: async () => ({ kind: 'none', reason: 'switched_off' }),
  frames: async () => ({ kind: 'none', reason: 'switched_off' }),
}
