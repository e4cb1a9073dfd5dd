import { createStore, useStore } from '../../lib/store.ts'

export const importStatuses = ['queued', 'extracting', 'enriched', 'saved', 'needs_review', 'error'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** A link on its way in (spec §4): one after another, each from Queued to Saved, or to Needs review or Error. */
export interface ImportItem {
  readonly url: string
  readonly status: ImportStatus
  readonly message: string | null
  /** Added without network, one at a time: worked off without a sheet. */
  readonly quiet: boolean
}

const storageKey = 'fs:import:v1'
const items = createStore<readonly ImportItem[]>(stored())

function change(next: readonly ImportItem[]): void {
  items.set(next)
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Without room the queue still lives as long as this tab.
  }
}

/** The queue of links to import. It outlives the tab: a link that was taken is added, tomorrow if need be. */
export const importQueue = {
  current: items.get,
  subscribe: items.subscribe,
  /** A link that waits or was saved already is not taken twice; one that failed gets another try. */
  enqueue: (urls: readonly string[], quiet = false) => {
    const taken = new Set(urls)
    const kept = items
      .get()
      .filter(({ url, status }) => !taken.has(url) || isWaiting(status) || status === 'saved')
    const known = new Set(kept.map(({ url }) => url))
    const fresh = [...taken].filter((url) => !known.has(url))
    change([...kept, ...fresh.map((url) => ({ url, status: 'queued' as const, message: null, quiet }))])
  },
  update: (url: string, part: Partial<Omit<ImportItem, 'url'>>) =>
    change(items.get().map((item) => (item.url === url ? { ...item, ...part } : item))),
  remove: (url: string) => change(items.get().filter((item) => item.url !== url)),
  /** Forgets everything that is done with. */
  clear: () => change(items.get().filter(({ status }) => isWaiting(status))),
} as const

export function useImportQueue(): readonly ImportItem[] {
  return useStore(items)
}

export function isWaiting(status: ImportStatus): boolean {
  return status === 'queued' || status === 'extracting' || status === 'enriched'
}

/** What was under way when the tab was closed starts again. */
function stored(): readonly ImportItem[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(value) ? value.flatMap(itemOf) : []
  } catch {
    return []
  }
}

function itemOf(value: unknown): ImportItem[] {
  if (typeof value !== 'object' || value === null || !('url' in value) || typeof value.url !== 'string')
    return []
  const status = importStatuses.find((known) => 'status' in value && value.status === known) ?? 'queued'
  const message = 'message' in value && typeof value.message === 'string' ? value.message : null
  return [
    {
      url: value.url,
      status: isWaiting(status) ? 'queued' : status,
      message,
      quiet: 'quiet' in value && value.quiet === true,
    },
  ]
}
