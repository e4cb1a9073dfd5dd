import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The newest backup that was read back completely, recorded in DATA_DIR for `antojo check` and /admin. */
const lastBackup = z.object({
  madeAt: z.iso.datetime().pipe(z.coerce.date()),
  /** Where it was written; it may have been moved since. */
  file: z.string(),
  people: z.number().int(),
  videos: z.number().int(),
  pictures: z.number().int(),
  bytes: z.number().int(),
})
export type LastBackup = z.infer<typeof lastBackup>

/** An older backup does not protect what people have saved since. */
export const MAX_BACKUP_AGE_MS = 7 * 24 * 3600 * 1000

export async function recordBackup(dataDir: string, backup: LastBackup): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const draft = `${fileIn(dataDir)}.${randomUUID()}`
  // Readable by all: the command may run as another user than the server.
  await writeFile(draft, JSON.stringify(backup), { mode: 0o644 })
  await rename(draft, fileIn(dataDir))
}

/** Null before the first one; an unreadable record counts as none. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    return lastBackup.parse(JSON.parse(await readFile(fileIn(dataDir), 'utf8')))
  } catch {
    return null
  }
}

export function isRecent({ madeAt }: LastBackup): boolean {
  return Date.now() - madeAt.getTime() <= MAX_BACKUP_AGE_MS
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'last-backup.json')
}
