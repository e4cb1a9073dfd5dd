import { sessionStorageKey } from '../../lib/storage/session-store.ts'

/** 'Borrar caché local': settings, flags, caches and offline data go, the session stays; then the page loads again. */
export async function clearLocalCache(): Promise<void> {
  for (const key of Object.keys(localStorage))
    if (!key.startsWith(sessionStorageKey)) localStorage.removeItem(key)
  if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name)
  for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name)
  location.reload()
}
