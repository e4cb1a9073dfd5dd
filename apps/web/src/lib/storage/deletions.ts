import { STORAGE_KEYS } from './storage-keys.ts'

/**
 * The ids of the videos that the person deleted and the server may still have. They survive a reload, so that a deletion is
 * finished even if the page is gone before its time to undo is over.
 */
export function pendingDeletions(): readonly string[] {
  try {
    return localStorage.getItem(STORAGE_KEYS.deletions)?.split(' ') ?? []
  } catch {
    return []
  }
}

export function addDeletion(id: string): void {
  keep([...pendingDeletions(), id])
}

export function removeDeletion(id: string): void {
  keep(pendingDeletions().filter((other) => other !== id))
}

function keep(ids: readonly string[]): void {
  try {
    if (ids.length > 0) localStorage.setItem(STORAGE_KEYS.deletions, ids.join(' '))
    else localStorage.removeItem(STORAGE_KEYS.deletions)
  } catch {
    // Without storage, the deletion lasts as long as the page.
  }
}
