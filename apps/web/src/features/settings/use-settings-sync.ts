import { useEffect } from 'react'
import { useServices, useSession } from '../../lib/services.tsx'
import { useSettingsStore } from '../../lib/settings-store.tsx'
import { startSettingsSync } from './settings-sync.ts'

/** Settings follow the person over devices while signed in. */
export function useSettingsSync(): void {
  const { rest } = useServices()
  const store = useSettingsStore()
  const userId = useSession()?.user.id
  useEffect(() => {
    if (userId === undefined) return undefined
    return startSettingsSync(rest, store, userId)
  }, [rest, store, userId])
}
