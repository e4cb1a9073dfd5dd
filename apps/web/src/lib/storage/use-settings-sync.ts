import { useEffect } from 'react'
import { useServices, useSession } from '../services.tsx'
import { useSettingsStore } from './settings-store.tsx'

/** Keeps the settings in step with the server while a person is signed in. */
export function useSettingsSync(): void {
  const { rest } = useServices()
  const store = useSettingsStore()
  const userId = useSession()?.user.id
  useEffect(() => {
    if (userId === undefined) return undefined
    // The code loads later, so that it does not delay the screen.
    const atStart = store.get()
    let left = false
    let end = () => {}
    const start = async () => {
      const { startSettingsSync } = await import('./settings-sync.ts')
      if (!left) end = startSettingsSync(rest, store, userId, atStart)
    }
    start().catch(() => {})
    return () => {
      left = true
      end()
    }
  }, [rest, store, userId])
}
