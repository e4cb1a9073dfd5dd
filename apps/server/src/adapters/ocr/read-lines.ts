import sharp from 'sharp'
import { openPicture } from '../decoder/pictures/safe-sharp.ts'
import type { ReadText } from './ctc.ts'
import type { Paddle } from './paddle.ts'
import type { Box } from './text-boxes.ts'

/** A line of text and its box in the picture, in pixels. */
interface ReadLine extends ReadText {
  readonly box: Box
}

const MAX_SIDE = 1920
const MAX_LINES = 40
const MIN_CONFIDENCE = 0.6
/** Paddle reads ó as this digit. */
const O_INSIDE_WORD = /(?<=\p{L})6(?=\p{L})/gu

type ReadablePicture =
  | { readonly ok: true; readonly png: Buffer }
  | { readonly ok: false; readonly reason: 'too_large' | 'unreadable' }

/** Prepares a foreign picture for OCR: upright and at most 1920 px. */
export async function openForReading(image: Buffer): Promise<ReadablePicture> {
  const opened = await openPicture(image)
  if (!opened.ok) return opened
  const resized = opened.picture.resize(MAX_SIDE, MAX_SIDE, {
    fit: 'inside',
    withoutEnlargement: true,
  })
  return { ok: true, png: await resized.png({ compressionLevel: 1 }).toBuffer() }
}

/** Reads the lines of text in a picture from `openForReading`, top to bottom. */
export async function readLines(picture: Buffer, paddle: Paddle): Promise<ReadLine[]> {
  const lines: ReadLine[] = []
  for (const box of (await paddle.detect(picture)).slice(0, MAX_LINES)) {
    const crop = await sharp(picture).extract(box).png({ compressionLevel: 1 }).toBuffer()
    const { text, confidence } = await paddle.recognise(crop)
    if (confidence < MIN_CONFIDENCE || !/[\p{L}\p{N}]/u.test(text)) continue
    lines.push({ text: text.replace(O_INSIDE_WORD, 'ó'), confidence, box })
  }
  return lines
}
