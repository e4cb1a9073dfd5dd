import { z } from 'zod'
import { limitSharp } from '../../decoder/pictures/safe-sharp.ts'
import { type Answer, serve } from '../../decoder/serve.ts'
import type { Message } from '../../decoder/wire.ts'
import { openPaddle } from './paddle.ts'
import { openForReading, readLines } from './read-lines.ts'
import { openTesseract } from './tesseract.ts'

const textTask = z.object({ languageData: z.string() })

/** The program of a decoding process: reads the lines of text in one picture at a time. */
limitSharp()
serve(createReader())

/** The first task loads the models. */
function createReader(): (request: Message) => Promise<Answer> {
  let models: ReturnType<typeof openModels> | undefined
  return async ({ head, body }) => {
    models ??= openModels(textTask.parse(head).languageData)
    return read(body, await models)
  }
}

async function openModels(languageData: string) {
  return { paddle: await openPaddle(), tesseract: await openTesseract(languageData) }
}

async function read(
  bytes: Buffer,
  { paddle, tesseract }: Awaited<ReturnType<typeof openModels>>,
): Promise<Answer> {
  const picture = await openForReading(bytes)
  if (!picture.ok) return { head: picture }
  const lines = await readLines(picture.png, paddle, tesseract)
  return { head: { ok: true, lines: lines.map(({ text, confidence }) => ({ text, confidence })) } }
}
