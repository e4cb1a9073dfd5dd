import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeletionEvent } from '@antojo/auth/accounts/ports'
import { ignoreCode } from '@antojo/db/ignore-code'
import { tryParseJson } from '@antojo/domain/unknown-values'
import { z } from 'zod'

/**
 * An append-only file beside the database with every deletion of an account, so that restoring an older backup does not
 * bring deleted accounts back. The only personal data in it are ids.
 */
export type DeletionLog = ReturnType<typeof createDeletionLog>

const userId = z.uuid()
const line = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scheduled'), userId, deleteAfter: z.iso.datetime().pipe(z.coerce.date()) }),
  z.object({ kind: z.literal('cancelled'), userId }),
  z.object({ kind: z.literal('deleted'), userId }),
])

export function createDeletionLog(dataDir: string) {
  const file = join(dataDir, 'account-deletions.jsonl')
  return {
    append: async (event: DeletionEvent) => {
      const handle = await open(file, 'a', 0o600)
      try {
        // The leading line break ends a line that a full disk has truncated.
        await handle.write(`\n${JSON.stringify({ at: new Date(), ...event })}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
    /** The latest event of each account. */
    latest: async (): Promise<readonly DeletionEvent[]> => {
      const text = await readFile(file, 'utf8').catch(ignoreCode('ENOENT'))
      const events = (text ?? '').split('\n').flatMap(readLine)
      return [...new Map(events.map((event) => [event.userId, event])).values()]
    },
  }
}

/** A truncated line is skipped: its change was not committed. */
function readLine(text: string): DeletionEvent[] {
  const read = line.safeParse(tryParseJson(text))
  return read.success ? [read.data] : []
}
