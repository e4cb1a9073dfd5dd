import { openAsBlob } from 'node:fs'
import { nameKey } from '@antojo/domain/text'
import type { ClipReader } from '../decoder/clips/clip-reader.ts'
import type { ServiceReport } from '../http/service-problem.ts'
import type { ModelService } from '../llm/chat-client.ts'
import type { MediaFile } from '../media/port.ts'
import type { SpeechNone, SpeechOutcome, SpeechPort } from './port.ts'
import { createSpeechClient, promptOf, type Transcript } from './speech-client.ts'
import { isSpeech, noSound } from './speech-sense.ts'

interface OpenAiSpeechOptions extends ModelService {
  readonly report: ServiceReport
}

const MAX_CLIP_BYTES = 25 * 1024 * 1024
/** Segments with a higher probability of no speech are left out. */
const MAX_NO_SPEECH = 0.6

const ENGLISH = new Intl.DisplayNames('en', { type: 'language' })
/** Whisper names the language in English. */
const LANGUAGES: ReadonlyMap<string | undefined, string> = new Map(
  'es en pt fr it de ko ja'.split(' ').map((code) => [ENGLISH.of(code)?.toLowerCase(), code]),
)

/** Speech recognition by an OpenAI-compatible service. */
export function createOpenAiSpeech(
  { report, ...options }: OpenAiSpeechOptions,
  clips: ClipReader | null,
): SpeechPort {
  const client = createSpeechClient(options)
  return {
    available: true,
    transcribe: async (file, { maxSeconds, ...hints }, signal) => {
      const sound =
        clips === null ? await wholeFile(file) : await extractSound(clips, file, maxSeconds, signal)
      if (!(sound instanceof Blob)) return sound
      const started = performance.now()
      const answer = await client(sound, hints, signal)
      const seconds = (performance.now() - started) / 1_000
      if (answer.ok) {
        report.success(seconds)
        return outcomeOf(answer.heard, options.model, hints.names ?? [])
      }
      if (!signal.aborted) report.failure(answer, seconds)
      return { kind: 'none', reason: answer.problem === 'timeout' ? 'timeout' : 'broken' }
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

/** Without FFmpeg the service gets the whole clip, up to its size limit, straight from the disk. */
async function wholeFile(file: MediaFile): Promise<Blob | SpeechNone> {
  const clip = await openAsBlob(file.path)
  return clip.size <= MAX_CLIP_BYTES ? clip : { kind: 'none', reason: 'no_audio' }
}

function outcomeOf(heard: Transcript, service: string, names: readonly string[]): SpeechOutcome {
  const spoken = heard.segments?.filter((segment) => (segment.no_speech_prob ?? 0) < MAX_NO_SPEECH)
  const text = (spoken?.map((segment) => segment.text.trim()).join(' ') ?? heard.text).trim()
  if (!isSpeech(text) || isEcho(text, names)) return { kind: 'none', reason: 'no_speech' }
  const language = heard.language?.length === 2 ? heard.language : LANGUAGES.get(heard.language)
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

/** True for a part of the prompt itself, which speech models return for clips without speech. */
function isEcho(text: string, names: readonly string[]): boolean {
  return names.length > 0 && ` ${nameKey(promptOf(names))} `.includes(` ${nameKey(text)} `)
}
