import { z } from 'zod'
import { hashDevice, takeSignUp } from '../accounts/pending-sign-up.ts'
import { requirePhone } from '../accounts/phone-port.ts'
import type { AuthContext } from '../context.ts'
import { requestEmailChange, sendEmailChange } from '../current-user/change-email.ts'
import { inTransaction, one } from '../database.ts'
import { invalid } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { limitSending } from '../limits/sending.ts'
import { type Challenge, challengeOf, pkceFields } from '../pkce.ts'
import { byMail, type Confirmation, issueConfirmation, type Reach } from '../signup/sign-up.ts'
import { normalizeEmail, normalizePhone } from '../users/address.ts'
import { findUserById } from '../users/repo.ts'

export const resendSchema = z.object({
  type: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  ...pkceFields,
})

interface Resend {
  address: string
  challenge: Challenge | undefined
  client: ClientRequest
}

/** Sends a pending code again. Always gives the same answer, before the account is looked up. */
export async function resend(
  ctx: AuthContext,
  body: z.output<typeof resendSchema>,
  client: ClientRequest,
): Promise<Record<string, unknown>> {
  const { type } = body
  const challenge = challengeOf(body)
  if (type === 'signup' || type === 'email_change') {
    if (body.email === undefined) throw invalid(`Type provided requires an email address`)
    if (body.phone !== undefined) throw invalid('Only an email address or phone number should be provided.')
    const address = normalizeEmail(body.email)
    await limitSending(ctx, 'mail', { kind: type, to: { email: address }, client })
    const send = type === 'signup' ? resendSignup : resendEmailChange
    ctx.inBackground('resend', () => send(ctx, { address, challenge, client }))
    return {}
  }
  if (type === 'sms' || type === 'phone_change') {
    if (body.phone === undefined) throw invalid(`Type provided requires a phone number`)
    if (body.email !== undefined) throw invalid('Only an email address or phone number should be provided.')
    return requirePhone(ctx).resend({ type, phone: normalizePhone(body.phone) }, client)
  }
  throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
}

async function resendSignup(ctx: AuthContext, { address, challenge, client }: Resend): Promise<void> {
  const asked = { reach: byMail(ctx), address, challenge, client }
  const confirmation = await confirmAgain(ctx, asked)
  if (confirmation !== undefined) await asked.reach.send(confirmation, address, client)
}

/** A new code for an unproven address. It replaces the code that was sent for the same sign-up. */
export function confirmAgain(
  ctx: AuthContext,
  { reach, address, challenge, client }: Resend & { reach: Reach },
): Promise<Confirmation | undefined> {
  return inTransaction(ctx.pool, async (tx) => {
    const { kind } = reach
    const user = await reach.find(tx, address, 'lock')
    if (user === undefined || user[`${kind}_confirmed_at`] !== null) return undefined
    const taken = await takeSignUp(tx, user.id, hashDevice(client.device))
    const again = { own: taken?.signUp, deviceHash: taken?.deviceHash ?? null }
    return issueConfirmation(tx, ctx, user, { kind, address, challenge, ...again })
  })
}

async function resendEmailChange(ctx: AuthContext, { address, challenge, client }: Resend): Promise<void> {
  const change = await inTransaction(ctx.pool, async (tx) => {
    const pending = await one<{ id: string }>(
      tx,
      'select id from auth.users where email_change is not null and (email = $1 or email_change = $1) and deleted_at is null limit 1',
      [address],
    )
    const user = pending === undefined ? undefined : await findUserById(tx, pending.id, 'lock')
    const email = user?.email_change ?? null
    if (user === undefined || email === null) return undefined
    return { user, email, tokens: await requestEmailChange(tx, ctx, { user, email, challenge }) }
  })
  if (change !== undefined) sendEmailChange(ctx, { ...change, client })
}
