import type { PoolClient } from 'pg'
import { z } from 'zod'
import { isProven } from '../accounts/pending-sign-up.ts'
import { addressTaken, inAddressTransaction } from '../accounts/reach.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { actionLink, requireMailer, sendTokenMail } from '../mail/send.ts'
import { issueToken, type OneTimeToken } from '../one-time/tokens.ts'
import { requireStrongPassword } from '../passwords/strength.ts'
import { createUser, issueConfirmation } from '../signup/sign-up.ts'
import { normalizeEmail } from '../users/address.ts'
import { userMetadataSchema } from '../users/metadata.ts'
import { presentUser } from '../users/present.ts'
import { findUserByEmail, reloadUser, updateUser } from '../users/repo.ts'
import type { UserRow } from '../users/row.ts'

export const generateLinkSchema = z.object({
  type: z.string().optional(),
  email: z.string().default(''),
  new_email: z.string().optional(),
  password: z.string().optional(),
  data: userMetadataSchema.default({}),
})

type LinkRequest = z.output<typeof generateLinkSchema> & {
  client: ClientRequest
  actorId: string | undefined
}

interface Generated {
  user: UserRow
  token: OneTimeToken
  /** `email_change_current` and `_new` both verify as `email_change`. */
  type: string
  verificationType: string
}

/** Makes the link that a mail of the type would carry, and sends nothing. */
export async function generateLink(ctx: AuthContext, request: LinkRequest): Promise<Record<string, unknown>> {
  const email = normalizeEmail(request.email)
  const passwordHash = await hashOf(ctx, request)
  const generated = await inAddressTransaction(ctx.pool, (tx) =>
    generate(tx, ctx, { ...request, email }, passwordHash),
  )
  const { redirectTo } = request.client
  return {
    ...presentUser(generated.user),
    action_link: actionLink(ctx, generated.type, generated.token.link, redirectTo),
    email_otp: generated.token.code,
    hashed_token: generated.token.link,
    verification_type: generated.verificationType,
    redirect_to: redirectTo,
  }
}

async function hashOf(ctx: AuthContext, request: LinkRequest): Promise<string | null> {
  if (request.type !== 'signup') return null
  if (request.password === undefined) throw invalid('Signup requires a valid password')
  await requireStrongPassword(request.password, ctx.settings, request.email)
  return ctx.passwords.hash(request.password)
}

async function generate(
  tx: PoolClient,
  ctx: AuthContext,
  request: LinkRequest,
  passwordHash: string | null,
): Promise<Generated> {
  const { email, type, data } = request
  const known = await findUserByEmail(tx, email, 'lock')
  switch (type) {
    case 'invite': {
      const { user, token } = await inviteUser(tx, ctx, request)
      return { user, token, type, verificationType: type }
    }
    case 'signup':
      if (known !== undefined && known.email_confirmed_at !== null) throw addressTaken('email')
      return signupLink(tx, ctx, { email, data, user: known, passwordHash })
    case 'magiclink':
      if (known === undefined)
        return signupLink(tx, ctx, { email, data, user: undefined, passwordHash: null })
      return recoveryLink(tx, ctx, known, type)
    case 'recovery':
      return recoveryLink(tx, ctx, requireKnown(known), type)
    case 'email_change_current':
    case 'email_change_new':
      return emailChangeLink(tx, ctx, { user: requireKnown(known), type, newEmail: request.new_email })
    default:
      throw invalid(`Invalid email action link type requested: ${type ?? ''}`)
  }
}

async function signupLink(
  tx: PoolClient,
  ctx: AuthContext,
  account: {
    email: string
    data: Record<string, unknown>
    user: UserRow | undefined
    passwordHash: string | null
  },
): Promise<Generated> {
  const { email, data, passwordHash } = account
  const user = account.user ?? (await createUser(tx, ctx, { kind: 'email', address: email }))
  await updateUser(tx, user.id, { raw_user_meta_data: data })
  await audit(tx, { action: 'user_signedup', userId: user.id, traits: { by: 'admin' } })
  const { token } = await issueConfirmation(tx, ctx, user, {
    kind: 'email',
    address: email,
    challenge: undefined,
    own: { passwordHash, data },
    deviceHash: null,
  })
  return { user: await reloadUser(tx, user.id), token, type: 'signup', verificationType: 'signup' }
}

async function recoveryLink(
  tx: PoolClient,
  ctx: AuthContext,
  user: UserRow,
  type: string,
): Promise<Generated> {
  await updateUser(tx, user.id, { recovery_sent_at: new Date() })
  const token = await issueToken(tx, ctx, {
    userId: user.id,
    type: 'recovery',
    address: user.email ?? '',
    // An administrator vouches for the data of an account that nobody has proven.
    signUp: isProven(user)
      ? undefined
      : { passwordHash: user.encrypted_password, data: user.raw_user_meta_data },
  })
  return { user: await reloadUser(tx, user.id), token, type, verificationType: type }
}

async function emailChangeLink(
  tx: PoolClient,
  ctx: AuthContext,
  change: { user: UserRow; type: 'email_change_current' | 'email_change_new'; newEmail: string | undefined },
): Promise<Generated> {
  const { user, type } = change
  const newEmail = normalizeEmail(change.newEmail ?? '')
  if ((await findUserByEmail(tx, newEmail)) !== undefined) throw addressTaken('email')
  // Both links of one change share their state; a new address starts again.
  const status = user.email_change === newEmail ? user.email_change_confirm_status : 0
  await updateUser(tx, user.id, {
    email_change: newEmail,
    email_change_sent_at: new Date(),
    email_change_confirm_status: status,
  })
  const address = type === 'email_change_new' ? newEmail : (user.email ?? '')
  const token = await issueToken(tx, ctx, { userId: user.id, type, address })
  return { user: await reloadUser(tx, user.id), token, type: 'email_change', verificationType: type }
}

function requireKnown(user: UserRow | undefined): UserRow {
  if (user === undefined) throw new AuthError('user_not_found', 'User with this email not found')
  return user
}

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
  const { user, token } = await inAddressTransaction(ctx.pool, (tx) =>
    inviteUser(tx, ctx, { ...invitation, email }),
  )
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
    throw new AuthError('email_exists')
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
