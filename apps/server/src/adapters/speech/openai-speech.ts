import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import type { ClipReader } from '../decoder/clips/clip-reader.ts'
import type { MediaFile } from '../media/port.ts'
import type { SpeechOutcome, SpeechPort } from './port.ts'
import { isSpeech } from './speech-sense.ts'

export interface OpenAiSpeechOptions {
  /** E.g. `https://api.openai.com/v1`; any server that speaks `/audio/transcriptions`. */
  readonly baseUrl: string
  readonly apiKey?: string
  readonly model: string
}

const MOST_BYTES = 25 * 1024 * 1024
const NO_SPEECH = 0.6

/** Whisper names the language in English. */
const languages: ReadonlyMap<string, string> = new Map([
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
 * Speech by an OpenAI-compatible `POST /audio/transcriptions`. Asks for `verbose_json`, which tells seconds and how
 * likely there is no speech, and for plain `json` where a model knows only that.
 */
export function createOpenAiSpeech(options: OpenAiSpeechOptions, clips: ClipReader | null): SpeechPort {
  return {
    available: true,
    transcribe: async (file, { maxSeconds }, signal) => {
      const sound =
        clips === null ? await wholeFile(file) : await extractSound(clips, file, maxSeconds, signal)
      if (sound === null) return { kind: 'none', reason: signal.aborted ? 'timeout' : 'no_audio' }
      try {
        return outcomeOf(await ask(options, sound, signal), options.model)
      } catch {
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
): Promise<Buffer | null> {
  const sound = await clips.sound(file.path, maxSeconds, signal)
  return sound.ok ? sound.wav : null
}

/** Without FFmpeg the service takes the clip as it is, up to its limit. */
async function wholeFile(file: MediaFile): Promise<Buffer | null> {
  return (await stat(file.path)).size <= MOST_BYTES ? await readFile(file.path) : null
}

async function ask(options: OpenAiSpeechOptions, sound: Buffer, signal: AbortSignal): Promise<Answer> {
  const verbose = await post(options, sound, 'verbose_json', signal)
  const response = verbose.status === 400 ? await post(options, sound, 'json', signal) : verbose
  if (!response.ok) throw new Error(`Speech service answered ${response.status}`)
  return answer.parse(await response.json())
}

async function post(
  options: OpenAiSpeechOptions,
  sound: Buffer,
  format: string,
  signal: AbortSignal,
): Promise<Response> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(sound)], { type: 'audio/wav' }), 'sound.wav')
  form.append('model', options.model)
  form.append('response_format', format)
  // Sent as bytes: a FormData body that is given up halfway rejects where nobody can catch it.
  const encoded = new Response(form)
  const headers = new Headers({ 'content-type': encoded.headers.get('content-type') ?? '' })
  if (options.apiKey !== undefined) headers.set('authorization', `Bearer ${options.apiKey}`)
  return await fetch(`${options.baseUrl.replace(/\/$/, '')}/audio/transcriptions`, {
    method: 'POST',
    headers,
    body: await encoded.arrayBuffer(),
    signal,
  })
}

function outcomeOf(heard: Answer, service: string): SpeechOutcome {
  const spoken = heard.segments?.filter((segment) => (segment.no_speech_prob ?? 0) < NO_SPEECH)
  const text = (spoken?.map((segment) => segment.text.trim()).join(' ') ?? heard.text).trim()
  if (!isSpeech(text)) return { kind: 'none', reason: 'no_speech' }
  const language = heard.language?.length === 2 ? heard.language : languages.get(heard.language ?? '')
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
