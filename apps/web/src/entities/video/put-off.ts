import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { STORAGE_KEYS } from '../../lib/storage/storage-keys.ts'
import { createPersonalStore, useStore } from '../../lib/store.ts'
import { toast } from '../../lib/view/toasts.ts'
import type { Video } from './video.ts'

/** Ids of open videos that the person wants to finish later, the last one first. */
const later = createPersonalStore<readonly string[]>(stored)
/** Older ones are no longer shown by themselves anyway. */
const MAX_IDS = 200
/** For how long an open video comes back by itself; after that, the list of open videos has it. */
const MAX_AGE_MS = 24 * 3600_000
const DURATION_MS = 6000

/** The newest open video that still waits for the person; null when each was left for later. */
export function useWaiting(open: readonly Video[]): Video | null {
  const ids = useStore(later)
  const [start] = useState(Date.now)
  const waits = ({ id, createdAt }: Video) => createdAt.getTime() > start - MAX_AGE_MS && !ids.includes(id)
  return open.find(waits) ?? null
}

/** Leaves an open video for later, and says so. */
export function putOff({ id }: Video): void {
  finishLater(id)
  toast.info(m.help_later_done(), { duration: DURATION_MS })
}

/** Keeps an open video from coming back by itself. */
export function finishLater(id: string): void {
  later.set([id, ...later.get()].slice(0, MAX_IDS))
  try {
    localStorage.setItem(STORAGE_KEYS.later, JSON.stringify(later.get()))
  } catch {
    // Without storage, it comes back at the next start.
  }
}

function stored(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEYS.later) ?? '[]')
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
