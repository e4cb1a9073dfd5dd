import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { z } from 'zod'
import { extractSound } from '../../media/sound.ts'
import type { Ffmpeg } from '../../media/ffmpeg.ts'
import type { SpeechOutcome, SpeechPort } from '../port.ts'
import { isSpeech } from '../speech-sense.ts'

const IDLE_MS = 60_000

const transcript = z
  .object({ language: z.string(), segments: z.array(z.object({ second: z.number(), text: z.string() })) })
  .nullable()

/** Folders below a Moonshine release's `model/`, by language. The Spanish weights carry a licence of their own. */
const folders = [
  { language: 'en', name: 'base' },
  { language: 'es', name: 'base-es-non-commercial' },
] as const

export interface MoonshineFolder {
  readonly language: string
  readonly folder: string
}

/**
 * The weights in a folder, or those of the npm package `@usefulsensors/moonshine-js` (0.1.17 carries English and
 * Spanish) when the operator installed it. Empty when there are none.
 */
export function findMoonshine(folder: string | undefined): MoonshineFolder[] {
  const root = folder ?? packagedModels()
  if (root === null) return []
  return folders
    .map(({ language, name }) => ({ language, folder: path.join(root, name, 'quantized') }))
    .filter((model) => existsSync(path.join(model.folder, 'encoder_model.onnx')))
}

/** Speech by Moonshine weights on this machine, in one worker thread that ends when idle. */
export function createMoonshineSpeech(
  ffmpeg: Ffmpeg,
  models: readonly MoonshineFolder[],
): SpeechPort & { close(): Promise<void> } {
  const pool = new Piscina({
    filename: fileURLToPath(new URL('worker.ts', import.meta.url)),
    workerData: { models },
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  })
  return {
    available: true,
    transcribe: async (file, { maxSeconds }, signal) => {
      const wav = await extractSound(ffmpeg, file, maxSeconds, signal)
      if (wav === null) return { kind: 'none', reason: signal.aborted ? 'timeout' : 'no_audio' }
      try {
        return outcomeOf(
          transcript.parse(await pool.run(new Uint8Array(wav), { signal, name: 'transcribe' })),
        )
      } catch (error) {
        if (signal.aborted) return { kind: 'none', reason: 'timeout' }
        throw error
      }
    },
    close: async () => await pool.destroy(),
  }
}

function outcomeOf(heard: z.infer<typeof transcript>): SpeechOutcome {
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
