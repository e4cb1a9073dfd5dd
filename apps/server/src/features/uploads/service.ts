import { open, readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { ReadMediaResponse } from '@antojo/contract/read-media'
import { pictureFormat, SIGNATURE_BYTES } from '../../adapters/decoder/signatures.ts'
import { makeMediaFile } from '../../adapters/media/media-file.ts'
import type { MediaFile } from '../../adapters/media/port.ts'
import type { OcrPort } from '../../adapters/ocr/port.ts'
import { AppError } from '../../core/app-error.ts'
import type { Budgets } from '../../core/budgets.ts'
import { saveUpload } from '../../core/upload.ts'
import { timeouts } from '../../identify/evidence/timeouts.ts'
import { type MediaDeps, readMedia } from '../../identify/evidence/read-media.ts'
import { createStepRecorder } from '../../identify/evidence/step-recorder.ts'

/** A screenshot has a few MB. Unlike clips, pictures are held in memory. */
const MAX_PICTURE_BYTES = 16 * 1024 * 1024

export type Uploads = ReturnType<typeof createUploads>

/** Reads uploaded screenshots and clips, and deletes them afterwards. */
export function createUploads(media: MediaDeps, budgets: Pick<Budgets, 'run'>) {
  return {
    /** Reads the bytes while they arrive. Rejects with the signal's reason when that aborts first. */
    read: async (bytes: Readable, signal: AbortSignal): Promise<ReadMediaResponse> => {
      const file = await makeMediaFile()
      try {
        const size = await saveUpload(bytes, file.path)
        if (!(await isPicture(file.path)))
          return await budgets.run('clip', () => readClip(media, file, signal), { signal })
        if (size > MAX_PICTURE_BYTES) throw new AppError('payload_too_large', 'The picture is too large.')
        return await readPicture(media.ocr, await readFile(file.path), signal)
      } finally {
        await file.dispose()
      }
    },
  }
}

/** Decides by the first bytes of the file. */
async function isPicture(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0)
    return pictureFormat(buffer.subarray(0, bytesRead)) !== null
  } finally {
    await file.close()
  }
}

async function readClip(media: MediaDeps, file: MediaFile, left: AbortSignal): Promise<ReadMediaResponse> {
  const steps = createStepRecorder(() => undefined)
  const tooLate = AbortSignal.timeout(timeouts.frames + timeouts.ocr + timeouts.transcribe)
  const signal = AbortSignal.any([left, tooLate])
  const { texts } = await readMedia(media, file, { steps, signal })
  const read = texts.flatMap(({ source, text, second }) =>
    source === 'ocr' || source === 'transcript' ? [{ source, text, second: second ?? 0 }] : [],
  )
  const reason = steps.steps.find(({ step }) => step === 'ocr')?.reason ?? 'no_text'
  return read.length > 0 ? { ok: true, texts: read } : { ok: false, texts: [], reason }
}

async function readPicture(ocr: OcrPort, image: Buffer, left: AbortSignal): Promise<ReadMediaResponse> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(timeouts.ocr)])
  const read = await ocr.read([{ second: 0, image }], signal)
  if (read.kind === 'none') return { ok: false, texts: [], reason: read.reason }
  return { ok: true, texts: read.lines.map(({ text, second }) => ({ source: 'ocr', text, second })) }
}
