import { type Answer, serve } from '../../decoder/serve.ts'
import type { Message } from '../../decoder/wire.ts'
import { cutAtPauses, samplesOf } from './chunks.ts'
import { type MoonshineModel, openMoonshine } from './model.ts'
import { speechModels, type Transcript } from './speech-task.ts'

const MIN_CONFIDENCE = 0.75

interface KnownModel {
  readonly language: string
  readonly model: MoonshineModel
}

/** The program of a decoding process that transcribes one WAV at a time. */
serve(createListener())

/** The first task names the folders of the models. */
function createListener(): (request: Message) => Promise<Answer> {
  let models: Promise<readonly KnownModel[]> | undefined
  return async ({ head, body }) => {
    models ??= openModels(head)
    return { head: { ok: true, transcript: await transcribe(body, await models) } }
  }
}

async function openModels(head: unknown): Promise<readonly KnownModel[]> {
  const { models: folders } = speechModels.parse(head)
  return Promise.all(
    folders.map(async ({ language, folder }) => ({ language, model: await openMoonshine(folder) })),
  )
}

/** The first chunk with enough confidence decides the language. */
async function transcribe(wav: Buffer, known: readonly KnownModel[]): Promise<Transcript> {
  const chunks = cutAtPauses(samplesOf(wav))
  let spoken: KnownModel | undefined
  const segments: { second: number; text: string }[] = []
  for (const { second, samples } of chunks) {
    const readings = await Promise.all(
      (spoken === undefined ? known : [spoken]).map(async (one) => ({
        one,
        ...(await one.model.transcribe(samples)),
      })),
    )
    const best = readings.toSorted((a, b) => b.confidence - a.confidence)[0]
    if (best === undefined || best.confidence < MIN_CONFIDENCE || best.text === '') continue
    spoken = best.one
    segments.push({ second, text: best.text })
  }
  return spoken === undefined ? null : { language: spoken.language, segments }
}
