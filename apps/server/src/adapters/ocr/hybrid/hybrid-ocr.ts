import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { z } from 'zod'
import type { Frame } from '../../media/port.ts'
import type { OcrOutcome, OcrPort, ScreenLine } from '../port.ts'
import { mergeLines } from './merge-lines.ts'

const IDLE_MS = 60_000

const pictureText = z.array(z.object({ text: z.string(), confidence: z.number() })).nullable()

/**
 * OCR in one worker thread, started with the first picture and ended when idle (its models hold some 500 MB).
 * One thread: reading pictures must never take the cores that answer people.
 */
export function createHybridOcr(): OcrPort & { close(): Promise<void> } {
  const pool = new Piscina({
    filename: fileURLToPath(new URL('worker.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  })
  return {
    read: async (frames, signal) => await readFrames(pool, frames, signal),
    close: async () => await pool.destroy(),
  }
}

/** Frame by frame, so that the time budget keeps what was read before it ran out. */
async function readFrames(pool: Piscina, frames: readonly Frame[], signal: AbortSignal): Promise<OcrOutcome> {
  const lines: ScreenLine[] = []
  let pictures = 0
  for (const { second, image } of frames) {
    try {
      const text = pictureText.parse(await pool.run(new Uint8Array(image), { signal, name: 'readPicture' }))
      if (text === null) continue
      pictures++
      for (const line of text) lines.push({ ...line, second })
    } catch (error) {
      if (!signal.aborted) throw error
      break
    }
  }
  if (lines.length > 0) return { kind: 'found', lines: mergeLines(lines) }
  if (signal.aborted) return { kind: 'none', reason: 'timeout' }
  return { kind: 'none', reason: pictures === 0 && frames.length > 0 ? 'broken' : 'no_text' }
}
