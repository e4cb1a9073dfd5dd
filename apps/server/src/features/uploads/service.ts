import type { ReadMediaResponse } from '@antojo/contract/read-media'
import sharp from 'sharp'
import { keepMedia } from '../../adapters/media/clip-media.ts'
import type { OcrPort } from '../../adapters/ocr/port.ts'
import { AppError } from '../../core/app-error.ts'
import { budgets } from '../../identify/budgets.ts'
import { type MediaDeps, readMedia } from '../../identify/look-and-listen.ts'
import { createStepRecorder } from '../../identify/step-recorder.ts'

/** Clips that are read at once on a node; each takes a core for seconds. */
const mostAtOnce = 2
const mostPixels = 40_000_000
const pictureFormats: readonly string[] = ['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']

export interface Uploads {
  read(bytes: Buffer): Promise<ReadMediaResponse>
}

/** Reads uploaded screenshots and clips; nothing of them is kept. */
export function createUploads(media: MediaDeps): Uploads {
  let underWay = 0
  return {
    read: async (bytes) => {
      if (underWay >= mostAtOnce)
        throw new AppError('overloaded', 'Other clips are being read.', { retryAfter: 5 })
      underWay += 1
      try {
        return await readUpload(media, bytes)
      } finally {
        underWay -= 1
      }
    },
  }
}

async function readUpload(media: MediaDeps, bytes: Buffer): Promise<ReadMediaResponse> {
  if (await isPicture(bytes)) return readPicture(media.ocr, bytes)
  const steps = createStepRecorder(() => undefined)
  const signal = AbortSignal.timeout(budgets.frames + budgets.ocr + budgets.transcribe)
  const { texts } = await readMedia(media, await keepMedia(bytes), steps, signal)
  const read = texts.flatMap(({ source, text, second }) =>
    source === 'ocr' || source === 'transcript' ? [{ source, text, second: second ?? 0 }] : [],
  )
  const reason = steps.steps.find(({ step }) => step === 'ocr')?.found ?? 'no_text'
  return read.length > 0 ? { ok: true, texts: read } : { ok: false, texts: [], reason }
}

async function readPicture(ocr: OcrPort, image: Buffer): Promise<ReadMediaResponse> {
  const read = await ocr.read([{ second: 0, image }], AbortSignal.timeout(budgets.ocr))
  if (read.kind === 'none') return { ok: false, texts: [], reason: read.reason }
  return { ok: true, texts: read.lines.map(({ text, second }) => ({ source: 'ocr', text, second })) }
}

/** By its bytes, not by its name; drawings that run code or open files are none. */
async function isPicture(bytes: Buffer): Promise<boolean> {
  const metadata = await sharp(bytes, { limitInputPixels: mostPixels })
    .metadata()
    .catch(() => null)
  return metadata !== null && pictureFormats.includes(metadata.format)
}
