import { z } from 'zod'
import { isProven, listSignUps } from '../accounts/pending-sign-up.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { normalizeEmail, normalizePhone } from '../users/address.ts'
import { weaknessOf } from '../passwords/strength.ts'
import { limitGuess } from '../limits/guesses.ts'
import { createSession, presentSession } from '../sessions/session.ts'
import { findUserByEmail, findUserByPhone, updateUser } from '../users/repo.ts'
import { isBanned } from '../users/row.ts'
import type { UserRow } from '../users/row.ts'

export const passwordGrantSchema = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().default(''),
})

/**
 * A session for a password with an e-mail address or phone number. Unknown account, missing password and wrong password
 * get the same answer.
 */
export async function passwordGrant(
  ctx: AuthContext,
  body: z.output<typeof passwordGrantSchema>,
  client: ClientRequest,
): Promise<Record<string, unknown>> {
  const account = accountOf(ctx, body)
  const guess = await limitGuess(ctx, 'password', account, client)
  const user =
    'email' in account
      ? await findUserByEmail(ctx.pool, account.email)
      : await findUserByPhone(ctx.pool, account.phone)
  const fits = await passwordFits(ctx, user, body.password)
  if (user === undefined || !fits || !guess.mayPass) {
    await audit(ctx.pool, { action: 'login_failed', userId: user?.id, ip: client.ip })
    throw guess.refusal(new AuthError(400, 'invalid_credentials', 'Invalid login credentials'))
  }
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
  requireConfirmed(user, 'email' in account ? 'email' : 'phone')
  const [session] = await Promise.all([
    createSession(ctx.pool, ctx, { user, client, method: 'password' }),
    guess.forgive(),
  ])
  const weakness = await weaknessOf(body.password, ctx.settings, body.email)
  return {
    ...(await presentSession(ctx, user, session)),
    ...(weakness === undefined ? {} : { weak_password: weakness }),
  }
}

function accountOf(
  ctx: AuthContext,
  body: z.output<typeof passwordGrantSchema>,
): { email: string } | { phone: string } {
  const { signup } = ctx.settings
  if (body.email !== undefined && body.phone !== undefined) {
    throw invalid('Only an email address or phone number should be provided on login.')
  }
  if (body.email !== undefined) {
    if (!signup.email) throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
    return { email: normalizeEmail(body.email) }
  }
  if (body.phone === undefined) throw invalid('missing email or phone')
  if (!signup.phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  return { phone: normalizePhone(body.phone) }
}

/**
 * Checks the password; takes the same time without a user. Renews an older hash when the password is right. The
 * password of the newest pending sign-up of an unproven address also passes: it opens nothing, but its owner learns the
 * reason.
 */
async function passwordFits(ctx: AuthContext, user: UserRow | undefined, password: string): Promise<boolean> {
  const stored = user === undefined ? null : await passwordHashOf(ctx, user)
  if (user === undefined || stored === null) {
    await ctx.passwords.pretend(password)
    return false
  }
  const { ok, rehash } = await ctx.passwords.verify(stored, password)
  if (ok && rehash && stored === user.encrypted_password)
    await updateUser(ctx.pool, user.id, { encrypted_password: await ctx.passwords.hash(password) })
  return ok
}

async function passwordHashOf(ctx: AuthContext, user: UserRow): Promise<string | null> {
  if (user.encrypted_password !== null || isProven(user)) return user.encrypted_password
  const [newest] = await listSignUps(ctx.pool, user.id)
  return newest?.signUp.passwordHash ?? null
}

function requireConfirmed(user: UserRow, kind: 'email' | 'phone'): void {
  const confirmedAt = kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at
  if (confirmedAt !== null) return
  const label = kind === 'email' ? 'Email' : 'Phone'
  throw new AuthError(400, `${kind}_not_confirmed`, `${label} not confirmed`)
}
