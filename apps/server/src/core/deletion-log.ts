import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeletionEvent, RecordDeletion } from '@antojo/auth/accounts/deletion'
import { z } from 'zod'

/**
 * A small file beside the database in which each deletion of an account is noted, so that a restored backup does not
 * bring back what was deleted after it was made. It is only ever appended to, and holds no personal data but ids.
 */
export interface DeletionLog {
  readonly append: RecordDeletion
  /** The latest event of each account. */
  latest(): Promise<readonly DeletionEvent[]>
}

const userId = z.uuid()
const line = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scheduled'), userId, deleteAfter: z.iso.datetime().pipe(z.coerce.date()) }),
  z.object({ kind: z.literal('cancelled'), userId }),
  z.object({ kind: z.literal('deleted'), userId }),
])

export function createDeletionLog(dataDir: string): DeletionLog {
  const file = join(dataDir, 'account-deletions.jsonl')
  return {
    append: async (event) => {
      const handle = await open(file, 'a', 0o600)
      try {
        // The line break in front ends a line that a full disk has cut off.
        await handle.write(`\n${JSON.stringify({ at: new Date(), ...event })}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
    latest: async () => {
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
        throw error
      })
      const events = text.split('\n').flatMap(readLine)
      return [...new Map(events.map((event) => [event.userId, event])).values()]
    },
  }
}

/** A line that was cut off belongs to a change that was not committed. */
function readLine(text: string): DeletionEvent[] {
  try {
    const read = line.safeParse(JSON.parse(text))
    return read.success ? [read.data] : []
  } catch {
    return []
  }
}
