import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import type { DecodingFailure } from '../decoder/decoding-process.ts'
import type { DecodingPool, DecodingProgram } from '../decoder/pool.ts'
import { type ExportTask, foundHead, postsLine, type ReadPost, refusedHead } from './export-task.ts'

/** The content of a file from another service. */
export interface ReadFile extends Pick<z.infer<typeof foundHead>, 'format' | 'parts' | 'unread' | 'choices'> {
  readonly total: number
  /** The rows of Antojo's own file, compressed; null for any other file. */
  readonly archive: Buffer | null
  /** The posts in the file, a few hundred at a time. */
  posts(): Generator<readonly ReadPost[]>
}

/** The content of a file from another service, or the reason why it is refused. */
export type ExportOutcome =
  | { readonly kind: 'found'; readonly found: ReadFile }
  | {
      readonly kind: 'refused'
      readonly code: z.infer<typeof refusedHead>['code'] | 'import_too_slow' | 'import_too_much_memory'
      readonly detail: string
    }

/** Reads a file on disk; rejects with the signal's reason when that aborts first. */
export type ReadExport = (
  file: ExportTask & { readonly path: string },
  signal: AbortSignal,
) => Promise<ExportOutcome>

const workspace = (name: string): string =>
  fileURLToPath(new URL(`../../../../../packages/${name}`, import.meta.url))

const program: DecodingProgram = {
  name: 'export',
  entry: fileURLToPath(new URL('export-program.ts', import.meta.url)),
  folders: [workspace('imports'), workspace('domain'), workspace('contract')],
  // A text of 32 MB takes, with its entries, some 400 MB and three seconds.
  maxHeapMb: 320,
  limits: {
    maxMemoryMb: 448,
    maxCpuSeconds: 6,
    maxWallMs: 20_000,
    maxReplyBytes: 24 * 1024 * 1024,
    niceness: 5,
  },
  maxProcesses: 1,
  idleMs: 0,
  maxIdleMemoryMb: 0,
  endsOnAbort: true,
}

/** Reads each file in a process of its own, which has access to nothing but the opened file. */
export function createExportReader(pool: Pick<DecodingPool, 'run'>): ReadExport {
  return async ({ path, ...task }, signal) => {
    const file = await open(path)
    try {
      const reply = await pool.run(program, { head: task, file: file.fd }, signal)
      if (!reply.ok) return failure(reply.reason, signal)
      const refused = refusedHead.safeParse(reply.head)
      if (refused.success) return { kind: 'refused', ...refused.data }
      const { posts: total, archiveBytes, ok: _, ...facts } = foundHead.parse(reply.head)
      const archive = archiveBytes === 0 ? null : reply.body.subarray(0, archiveBytes)
      const posts = () => linesOf(reply.body.subarray(archiveBytes))
      return { kind: 'found', found: { ...facts, total, archive, posts } }
    } finally {
      await file.close()
    }
  }
}

function failure(reason: DecodingFailure, signal: AbortSignal): ExportOutcome {
  if (reason === 'too_slow')
    return { kind: 'refused', code: 'import_too_slow', detail: 'Reading the file takes too long.' }
  if (reason === 'too_large')
    return {
      kind: 'refused',
      code: 'import_too_much_memory',
      detail: 'Reading the file takes too much memory.',
    }
  signal.throwIfAborted()
  throw new Error(`The process that reads an export ended: ${reason}.`)
}

/** Parses line by line, so that not all posts are in memory together. */
function* linesOf(body: Buffer): Generator<readonly ReadPost[]> {
  for (let start = 0; start < body.length;) {
    const newline = body.indexOf('\n', start)
    const end = newline === -1 ? body.length : newline
    yield postsLine.parse(JSON.parse(body.toString('utf8', start, end)))
    start = end + 1
  }
}
