import { sanitizeSettings, SETTINGS_STORAGE_KEY, type Settings } from '@antojo/domain/settings'
import { tryParseJson } from '@antojo/domain/unknown-values'
import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import { applyLocale } from '../view/locale.ts'
import { showLook } from '../view/theme.ts'
import { createStore } from '../store.ts'
import { readStored, writeStored } from './stored.ts'

export type SettingsStore = Readonly<ReturnType<typeof createSettingsStore>>

/** Keeps the settings in local storage, applies them to the document, and follows other tabs and the system's theme. */
export function createSettingsStore() {
  const store = createStore(storedSettings())
  const adopt = (next: Settings) => {
    // At most starts the server's settings are the same; adopting them would render everything again.
    if (JSON.stringify(next) === JSON.stringify(store.get())) return
    showOnDocument(next)
    store.set(next)
  }
  const replace = (next: Settings) => {
    writeStored(SETTINGS_STORAGE_KEY, JSON.stringify(next))
    adopt(next)
  }

  addEventListener('storage', (event) => {
    // Null means cleared: adopting the defaults here would save them for the account.
    if (event.key === SETTINGS_STORAGE_KEY && event.newValue !== null) adopt(storedSettings())
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => showOnDocument(store.get()))
  showOnDocument(store.get())

  return {
    get: store.get,
    subscribe: store.subscribe,
    update: (change: Partial<Settings>) => replace(sanitizeSettings({ ...store.get(), ...change })),
    replace: (next: Settings) => replace(sanitizeSettings(next)),
  }
}

function storedSettings(): Settings {
  return sanitizeSettings(tryParseJson(readStored(SETTINGS_STORAGE_KEY) ?? ''))
}

function showOnDocument(settings: Settings): void {
  showLook(settings)
  applyLocale(settings.language)
}

const SettingsContext = createContext<SettingsStore | null>(null)

export function SettingsProvider({ store, children }: { store: SettingsStore; children: ReactNode }) {
  return <SettingsContext value={store}>{children}</SettingsContext>
}

export function useSettingsStore(): SettingsStore {
  const store = use(SettingsContext)
  if (!store) throw new Error('useSettings needs a SettingsProvider above it')
  return store
}

export function useSettings(): Settings {
  const store = useSettingsStore()
  return useSyncExternalStore(store.subscribe, store.get)
}
