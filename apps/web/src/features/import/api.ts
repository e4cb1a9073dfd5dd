import { isRecord, oneOf, textOrNull } from '@antojo/domain/unknown-values'
import { createPersonalStore, useStore } from '../../lib/store.ts'
import { writeStored, STORAGE_KEYS } from '../../lib/storage/stored.ts'

export const IMPORT_STATUSES = ['queued', 'extracting', 'enriched', 'saved', 'needs_review', 'error'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** A link to import (spec §4). Its status goes from Queued to Saved, Needs review or Error. */
export interface ImportItem {
  /** Id of the account that added the link; only its collection receives the video. */
  readonly owner: string
  readonly url: string
  /** The person's words around the link. */
  readonly words: string
  readonly status: ImportStatus
  readonly message: string | null
  /** The row that keeps the link; null while there is none. */
  readonly videoId: string | null
  /** Added offline: imported without the sheet. */
  readonly quiet: boolean
}

const items = createPersonalStore<readonly ImportItem[]>(() => stored() ?? [])
addEventListener('storage', ({ key }) => {
  if (key === STORAGE_KEYS.imports || key === null) items.set(stored() ?? [])
})

/** Starts from the stored queue, because another tab may have just changed it. */
function change(next: (before: readonly ImportItem[]) => readonly ImportItem[]): void {
  items.set(next(stored() ?? items.get()))
  // Without storage, the queue lasts as long as this tab.
  writeStored(STORAGE_KEYS.imports, JSON.stringify(items.get()))
}

// The box of an earlier page showed these failures; this page shows them in the sheet.
if (items.get().some(({ quiet, status }) => quiet && status === 'error'))
  change((before) => before.map((item) => (item.status === 'error' ? { ...item, quiet: false } : item)))

type EnqueueOptions = Partial<Pick<ImportItem, 'quiet' | 'words'>>

/** An account's queue of links to import. It is stored, so that an import continues after a restart. */
export function importQueueOf(owner: string) {
  const isOwn = (item: ImportItem) => item.owner === owner
  const current = () => items.get().filter(isOwn)
  const removeWhere = (goes: (item: ImportItem) => boolean) =>
    change((before) => before.filter((item) => !isOwn(item) || !goes(item)))
  return {
    current,
    /** Adds links. Skips those that wait or were saved already; a failed one is tried again. */
    enqueue: (urls: readonly string[], { quiet = false, words = '' }: EnqueueOptions = {}) => {
      const taken = new Set(urls)
      removeWhere(({ url, status }) => taken.has(url) && (status === 'needs_review' || status === 'error'))
      const known = new Set(current().map(({ url }) => url))
      const fresh = [...taken].filter((url) => !known.has(url))
      change((before) => [
        ...before,
        ...fresh.map((url) => ({
          owner,
          url,
          words,
          status: 'queued' as const,
          message: null,
          videoId: null,
          quiet,
        })),
      ])
    },
    update: (url: string, part: Partial<Omit<ImportItem, 'owner' | 'url'>>) =>
      change((before) =>
        before.map((item) => (isOwn(item) && item.url === url ? { ...item, ...part } : item)),
      ),
    remove: (url: string) => removeWhere((item) => item.url === url),
    /** Removes all links that no longer wait. */
    clear: () => removeWhere(({ status }) => !isWaiting(status)),
  } as const
}

export type ImportQueue = ReturnType<typeof importQueueOf>

/** The links of an account; empty for a guest. */
export function useImportItems(owner: string | undefined): readonly ImportItem[] {
  return useStore(items).filter((item) => item.owner === owner)
}

export function isWaiting(status: ImportStatus): boolean {
  return status === 'queued' || status === 'extracting' || status === 'enriched'
}

/** Null without local storage. */
function stored(): readonly ImportItem[] | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEYS.imports) ?? '[]')
    return Array.isArray(value) ? value.flatMap(itemOf) : []
  } catch {
    return null
  }
}

function itemOf(value: unknown): ImportItem[] {
  if (!isRecord(value)) return []
  const { owner, url, words, message, videoId } = value
  if (typeof url !== 'string' || typeof owner !== 'string') return []
  return [
    {
      owner,
      url,
      words: textOrNull(words) ?? '',
      status: oneOf(IMPORT_STATUSES, value['status'], 'queued'),
      message: textOrNull(message),
      videoId: textOrNull(videoId),
      quiet: value['quiet'] === true,
    },
  ]
}
