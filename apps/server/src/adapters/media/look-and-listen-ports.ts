import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { createHybridOcr } from '../ocr/hybrid/hybrid-ocr.ts'
import type { OcrPort } from '../ocr/port.ts'
import { createMoonshineSpeech, findMoonshine } from '../speech/moonshine/moonshine-speech.ts'
import { noSpeech } from '../speech/none.ts'
import { createOpenAiSpeech } from '../speech/openai-speech.ts'
import type { SpeechPort } from '../speech/port.ts'
import { createClipMedia } from './clip-media.ts'
import { createFfmpeg, type Ffmpeg, findFfmpeg } from './ffmpeg.ts'
import { noMedia } from './none.ts'
import type { MediaPort } from './port.ts'
import { removeAbandonedFolders } from './temp-folders.ts'

export interface SpeechSettings {
  readonly provider: 'none' | 'openai' | 'moonshine'
  readonly baseUrl?: string | undefined
  readonly apiKey?: string | undefined
  /** Name of the service's model; for Moonshine the folder of its weights. */
  readonly model?: string | undefined
}

/** How a node sees and hears clips. Without ffmpeg there are no frames; pictures are read all the same. */
export interface LookAndListenPorts {
  readonly media: MediaPort
  readonly ocr: OcrPort
  readonly speech: SpeechPort
  close(): Promise<void>
}

/** Ports by the settings, with the system's ffmpeg or the carried one. */
export async function createLookAndListenPorts(
  fetch: GuardedFetch,
  speech: SpeechSettings,
): Promise<LookAndListenPorts> {
  await removeAbandonedFolders()
  const binary = await findFfmpeg()
  const ffmpeg = binary === null ? null : createFfmpeg(binary)
  const ocr = createHybridOcr()
  const heard = speechBy(speech, ffmpeg)
  return {
    media: ffmpeg === null ? noMedia : createClipMedia(fetch, ffmpeg),
    ocr,
    speech: heard,
    close: async () => {
      await ocr.close()
      await heard.close()
    },
  }
}

function speechBy(settings: SpeechSettings, ffmpeg: Ffmpeg | null): SpeechPort & { close(): Promise<void> } {
  const nothingToClose = { close: async () => {} }
  if (settings.provider === 'openai' && settings.baseUrl !== undefined) {
    const { baseUrl, apiKey, model = 'whisper-1' } = settings
    const options = { baseUrl, model, ...(apiKey !== undefined && { apiKey }) }
    return { ...createOpenAiSpeech(options, ffmpeg), ...nothingToClose }
  }
  const models = settings.provider === 'moonshine' ? findMoonshine(settings.model) : []
  if (ffmpeg !== null && models.length > 0) return createMoonshineSpeech(ffmpeg, models)
  return { ...noSpeech, ...nothingToClose }
}
