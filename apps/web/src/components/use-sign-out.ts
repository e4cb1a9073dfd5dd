import { m } from '@antojo/i18n/messages'
import { useServices } from '../lib/services.tsx'
import { alertDialog } from '../ui/overlay/confirm.ts'

/** Ends the session in all tabs; the device then forgets the account. */
export function useSignOut(): () => Promise<void> {
  const { session } = useServices()
  return async () => {
    try {
      const auth = await session.client()
      const { error } = await auth.signOut({ scope: 'local' })
      if (error) throw error
    } catch {
      await alertDialog(m.sign_out_failed())
    }
  }
}
