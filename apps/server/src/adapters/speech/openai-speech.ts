import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { ClipReader } from '../decoder/clips/clip-reader.ts'
import type { MediaFile } from '../media/port.ts'
import { messageOf } from '../message-of.ts'
import type { SpeechNone, SpeechOutcome, SpeechPort } from './port.ts'
import { isSpeech, noSound } from './speech-sense.ts'

interface OpenAiSpeechOptions {
  /** E.g. `https://api.openai.com/v1`; any server that speaks `/audio/transcriptions`. */
  readonly baseUrl: string
  readonly apiKey?: string
  readonly model: string
  readonly log: Pick<Logger, 'warn'>
}

const MAX_CLIP_BYTES = 25 * 1024 * 1024
/** Segments with a higher probability of no speech are left out. */
const MAX_NO_SPEECH = 0.6

/** Whisper names the language in English. */
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['spanish', 'es'],
  ['english', 'en'],
  ['portuguese', 'pt'],
  ['french', 'fr'],
  ['italian', 'it'],
  ['german', 'de'],
  ['korean', 'ko'],
  ['japanese', 'ja'],
])

const answer = z.object({
  text: z.string(),
  language: z.string().optional(),
  segments: z
    .array(z.object({ start: z.number(), text: z.string(), no_speech_prob: z.number().optional() }))
    .optional(),
})
type Answer = z.infer<typeof answer>

/**
 * Speech recognition by an OpenAI-compatible `POST /audio/transcriptions`. Requests `verbose_json`, which has seconds and
 * the probability of no speech, and plain `json` from models that support nothing else.
 */
export function createOpenAiSpeech(options: OpenAiSpeechOptions, clips: ClipReader | null): SpeechPort {
  return {
    available: true,
    transcribe: async (file, { maxSeconds }, signal) => {
      const sound =
        clips === null ? await wholeFile(file) : await extractSound(clips, file, maxSeconds, signal)
      if (!(sound instanceof Blob)) return sound
      try {
        return outcomeOf(await transcribe(options, sound, signal), options.model)
      } catch (error) {
        if (!signal.aborted) options.log.warn({ reason: messageOf(error) }, 'speech service failed')
        return { kind: 'none', reason: signal.aborted ? 'timeout' : 'broken' }
      }
    },
  }
}

async function extractSound(
  clips: ClipReader,
  file: MediaFile,
  maxSeconds: number,
  signal: AbortSignal,
): Promise<Blob | SpeechNone> {
  const sound = await clips.sound(file.path, maxSeconds, signal)
  return sound.ok ? new Blob([new Uint8Array(sound.wav)]) : noSound(sound)
}

/** Without FFmpeg the service gets the whole clip, up to its limit, straight from the disk. */
async function wholeFile(file: MediaFile): Promise<Blob | SpeechNone> {
  const clip = await openAsBlob(file.path)
  return clip.size <= MAX_CLIP_BYTES ? clip : { kind: 'none', reason: 'no_audio' }
}

async function transcribe(options: OpenAiSpeechOptions, sound: Blob, signal: AbortSignal): Promise<Answer> {
  const verbose = await post(options, sound, 'verbose_json', signal)
  const response = verbose.status === 400 ? await post(options, sound, 'json', signal) : verbose
  if (!response.ok) throw new Error(`Speech service answered ${response.status}`)
  return answer.parse(await response.json())
}

async function post(
  options: OpenAiSpeechOptions,
  sound: Blob,
  format: string,
  signal: AbortSignal,
): Promise<Response> {
  const boundary = randomUUID()
  const headers = new Headers({ 'content-type': `multipart/form-data; boundary=${boundary}` })
  if (options.apiKey !== undefined) headers.set('authorization', `Bearer ${options.apiKey}`)
  const fields = { model: options.model, response_format: format }
  return await fetch(`${options.baseUrl.replace(/\/$/, '')}/audio/transcriptions`, {
    method: 'POST',
    headers,
    body: multipart(boundary, fields, sound),
    signal,
  })
}

/** Not FormData: aborting a request with it causes a rejection that nobody can catch. */
function multipart(boundary: string, fields: Readonly<Record<string, string>>, sound: Blob): Blob {
  const part = (disposition: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`)
  const head = `${part('name="file"; filename="sound.wav"')}content-type: audio/wav\r\n\r\n`
  return new Blob([...texts, head, sound, `\r\n--${boundary}--\r\n`])
}

function outcomeOf(heard: Answer, service: string): SpeechOutcome {
  const spoken = heard.segments?.filter((segment) => (segment.no_speech_prob ?? 0) < MAX_NO_SPEECH)
  const text = (spoken?.map((segment) => segment.text.trim()).join(' ') ?? heard.text).trim()
  if (!isSpeech(text)) return { kind: 'none', reason: 'no_speech' }
  const language = heard.language?.length === 2 ? heard.language : LANGUAGES.get(heard.language ?? '')
  return {
    kind: 'found',
    text,
    service,
    ...(language !== undefined && { language }),
    ...(spoken !== undefined && {
      segments: spoken.map((segment) => ({ second: Math.floor(segment.start), text: segment.text.trim() })),
    }),
  }
}
