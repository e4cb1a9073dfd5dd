import { DEFAULT_SETTINGS, SETTINGS_STORAGE_KEY } from '@antojo/domain/settings'
import type { QueryClient } from '@tanstack/react-query'
import { removePersistedQueries } from './query-persistence.ts'
import type { SessionStore } from './session-store.ts'
import type { SettingsStore } from './settings-store.tsx'
import { resetPersonalStores } from '../store.ts'
import { STORAGE_KEYS } from './storage-keys.ts'

/** All that stays in local storage when an account goes: nothing in it is the account's. */
const keptKeys: readonly string[] = [
  SETTINGS_STORAGE_KEY,
  STORAGE_KEYS.owner,
  STORAGE_KEYS.config,
  STORAGE_KEYS.onboarding,
]
/** Caches of the service worker that hold pictures, shared files and the page of an account's last visit. */
const PERSONAL_CACHES = ['pictures', 'shared', 'pages'] as const

interface Watched {
  readonly session: Pick<SessionStore, 'current' | 'account' | 'subscribe'>
  readonly queries: Pick<QueryClient, 'clear'>
}

/**
 * Forgets an account on this device as soon as its session is not there any more: after it signed out, was deleted or
 * expired, or when another account signed in instead, in this tab or another one, now or while no page was open. A guest
 * has nothing to forget: what they set before they sign up becomes the account's.
 */
export function forgetFormerAccounts({ session, queries }: Watched, settings: SettingsStore): void {
  let viewer = session.current()?.user.id ?? null
  const check = (): void => {
    const viewerNow = session.current()?.user.id ?? null
    const account = session.account()
    const owner = readOwner()
    if (owner === null) writeOwner(account)
    else if (owner !== account) {
      forgetStored(settings)
      // Until everything is gone the former owner stays noted: a page that is closed meanwhile goes on at the next start.
      void forgetKept().finally(() => writeOwner(session.account()))
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

/** What local storage has of the account. How the device looks stays; everything else starts from the defaults. */
function forgetStored(settings: SettingsStore): void {
  const { theme, language, reduce_motion } = settings.get()
  settings.replace({ ...DEFAULT_SETTINGS, theme, language, reduce_motion })
  try {
    for (const key of Object.keys(localStorage))
      if (!keptKeys.includes(key) && !key.startsWith(STORAGE_KEYS.session)) localStorage.removeItem(key)
  } catch {
    // Where nothing can be stored there is nothing to forget.
  }
}

/** The copy for reading offline, and what the service worker keeps. */
async function forgetKept(): Promise<void> {
  const cached = 'caches' in globalThis ? PERSONAL_CACHES.map((name) => caches.delete(name)) : []
  await Promise.allSettled([removePersistedQueries(), ...cached])
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage('account forgotten')
}

function readOwner(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEYS.owner)
  } catch {
    return null
  }
}

function writeOwner(account: string | null): void {
  try {
    if (account === null) localStorage.removeItem(STORAGE_KEYS.owner)
    else localStorage.setItem(STORAGE_KEYS.owner, account)
  } catch {
    // Where nothing can be stored there is nothing to forget.
  }
}
