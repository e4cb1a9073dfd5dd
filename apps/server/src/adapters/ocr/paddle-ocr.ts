import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Decoders } from '../decoder/decoders.ts'
import type { DecodingProgram } from '../decoder/pool.ts'
import type { Frame } from '../media/port.ts'
import type { OcrOutcome, OcrPort, ScreenLine } from './port.ts'
import { mergeLines } from './merge-lines.ts'

const PROGRAM: DecodingProgram = {
  name: 'text',
  entry: fileURLToPath(new URL('text-program.ts', import.meta.url)),
  maxHeapMb: 256,
  folders: [],
  // The models take 210 MB, and each picture up to another 100 MB.
  limits: { maxMemoryMb: 448, maxCpuSeconds: 20, maxWallMs: 60_000, maxReplyBytes: 256 * 1024, niceness: 10 },
  // Reading pictures must never take the cores that answer people.
  maxProcesses: 1,
  idleMs: 60_000,
  maxIdleMemoryMb: 300,
  endsOnAbort: false,
}

const textHead = z.object({
  ok: z.literal(true),
  lines: z.array(z.object({ text: z.string(), confidence: z.number() })),
})

/** OCR in one decoding process, which starts with the first picture and ends when idle. */
export function createPaddleOcr(decoders: Pick<Decoders, 'pool' | 'budgets'>): OcrPort {
  return {
    read: async (frames, signal) =>
      signal.aborted ? { kind: 'none', reason: 'timeout' } : readFrames(decoders, frames, signal),
  }
}

/** Reads frame by frame: lines read before the time limit are kept, and several askers take turns. */
async function readFrames(
  { pool, budgets }: Pick<Decoders, 'pool' | 'budgets'>,
  frames: readonly Frame[],
  signal: AbortSignal,
): Promise<OcrOutcome> {
  const lines: ScreenLine[] = []
  let pictures = 0
  let isLate = false
  for (const { second, image } of frames) {
    const release = await budgets.enter('textReading', { signal })
    isLate = typeof release === 'string'
    if (typeof release === 'string') break
    const reply = await pool.run(PROGRAM, { head: {}, body: image }, signal).finally(release)
    const read = reply.ok ? textHead.safeParse(reply.head) : null
    if (!read?.success) continue
    pictures++
    for (const line of read.data.lines) lines.push({ ...line, second })
  }
  if (lines.length > 0) return { kind: 'found', lines: mergeLines(lines) }
  if (isLate || signal.aborted) return { kind: 'none', reason: 'timeout' }
  return { kind: 'none', reason: pictures === 0 && frames.length > 0 ? 'broken' : 'no_text' }
}
