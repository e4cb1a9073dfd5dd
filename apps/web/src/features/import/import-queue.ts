import { createStore, useStore } from '../../lib/store.ts'

/** A link on its way in (spec §4): one after another, each from Queued to Saved, or to Needs review or Error. */
export interface ImportItem {
  readonly url: string
  readonly status: 'queued' | 'extracting' | 'enriched' | 'saved' | 'needs_review' | 'error'
  readonly message: string | null
}

const items = createStore<readonly ImportItem[]>([])

/** The queue of links to import; `ImportProgress` works it off. */
export const importQueue = {
  enqueue: (urls: readonly string[]) => {
    const known = new Set(items.get().map(({ url }) => url))
    const fresh = urls.filter((url) => !known.has(url))
    items.set([...items.get(), ...fresh.map((url) => ({ url, status: 'queued' as const, message: null }))])
  },
  update: (url: string, change: Partial<Omit<ImportItem, 'url'>>) =>
    items.set(items.get().map((item) => (item.url === url ? { ...item, ...change } : item))),
  clear: () => items.set([]),
} as const

export function useImportQueue(): readonly ImportItem[] {
  return useStore(items)
}
