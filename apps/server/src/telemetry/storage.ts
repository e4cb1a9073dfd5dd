import { statfsSync } from 'node:fs'
import type { Logger } from 'pino'

/** Postgres needs 16 MB for its next log file, and space for statements that already run. */
const MIN_FREE_BYTES = 64 * 1024 ** 2
const LOOK_INTERVAL_MS = 1_000

export interface StorageWatch {
  /** True while the database's disk has no space for new data. */
  isFull(): boolean
  stop(): void
}

/** Whether the folder's disk has no space for new data; asks the system, which takes some microseconds. */
export function isStorageFull(dir: string): boolean {
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize < MIN_FREE_BYTES
}

/** Watches the free space at the folder. While there is none, each question looks again, so that a freed disk helps at once. */
export function watchStorage(
  dir: string,
  log: Pick<Logger, 'info' | 'error'>,
  isFullNow = isStorageFull,
): StorageWatch {
  let full = false
  const look = (): void => {
    const was = full
    full = isFullNow(dir)
    if (full && !was) log.error({ dir }, 'the disk is full: nothing new is saved')
    if (was && !full) log.info({ dir }, 'the disk has room again')
  }
  look()
  const timer = setInterval(look, LOOK_INTERVAL_MS).unref()
  const isFull = (): boolean => {
    if (full) look()
    return full
  }
  return { isFull, stop: () => clearInterval(timer) }
}
