import { useQuery } from '@tanstack/react-query'
import { useBootConfig } from '../../lib/api/use-boot-config.ts'

/** Whether the person can make an account here, and if not, why. */
export type SignUpState =
  | 'unknown'
  /** Everybody can. */
  | 'open'
  /** The invitation they came with lets them. */
  | 'invited'
  /** They came with an invitation that lets nobody in any more. */
  | 'refused'
  /** They need an invitation. */
  | 'invite'
  | 'closed'

/** Opens the invitation that the person came with, where one is needed: the server then knows this browser for an hour. */
export function useInvitation(token: string | null): SignUpState {
  const signUp = useBootConfig()?.signUp
  const { data: valid } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => openInvitation(token ?? ''),
    enabled: token !== null && signUp === 'invite',
    staleTime: Infinity,
    meta: { keepOffline: false },
  })
  if (signUp === undefined) return 'unknown'
  if (token === null) return signUp
  if (signUp === 'open') return 'invited'
  if (signUp === 'closed') return 'refused'
  return valid === undefined ? 'unknown' : valid ? 'invited' : 'refused'
}

async function openInvitation(token: string): Promise<boolean> {
  const answer = await fetch('/invitations/open', { method: 'POST', body: JSON.stringify({ token }) })
  // Anything but a clear answer is tried again.
  if (!answer.ok && answer.status !== 404 && answer.status !== 400) throw new Error(String(answer.status))
  return answer.ok
}
