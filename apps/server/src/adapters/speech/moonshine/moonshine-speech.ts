import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClipReader } from '../../decoder/clips/clip-reader.ts'
import type { Decoders } from '../../decoder/decoders.ts'
import type { DecodingProgram } from '../../decoder/pool.ts'
import type { SpeechOutcome, SpeechPort } from '../port.ts'
import { isSpeech, noSound } from '../speech-sense.ts'
import { type Transcript, transcriptHead } from './speech-task.ts'

const PROGRAM: Omit<DecodingProgram, 'folders'> = {
  name: 'speech',
  entry: fileURLToPath(new URL('speech-program.ts', import.meta.url)),
  maxHeapMb: 128,
  limits: { maxMemoryMb: 640, maxCpuSeconds: 60, maxWallMs: 60_000, maxReplyBytes: 256 * 1024, niceness: 10 },
  maxProcesses: 1,
  idleMs: 60_000,
  maxIdleMemoryMb: 640,
  endsOnAbort: true,
}

/** Folders in the `model/` of a Moonshine release, by language. The Spanish weights have a different licence. */
const MODEL_FOLDERS = [
  { language: 'en', name: 'base' },
  { language: 'es', name: 'base-es-non-commercial' },
] as const

interface MoonshineFolder {
  readonly language: string
  readonly folder: string
}

/**
 * Finds the weights in a folder, or in the npm package `@usefulsensors/moonshine-js` (0.1.17 has English and Spanish)
 * if the operator installed it. Empty when there are none.
 */
export function findMoonshine(folder: string | undefined): MoonshineFolder[] {
  const root = folder ?? packagedModels()
  if (root === null) return []
  return MODEL_FOLDERS.map(({ language, name }) => ({
    language,
    folder: path.join(root, name, 'quantized'),
  })).filter((model) => existsSync(path.join(model.folder, 'encoder_model.onnx')))
}

/** Speech recognition by Moonshine on this machine, in one decoding process that ends when idle. */
export function createMoonshineSpeech(
  { pool, budgets }: Pick<Decoders, 'pool' | 'budgets'>,
  clips: ClipReader,
  models: readonly MoonshineFolder[],
): SpeechPort {
  const program: DecodingProgram = { ...PROGRAM, folders: models.map(({ folder }) => folder) }
  return {
    available: true,
    transcribe: async (file, { maxSeconds }, signal) => {
      const release = await budgets.enter('speech', { signal })
      if (typeof release === 'string') return { kind: 'none', reason: 'timeout' }
      try {
        const sound = await clips.sound(file.path, maxSeconds, signal)
        if (!sound.ok) return noSound(sound)
        const reply = await pool.run(program, { head: { models }, body: sound.wav }, signal)
        if (!reply.ok) return { kind: 'none', reason: signal.aborted ? 'timeout' : 'broken' }
        const heard = transcriptHead.safeParse(reply.head)
        return heard.success ? outcomeOf(heard.data.transcript) : { kind: 'none', reason: 'broken' }
      } finally {
        release()
      }
    },
  }
}

function outcomeOf(heard: Transcript): SpeechOutcome {
  const text = heard?.segments.map((segment) => segment.text).join(' ') ?? ''
  if (heard === null || !isSpeech(text)) return { kind: 'none', reason: 'no_speech' }
  return { kind: 'found', text, service: 'moonshine', language: heard.language, segments: heard.segments }
}

function packagedModels(): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve('@usefulsensors/moonshine-js')
    const dist = entry.slice(0, entry.lastIndexOf(`${path.sep}dist${path.sep}`) + 6)
    return path.join(dist, 'model')
  } catch {
    return null
  }
}
