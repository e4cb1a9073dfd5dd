import { STORAGE_KEYS } from './stored.ts'

/** 'Borrar caché local': removes settings, flags, caches and offline data, keeps the session, and reloads the page. */
export async function clearLocalCache(): Promise<void> {
  for (const key of Object.keys(localStorage))
    if (!key.startsWith(STORAGE_KEYS.session)) localStorage.removeItem(key)
  if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name)
  for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name)
  location.reload()
}
