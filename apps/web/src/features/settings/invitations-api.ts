import {
  createdInvitation,
  invitationsResponse,
  type CreatedInvitation,
  type InvitationsResponse,
} from '@antojo/contract/invitations'
import { paths } from '../../lib/navigation/navigation.ts'
import { productRequest } from '../../lib/api/product-request.ts'
import type { Services } from '../../lib/services.tsx'

export async function fetchInvitations(services: Services): Promise<InvitationsResponse> {
  return invitationsResponse.parse(await (await productRequest(services, '/invitations')).json())
}

export async function createInvitation(services: Services, maxAccounts: number): Promise<CreatedInvitation> {
  const body = JSON.stringify({ maxAccounts })
  const answer = await productRequest(services, '/invitations', { method: 'POST', body })
  return createdInvitation.parse(await answer.json())
}

export async function revokeInvitation(services: Services, id: string): Promise<void> {
  await productRequest(services, `/invitations/${id}`, { method: 'DELETE' })
}

/** The token stands behind the `#`, which no browser sends: it is in no log and no referrer. */
export function invitationLink({ token }: CreatedInvitation): string {
  return `${location.origin}${paths.join}#${token}`
}
