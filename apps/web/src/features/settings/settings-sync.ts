import { sanitizeSettings, settingsSaveDelay, type Settings } from '@antojo/domain/settings'
import { rowsOf, type Rest } from '../../lib/rest.ts'
import type { SettingsStore } from '../../lib/settings-store.tsx'

/**
 * Keeps a signed-in person's settings in step with the server (spec §4): the server's copy replaces the local one after
 * sign-in; without one the local settings are saved; later changes are saved after a pause of 800 ms, only when they
 * changed. Returns what ends it. A save that fails is tried again with the next change or when the network returns.
 */
export function startSettingsSync(rest: Rest, store: SettingsStore, userId: string): () => void {
  let saved: string | null = null
  let ended = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const save = async () => {
    clearTimeout(timer)
    const settings = store.get()
    const text = JSON.stringify(settings)
    if (ended || saved === null || text === saved) return
    const { error } = await rest
      .from('user_settings')
      .upsert({ user_id: userId, ...settings }, { onConflict: 'user_id' })
    if (!error) saved = text
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), settingsSaveDelay)
  }
  const now = () => void save()

  const begin = async () => {
    const server = await readServer(rest, userId)
    if (ended) return
    if (server === null) {
      saved = ''
      await save()
      return
    }
    saved = JSON.stringify(server)
    store.replace(server)
  }

  void begin().catch(() => {
    // Offline at the start: the local settings hold; the next visit asks again.
  })
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

async function readServer(rest: Rest, userId: string): Promise<Settings | null> {
  const answer = await rest.from('user_settings').select('*').eq('user_id', userId).limit(1)
  const [row] = rowsOf<unknown[]>(answer)
  return row === undefined ? null : sanitizeSettings(row)
}
