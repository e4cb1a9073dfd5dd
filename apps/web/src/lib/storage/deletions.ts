import { readStored, writeStored, STORAGE_KEYS } from './stored.ts'

/**
 * The ids of the videos that the person deleted and the server may still have. They survive a reload, so that a deletion is
 * finished even if the page is gone before its time to undo is over.
 */
export function pendingDeletions(): readonly string[] {
  return readStored(STORAGE_KEYS.deletions)?.split(' ') ?? []
}

export function addDeletion(id: string): void {
  keep([...pendingDeletions(), id])
}

export function removeDeletion(id: string): void {
  keep(pendingDeletions().filter((other) => other !== id))
}

function keep(ids: readonly string[]): void {
  writeStored(STORAGE_KEYS.deletions, ids.length > 0 ? ids.join(' ') : null)
}
