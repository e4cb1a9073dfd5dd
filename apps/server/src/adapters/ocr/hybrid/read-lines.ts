import sharp from 'sharp'
import { combineReadings } from './combine.ts'
import type { ReadText } from './ctc.ts'
import type { Paddle } from './paddle.ts'
import type { LineReader } from './tesseract.ts'
import type { Box } from './text-boxes.ts'

/** A line of text and where it stands in the picture, in pixels. */
export interface ReadLine extends ReadText {
  readonly box: Box
}

const MOST_PIXELS = 40_000_000
const LONGEST_SIDE = 1920
const MOST_LINES = 40
const LEAST_CONFIDENCE = 0.6
const TESSERACT_HEIGHT = 64
const MARGIN = 10
// Without a density Tesseract warns about every line.
const TESSERACT_DPI = 300

/** A picture ready to be read, upright and at most 1920 px; null when the bytes are no picture or it has over 40 million pixels. */
export async function openPicture(image: Buffer): Promise<Buffer | null> {
  try {
    return await sharp(image, { limitInputPixels: MOST_PIXELS })
      .rotate()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 1 })
      .toBuffer()
  } catch {
    // libvips refuses what it cannot decode; there is nothing else that can fail here.
    return null
  }
}

/** Every line of text in a picture from `openPicture`, top to bottom. */
export async function readLines(picture: Buffer, paddle: Paddle, tesseract: LineReader): Promise<ReadLine[]> {
  const lines: ReadLine[] = []
  for (const box of (await paddle.detect(picture)).slice(0, MOST_LINES)) {
    const crop = await sharp(picture).extract(box).png({ compressionLevel: 1 }).toBuffer()
    const seen = await paddle.recognise(crop)
    if (seen.confidence < LEAST_CONFIDENCE || !/[\p{L}\p{N}]/u.test(seen.text)) continue
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
