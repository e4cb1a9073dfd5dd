import { z } from 'zod'

/**
 * The people who may sign up: everybody, only those with an invitation, nobody. Administrators can create accounts in
 * any mode.
 */
export const signUpMode = z.enum(['open', 'invite', 'closed'])
export type SignUpMode = z.infer<typeof signUpMode>

/** The most accounts that one invitation can create. */
export const MAX_ACCOUNTS_OF_INVITATION = 10

/** `POST /invitations`: creates a link that allows `maxAccounts` accounts. */
export const createInvitationRequest = z.object({
  maxAccounts: z.number().int().min(1).max(MAX_ACCOUNTS_OF_INVITATION),
})

export const invitation = z.object({
  id: z.string(),
  /** The number of accounts made with it. */
  accounts: z.number().int(),
  maxAccounts: z.number().int(),
  state: z.enum(['open', 'used', 'expired', 'revoked']),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type Invitation = z.infer<typeof invitation>

/** The token is shown only once; the server stores its hash. */
export const createdInvitation = invitation.extend({ token: z.string() })
export type CreatedInvitation = z.infer<typeof createdInvitation>

/** `GET /invitations`: the person's own invitations, newest first. */
export const invitationsResponse = z.object({
  mayInvite: z.boolean(),
  invitations: z.array(invitation),
})
export type InvitationsResponse = z.infer<typeof invitationsResponse>

/**
 * `POST /invitations/open`: the token of an invitation, or of one to a shared list. A valid token is set as a cookie,
 * so that every way of signing up sends it.
 */
export const openInvitationRequest = z.object({ token: z.string().regex(/^[\w-]{16,128}$/) })
