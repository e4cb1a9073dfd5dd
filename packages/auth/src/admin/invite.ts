import type { PoolClient } from 'pg'
import { z } from 'zod'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { inTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { requireMailer } from '../mail/require.ts'
import { sendTokenMail } from '../mail/send.ts'
import { normalizeEmail } from '../users/address.ts'
import { issueToken } from '../one-time/tokens.ts'
import type { OneTimeToken } from '../one-time/tokens.ts'
import { createUser } from '../signup/sign-up.ts'
import { takenError } from '../current-user/own-update.ts'
import { userMetadataSchema } from '../users/metadata.ts'
import { presentUser } from '../users/present.ts'
import { findUserByEmail, reloadUser, updateUser } from '../users/repo.ts'
import type { UserRow } from '../users/row.ts'

export const inviteSchema = z.object({
  email: z.string().default(''),
  data: userMetadataSchema.default({}),
})

export type Invitation = z.output<typeof inviteSchema> & {
  client: ClientRequest
  actorId: string | undefined
}

/** Makes an unconfirmed user and mails a link to accept; an unconfirmed one is mailed again. */
export async function invite(ctx: AuthContext, invitation: Invitation): Promise<Record<string, unknown>> {
  const email = normalizeEmail(invitation.email)
  requireMailer(ctx)
  const { user, token } = await inTransaction(ctx.pool, (tx) =>
    inviteUser(tx, ctx, { ...invitation, email }),
  ).catch((error: unknown) => {
    throw takenError(error) ?? error
  })
  sendTokenMail(ctx, { kind: 'invite', to: email, token, client: invitation.client })
  return presentUser(user)
}

/** Makes the invited user, if need be, and a token that accepts. Throws 422 `email_exists` for confirmed users. */
export async function inviteUser(
  tx: PoolClient,
  ctx: AuthContext,
  invitation: Omit<Invitation, 'client'>,
): Promise<{ user: UserRow; token: OneTimeToken }> {
  const { email, data, actorId } = invitation
  const known = await findUserByEmail(tx, email, 'lock')
  if (known !== undefined && known.email_confirmed_at !== null) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
  }
  const invited = known ?? (await createUser(tx, ctx, { kind: 'email', address: email }))
  const now = new Date()
  await updateUser(tx, invited.id, { invited_at: now, confirmation_sent_at: now, raw_user_meta_data: data })
  await audit(tx, { action: 'user_invited', userId: invited.id, actorId })
  const token = await issueToken(tx, ctx, {
    userId: invited.id,
    type: 'confirmation',
    address: email,
    signUp: { passwordHash: null, data },
  })
  return { user: await reloadUser(tx, invited.id), token }
}
