import { sanitizeSettings, SETTINGS_SAVE_DELAY_MS, type Settings } from '@antojo/domain/settings'
import { rowsOf, type Rest } from '../api/rest.ts'
import type { SettingsStore } from './settings-store.tsx'

/**
 * Keeps a signed-in person's settings in step with the server (spec §4). After sign-in the server's settings replace the local
 * ones, except those that the person changed meanwhile; when the server has none, the local settings are saved. Later changes
 * are saved after a pause of 800 ms, and only the changed ones, so that two devices do not undo each other's. A failed save is
 * repeated with the next change or when the network returns. Returns a function that ends it.
 */
export function startSettingsSync(
  rest: Rest,
  store: SettingsStore,
  userId: string,
  atStart = store.get(),
): () => void {
  /** The server's settings; null until they have been read. */
  let saved: Partial<Settings> | null = null
  let ended = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const begin = async () => {
    const server = await readServer(rest, userId)
    if (ended) return
    saved = server ?? {}
    if (server !== null) store.replace({ ...server, ...changesOf(atStart, store.get()) })
    await save()
  }
  const save = async () => {
    clearTimeout(timer)
    if (ended) return
    if (saved === null) {
      await begin()
      return
    }
    const settings = store.get()
    const changed = changesOf(saved, settings)
    if (Object.keys(changed).length === 0) return
    const { error } = await rest
      .from('user_settings')
      .upsert({ user_id: userId, ...changed }, { onConflict: 'user_id' })
    if (!error) saved = settings
  }
  const now = () => {
    // A failure leaves `saved` as it was, so that the next change or the `online` event tries again.
    save().catch(() => undefined)
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(now, SETTINGS_SAVE_DELAY_MS)
  }

  now()
  const unsubscribe = store.subscribe(later)
  addEventListener('pagehide', now)
  addEventListener('online', now)
  return () => {
    ended = true
    clearTimeout(timer)
    unsubscribe()
    removeEventListener('pagehide', now)
    removeEventListener('online', now)
  }
}

function changesOf(before: Partial<Settings>, after: Settings): Partial<Settings> {
  const known = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]))
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => known.get(name) !== JSON.stringify(value)),
  )
}

async function readServer(rest: Rest, userId: string): Promise<Settings | null> {
  const answer = await rest.from('user_settings').select('*').eq('user_id', userId).limit(1)
  const [row] = rowsOf<unknown[]>(answer)
  return row === undefined ? null : sanitizeSettings(row)
}
