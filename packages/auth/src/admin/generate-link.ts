import type { PoolClient } from 'pg'
import { z } from 'zod'
import { isProven } from '../accounts/pending-sign-up.ts'
import type { OneTimeToken } from '../accounts/ports.ts'
import { addressTaken, inAddressTransaction } from '../accounts/reach.ts'
import { audit } from '../audit.ts'
import type { Answer, AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { actionLink, requireMailer, sendTokenMail } from '../mail/send.ts'
import { issueToken } from '../one-time/tokens.ts'
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
  token: OneTimeToken
  userId: string
  /** The type of the link: `email_change_current` and `_new` both verify as `email_change`. */
  linkType: string
  verificationType: string
}

/** Makes the link that a mail of the type would carry, and sends nothing. */
export async function generateLink(ctx: AuthContext, request: LinkRequest): Promise<Answer> {
  const { client } = request
  const email = normalizeEmail(request.email)
  const passwordHash = await hashOf(ctx, request)
  const { user, token, linkType, verificationType } = await inAddressTransaction(ctx.pool, async (tx) => {
    const generated = await generate(tx, ctx, { ...request, email }, passwordHash)
    return { ...generated, user: await reloadUser(tx, generated.userId) }
  })
  return {
    ...presentUser(user),
    action_link: actionLink(ctx, linkType, token.link, client.redirectTo),
    email_otp: token.code,
    hashed_token: token.link,
    verification_type: verificationType,
    redirect_to: client.redirectTo,
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
  const { email, type } = request
  const known = await findUserByEmail(tx, email, 'lock')
  switch (type) {
    case 'invite': {
      const { user, token } = await inviteUser(tx, ctx, request)
      return { userId: user.id, token, linkType: type, verificationType: type }
    }
    case 'signup':
      if (known !== undefined && known.email_confirmed_at !== null) throw addressTaken('email')
      return signupLink(tx, ctx, request, { user: known, passwordHash })
    case 'magiclink':
      if (known === undefined) return signupLink(tx, ctx, request, { user: undefined, passwordHash: null })
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
  { email, data }: LinkRequest,
  account: { user: UserRow | undefined; passwordHash: string | null },
): Promise<Generated> {
  const address = { kind: 'email', address: email } as const
  const user = account.user ?? (await createUser(tx, ctx, address))
  await updateUser(tx, user.id, { raw_user_meta_data: data })
  await audit(tx, 'user_signedup', user.id, { traits: { by: 'admin' } })
  const own = { passwordHash: account.passwordHash, data }
  const { token } = await issueConfirmation(tx, ctx, user, { ...address, own, deviceHash: null })
  return { userId: user.id, token, linkType: 'signup', verificationType: 'signup' }
}

async function recoveryLink(
  tx: PoolClient,
  ctx: AuthContext,
  user: UserRow,
  type: string,
): Promise<Generated> {
  const { id: userId, email, encrypted_password: passwordHash, raw_user_meta_data: data } = user
  await updateUser(tx, userId, { recovery_sent_at: new Date() })
  // An administrator vouches for the data of an account that nobody has proven.
  const signUp = isProven(user) ? undefined : { passwordHash, data }
  const token = await issueToken(tx, ctx, { userId, type: 'recovery', address: email ?? '', signUp })
  return { userId, token, linkType: type, verificationType: type }
}

async function emailChangeLink(
  tx: PoolClient,
  ctx: AuthContext,
  change: { user: UserRow; type: 'email_change_current' | 'email_change_new'; newEmail: string | undefined },
): Promise<Generated> {
  const { user, type } = change
  const newEmail = normalizeEmail(change.newEmail ?? '')
  if ((await findUserByEmail(tx, newEmail)) !== undefined) throw addressTaken('email')
  await updateUser(tx, user.id, {
    email_change: newEmail,
    email_change_sent_at: new Date(),
    // Both links of one change share their state; a new address starts again.
    email_change_confirm_status: user.email_change === newEmail ? user.email_change_confirm_status : 0,
  })
  const address = type === 'email_change_new' ? newEmail : (user.email ?? '')
  const token = await issueToken(tx, ctx, { userId: user.id, type, address })
  return { userId: user.id, token, linkType: 'email_change', verificationType: type }
}

function requireKnown(user: UserRow | undefined): UserRow {
  if (user === undefined) throw new AuthError('user_not_found', 'User with this email not found')
  return user
}

export const inviteSchema = z.object({
  email: z.string().default(''),
  data: userMetadataSchema.default({}),
})

type Invitation = z.output<typeof inviteSchema> & Pick<LinkRequest, 'client' | 'actorId'>

/** Makes an unconfirmed user and mails a link to accept; an unconfirmed one is mailed again. */
export async function invite(ctx: AuthContext, invitation: Invitation): Promise<Answer> {
  const email = normalizeEmail(invitation.email)
  requireMailer(ctx)
  const { user, token } = await inAddressTransaction(ctx.pool, (tx) =>
    inviteUser(tx, ctx, { ...invitation, email }),
  )
  sendTokenMail(ctx, { kind: 'invite', to: email, token, client: invitation.client })
  return presentUser(user)
}

/** Makes the invited user, if need be, and a token that accepts. Throws 422 `email_exists` for confirmed users. */
async function inviteUser(
  tx: PoolClient,
  ctx: AuthContext,
  { email, data, actorId }: Omit<Invitation, 'client'>,
): Promise<{ user: UserRow; token: OneTimeToken }> {
  const known = await findUserByEmail(tx, email, 'lock')
  if (known !== undefined && known.email_confirmed_at !== null) throw addressTaken('email')
  const { id: userId } = known ?? (await createUser(tx, ctx, { kind: 'email', address: email }))
  const now = new Date()
  await updateUser(tx, userId, { invited_at: now, confirmation_sent_at: now, raw_user_meta_data: data })
  await audit(tx, 'user_invited', userId, { actorId })
  const signUp = { passwordHash: null, data }
  const token = await issueToken(tx, ctx, { userId, type: 'confirmation', address: email, signUp })
  return { user: await reloadUser(tx, userId), token }
}
