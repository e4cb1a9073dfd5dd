import { limitSharp } from '../decoder/pictures/safe-sharp.ts'
import { type Answer, serve } from '../decoder/serve.ts'
import type { Message } from '../decoder/wire.ts'
import { openPaddle, type Paddle } from './paddle.ts'
import { openForReading, readLines } from './read-lines.ts'

/** The program of a decoding process: reads the lines of text in one picture at a time. */
limitSharp()
serve(createReader())

/** The first task loads the models. */
function createReader(): (request: Message) => Promise<Answer> {
  let paddle: Promise<Paddle> | undefined
  return async ({ body }) => read(body, await (paddle ??= openPaddle()))
}

async function read(bytes: Buffer, paddle: Paddle): Promise<Answer> {
  const picture = await openForReading(bytes)
  if (!picture.ok) return { head: picture }
  const lines = await readLines(picture.png, paddle)
  return { head: { ok: true, lines: lines.map(({ text, confidence }) => ({ text, confidence })) } }
}
