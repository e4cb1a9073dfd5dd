import { lowerThreadPriority } from '../../media/low-priority.ts'
import { openPaddle } from './paddle.ts'
import { openPicture, readLines } from './read-lines.ts'
import { openTesseract } from './tesseract.ts'

/** What the worker answers for one picture; null when the bytes are no picture. */
export type PictureText = readonly { readonly text: string; readonly confidence: number }[] | null

lowerThreadPriority()
const paddle = await openPaddle()
const tesseract = await openTesseract()

/** Runs in a worker thread. */
export async function readPicture(image: Uint8Array): Promise<PictureText> {
  const picture = await openPicture(Buffer.from(image))
  if (picture === null) return null
  const lines = await readLines(picture, paddle, tesseract)
  return lines.map(({ text, confidence }) => ({ text, confidence }))
}
