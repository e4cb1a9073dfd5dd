import sharp from 'sharp'
import { openPicture } from '../../decoder/pictures/safe-sharp.ts'
import { combineReadings } from './combine-readings.ts'
import type { ReadText } from './ctc.ts'
import type { Paddle } from './paddle.ts'
import type { LineReader } from './tesseract.ts'
import type { Box } from './text-boxes.ts'

/** A line of text and its box in the picture, in pixels. */
interface ReadLine extends ReadText {
  readonly box: Box
}

const MAX_SIDE = 1920
const MAX_LINES = 40
const MIN_CONFIDENCE = 0.6
const TESSERACT_HEIGHT = 64
const MARGIN = 10
// Without a density Tesseract warns about every line.
const TESSERACT_DPI = 300

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
export async function readLines(picture: Buffer, paddle: Paddle, tesseract: LineReader): Promise<ReadLine[]> {
  const lines: ReadLine[] = []
  for (const box of (await paddle.detect(picture)).slice(0, MAX_LINES)) {
    const crop = await sharp(picture).extract(box).png({ compressionLevel: 1 }).toBuffer()
    const seen = await paddle.recognise(crop)
    if (seen.confidence < MIN_CONFIDENCE || !/[\p{L}\p{N}]/u.test(seen.text)) continue
    const read = needsAccents(seen.text)
      ? combineReadings(seen, await tesseract.read(await forTesseract(crop)))
      : seen
    lines.push({ ...read, box })
  }
  return lines
}

/** Numbers and prices gain nothing from a second reading. */
function needsAccents(text: string): boolean {
  return /\p{L}{3}/u.test(text)
}

async function forTesseract(crop: Buffer): Promise<Buffer> {
  return await sharp(crop)
    .grayscale()
    .normalise()
    .resize({ height: TESSERACT_HEIGHT })
    .extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, extendWith: 'copy' })
    .withMetadata({ density: TESSERACT_DPI })
    .png({ compressionLevel: 1 })
    .toBuffer()
}
