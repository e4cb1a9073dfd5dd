import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '@antojo/db/make-folder'
import { z } from 'zod'
import type { Config } from '../../config/config.ts'

const time = z.iso.datetime().pipe(z.coerce.date())

/** The newest backup that was read back completely, recorded for `antojo check` and /admin. */
const lastBackup = z.object({
  madeAt: time,
  /** Where it was written; it may have been moved since. */
  file: z.string(),
  people: z.number().int(),
  videos: z.number().int(),
  pictures: z.number().int(),
  bytes: z.number().int(),
})
export type LastBackup = z.infer<typeof lastBackup>

const backupFailure = z.object({ failedAt: time, reason: z.string() })
export type BackupFailure = z.infer<typeof backupFailure>

const FILES = { made: 'last-backup.json', failed: 'failed-backup.json' } as const

/** An older backup does not protect what people have saved since; one is made each night, or once in a while by hand. */
export const MAX_BACKUP_AGE_MS = { nightly: 48 * 3600_000, byHand: 7 * 24 * 3600_000 } as const

export async function recordBackup(dir: string, backup: LastBackup): Promise<void> {
  await record(dir, FILES.made, backup)
}

/** The folder of the backups, which other nodes may share, may be what failed; then this node's own folder is used. */
export async function recordFailure(places: BackupPlaces, failure: BackupFailure): Promise<void> {
  const own = (): Promise<void> => record(places.dataDir, FILES.failed, failure)
  await (places.backupDir === null ? own() : record(places.backupDir, FILES.failed, failure).catch(own))
}

async function record(dir: string, name: string, content: object): Promise<void> {
  await makeFolder(dir)
  // On a full disk it stays, and the next one replaces it.
  const draft = join(dir, `${name}.part`)
  // Readable by all: the command may run as another user than the server.
  await writeFile(draft, JSON.stringify(content), { mode: 0o644 })
  await rename(draft, join(dir, name))
}

type BackupPlaces = Pick<Config, 'backupDir' | 'dataDir'>

export interface KnownBackups {
  /** Null before the first one; an unreadable record counts as none. */
  readonly last: LastBackup | null
  /** The last failure, unless a backup was made since. */
  readonly failure: BackupFailure | null
  readonly problem: 'no_backup' | 'old_backup' | 'late_backup' | 'failed_backup' | null
}

export async function readKnownBackups(
  { backupDir, dataDir }: BackupPlaces,
  now = new Date(),
): Promise<KnownBackups> {
  const dirs = backupDir === null ? [dataDir] : [backupDir, dataDir]
  const made = await Promise.all(dirs.map((each) => read(join(each, FILES.made), lastBackup)))
  const failed = await Promise.all(dirs.map((each) => read(join(each, FILES.failed), backupFailure)))
  const [last = null] = made.flatMap((each) => each ?? []).toSorted((a, b) => +b.madeAt - +a.madeAt)
  const [newest] = failed.flatMap((each) => each ?? []).toSorted((a, b) => +b.failedAt - +a.failedAt)
  const failure = newest && (last === null || newest.failedAt > last.madeAt) ? newest : null
  return { last, failure, problem: problemOf(last, failure, { isNightly: backupDir !== null, now }) }
}

function problemOf(
  last: LastBackup | null,
  failure: BackupFailure | null,
  { isNightly, now }: { readonly isNightly: boolean; readonly now: Date },
): KnownBackups['problem'] {
  if (isNightly && failure !== null) return 'failed_backup'
  if (last === null) return 'no_backup'
  const age = +now - +last.madeAt
  if (age <= MAX_BACKUP_AGE_MS[isNightly ? 'nightly' : 'byHand']) return null
  return isNightly ? 'late_backup' : 'old_backup'
}

async function read<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return null
  }
}
