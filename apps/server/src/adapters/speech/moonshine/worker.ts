import { workerData } from 'node:worker_threads'
import { z } from 'zod'
import { lowerThreadPriority } from '../../media/low-priority.ts'
import { cutAtPauses, samplesOf } from './chunks.ts'
import { openMoonshine, type MoonshineModel } from './model.ts'

/** What the worker heard; null when nothing was said in a language it knows. */
export type Transcript = {
  readonly language: string
  readonly segments: readonly { readonly second: number; readonly text: string }[]
} | null

const LEAST_CONFIDENCE = 0.75

const { models: folders } = z
  .object({ models: z.array(z.object({ language: z.string(), folder: z.string() })).min(1) })
  .parse(Array.isArray(workerData) ? workerData[1] : workerData)
lowerThreadPriority()
const models = await Promise.all(
  folders.map(async ({ language, folder }) => ({ language, model: await openMoonshine(folder) })),
)

/** Runs in a worker thread. The first piece that a model is sure of settles the language. */
export async function transcribe(wav: Uint8Array): Promise<Transcript> {
  const chunks = cutAtPauses(samplesOf(Buffer.from(wav)))
  let spoken: { language: string; model: MoonshineModel } | undefined
  const segments: { second: number; text: string }[] = []
  for (const { second, samples } of chunks) {
    const readings = await Promise.all(
      (spoken === undefined ? models : [spoken]).map(async (known) => ({
        known,
        ...(await known.model.transcribe(samples)),
      })),
    )
    const best = readings.toSorted((a, b) => b.confidence - a.confidence)[0]
    if (best === undefined || best.confidence < LEAST_CONFIDENCE || best.text === '') continue
    spoken = best.known
    segments.push({ second, text: best.text })
  }
  return spoken === undefined ? null : { language: spoken.language, segments }
}
