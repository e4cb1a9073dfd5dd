import { Worker } from 'node:worker_threads'
import type { FoundImport } from '@antojo/imports/read-import'

/** What a file of another service holds, or why it is refused. */
export type ExportOutcome =
  | { readonly kind: 'found'; readonly found: FoundImport }
  | {
      readonly kind: 'refused'
      readonly code: 'import_unreadable' | 'import_too_large'
      readonly detail: string
    }

/** Reads a file on the disk; rejects with the signal's reason when that aborts first. */
export type ReadExport = (
  file: { readonly path: string; readonly name: string },
  signal: AbortSignal,
) => Promise<ExportOutcome>

const TIMEOUT_MS = 20_000
/** 64 MB of text as UTF-16, and what is read from it. */
const MAX_HEAP_MB = 512

/** Reads a file in a thread of its own, whose memory and time are bounded, so that no file holds up the server. */
export const readExportFile: ReadExport = async (file, signal) => {
  const thread = new Worker(new URL('./read-export-thread.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    // The server's own settings and secrets stay outside.
    env: {},
  })
  const tooLate = AbortSignal.timeout(TIMEOUT_MS)
  const ended = AbortSignal.any([signal, tooLate])
  try {
    return await new Promise<ExportOutcome>((resolve, reject) => {
      const tooLarge = { kind: 'refused', code: 'import_too_large' } as const
      thread.once('message', (outcome: ExportOutcome) => resolve(outcome))
      thread.once('error', (error) => {
        const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        if (isMemory) resolve({ ...tooLarge, detail: 'Reading the file takes too much memory.' })
        else reject(error)
      })
      ended.addEventListener('abort', () => {
        if (signal.aborted) reject(signal.reason)
        else resolve({ ...tooLarge, detail: 'Reading the file takes too long.' })
      })
    })
  } finally {
    await thread.terminate()
  }
}
