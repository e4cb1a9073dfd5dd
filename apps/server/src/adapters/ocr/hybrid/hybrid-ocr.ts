import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Decoders } from '../../decoder/decoders.ts'
import type { DecodingProgram } from '../../decoder/pool.ts'
import type { Frame } from '../../media/port.ts'
import type { OcrOutcome, OcrPort, ScreenLine } from '../port.ts'
import { collectLanguageData } from './language-data.ts'
import { mergeLines } from './merge-lines.ts'

const PROGRAM: Omit<DecodingProgram, 'folders'> = {
  name: 'text',
  entry: fileURLToPath(new URL('text-program.ts', import.meta.url)),
  maxHeapMb: 256,
  // Tesseract starts another thread.
  threads: 2,
  // The models take 330 MB, and each picture another 100 MB.
  limits: { maxMemoryMb: 512, maxCpuSeconds: 20, maxWallMs: 60_000, maxReplyBytes: 256 * 1024, niceness: 10 },
  // Reading pictures must never take the cores that answer people.
  maxProcesses: 1,
  idleMs: 60_000,
  maxIdleMemoryMb: 420,
  endsOnAbort: false,
}

const textHead = z.object({
  ok: z.literal(true),
  lines: z.array(z.object({ text: z.string(), confidence: z.number() })),
})

interface Reader {
  readonly program: DecodingProgram
  readonly languageData: string
}

/** OCR in one decoding process, which starts with the first picture and ends when idle. */
export function createHybridOcr(
  decoders: Pick<Decoders, 'pool' | 'budgets'>,
): OcrPort & { close(): Promise<void> } {
  let reader: Promise<Reader> | undefined
  return {
    read: async (frames, signal) => {
      if (signal.aborted) return { kind: 'none', reason: 'timeout' }
      return readFrames(decoders, await (reader ??= openReader()), frames, signal)
    },
    close: async () => {
      if (reader) await rm((await reader).languageData, { recursive: true, force: true })
    },
  }
}

async function openReader(): Promise<Reader> {
  const languageData = await collectLanguageData()
  return { program: { ...PROGRAM, folders: [languageData] }, languageData }
}

/** Reads frame by frame: lines read before the time limit are kept, and several askers take turns. */
async function readFrames(
  { pool, budgets }: Pick<Decoders, 'pool' | 'budgets'>,
  { program: textProgram, languageData }: Reader,
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
    const reply = await pool
      .run(textProgram, { head: { languageData }, body: image }, signal)
      .finally(release)
    const read = reply.ok ? textHead.safeParse(reply.head) : null
    if (!read?.success) continue
    pictures++
    for (const line of read.data.lines) lines.push({ ...line, second })
  }
  if (lines.length > 0) return { kind: 'found', lines: mergeLines(lines) }
  if (isLate || signal.aborted) return { kind: 'none', reason: 'timeout' }
  return { kind: 'none', reason: pictures === 0 && frames.length > 0 ? 'broken' : 'no_text' }
}
