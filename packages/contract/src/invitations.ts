import { z } from 'zod'

/** Who may sign up: everybody, only people with an invitation, nobody. Administrators make accounts in any case. */
export const signUpMode = z.enum(['open', 'invite', 'closed'])
export type SignUpMode = z.infer<typeof signUpMode>

/** How many accounts one invitation can create at most. */
export const MAX_ACCOUNTS_OF_INVITATION = 10

/** `POST /invitations`: a link that allows so many accounts. */
export const createInvitationRequest = z.object({
  maxAccounts: z.number().int().min(1).max(MAX_ACCOUNTS_OF_INVITATION),
})

export const invitation = z.object({
  id: z.string(),
  /** Accounts made with it. */
  accounts: z.number().int(),
  maxAccounts: z.number().int(),
  state: z.enum(['open', 'used', 'expired', 'revoked']),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type Invitation = z.infer<typeof invitation>

/** The token is shown once; only its hash is stored. */
export const createdInvitation = invitation.extend({ token: z.string() })
export type CreatedInvitation = z.infer<typeof createdInvitation>

/** `GET /invitations`: the person's own, newest first. */
export const invitationsResponse = z.object({
  mayInvite: z.boolean(),
  invitations: z.array(invitation),
})
export type InvitationsResponse = z.infer<typeof invitationsResponse>

/**
 * `POST /invitations/open`: the token of an invitation, or of one to a shared list. A valid token is returned as a
 * cookie, which the next sign-up carries by whichever way.
 */
export const openInvitationRequest = z.object({ token: z.string().regex(/^[\w-]{16,128}$/) })
