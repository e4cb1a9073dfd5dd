import { DEFAULT_SETTINGS, SETTINGS_STORAGE_KEY } from '@antojo/domain/settings'
import type { QueryClient } from '@tanstack/react-query'
import { removePersistedQueries } from './query-persistence.ts'
import type { SessionStore } from './session-store.ts'
import type { SettingsStore } from './settings-store.tsx'
import { resetPersonalStores } from '../store.ts'
import { readStored, writeStored, STORAGE_KEYS } from './stored.ts'

/** Keys that stay in local storage after an account leaves: they hold no data of the account. */
const keptKeys: readonly string[] = [
  SETTINGS_STORAGE_KEY,
  STORAGE_KEYS.owner,
  STORAGE_KEYS.config,
  STORAGE_KEYS.onboarding,
]
/** Caches of the service worker that hold pictures, shared files and the last page of an account. */
const PERSONAL_CACHES = ['pictures', 'shared', 'pages'] as const

interface Watched {
  readonly session: Pick<SessionStore, 'current' | 'account' | 'subscribe'>
  readonly queries: Pick<QueryClient, 'clear'>
}

/**
 * Removes an account's data from this device as soon as its session is gone: after it signed out, was deleted or expired, or
 * when another account signed in, in this or another tab, now or while no page was open. A guest's data stays: the settings
 * made before sign-up become those of the new account.
 */
export function forgetFormerAccounts({ session, queries }: Watched, settings: SettingsStore): void {
  let viewer = session.current()?.user.id ?? null
  const check = (): void => {
    const viewerNow = session.current()?.user.id ?? null
    const account = session.account()
    const owner = readStored(STORAGE_KEYS.owner)
    if (owner === null) writeStored(STORAGE_KEYS.owner, account)
    else if (owner !== account) {
      forgetStored(settings)
      // The former owner stays recorded until everything is removed, so that a page closed meanwhile continues at the next start.
      void forgetKept().finally(() => writeStored(STORAGE_KEYS.owner, session.account()))
    }
    if (viewerNow === viewer) return
    if (viewer !== null) resetPersonalStores()
    viewer = viewerNow
    queries.clear()
    void removePersistedQueries()
  }
  check()
  session.subscribe(check)
}

/** Removes the account's data from both storages. Theme, language and motion stay; all other settings return to the defaults. */
function forgetStored(settings: SettingsStore): void {
  const { theme, language, reduce_motion } = settings.get()
  settings.replace({ ...DEFAULT_SETTINGS, theme, language, reduce_motion })
  try {
    for (const key of Object.keys(localStorage))
      if (!keptKeys.includes(key) && !key.startsWith(STORAGE_KEYS.session)) localStorage.removeItem(key)
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(STORAGE_KEYS.draft)) sessionStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Removes the offline copy of the queries, and the service worker's caches. */
async function forgetKept(): Promise<void> {
  const cached = 'caches' in globalThis ? PERSONAL_CACHES.map((name) => caches.delete(name)) : []
  await Promise.allSettled([removePersistedQueries(), ...cached])
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage('account forgotten')
}
