import type { PoolClient } from 'pg'
import { z } from 'zod'
import { hashDevice, takeSignUp } from '../accounts/pending-sign-up.ts'
import type { AddressKind, CodeMessage, Reach, Wish } from '../accounts/ports.ts'
import { holderOf, normalizeAddress, reachOf } from '../accounts/reach.ts'
import type { AuthContext } from '../context.ts'
import { changeMessages } from '../current-user/change-address.ts'
import { inTransaction, sql } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { limitSending } from '../limits/sending.ts'
import { type Challenge, challengeOf, pkceFields } from '../pkce.ts'
import { issueConfirmation } from '../signup/sign-up.ts'
import { findUserById } from '../users/repo.ts'

export const resendSchema = z.object({
  type: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  ...pkceFields,
})

interface Resend {
  reach: Reach
  address: string
  challenge: Challenge | undefined
  client: ClientRequest
}

const TYPES = new Map<string | undefined, { kind: AddressKind; again: typeof confirmAgain }>([
  ['signup', { kind: 'email', again: confirmAgain }],
  ['email_change', { kind: 'email', again: changeAgain }],
  ['sms', { kind: 'phone', again: confirmAgain }],
  ['phone_change', { kind: 'phone', again: changeAgain }],
])

/** Sends a pending code again. Always gives the same answer, before the account is looked up. */
export async function resend(
  ctx: AuthContext,
  body: z.output<typeof resendSchema>,
  client: ClientRequest,
): Promise<Record<string, never>> {
  const pkce = challengeOf(body)
  const type = TYPES.get(body.type)
  if (type === undefined) throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  const { kind, again } = type
  const given = body[kind]
  if (given === undefined)
    throw invalid(`Type provided requires ${kind === 'email' ? 'an email address' : 'a phone number'}`)
  if (body.email !== undefined && body.phone !== undefined)
    throw invalid('Only an email address or phone number should be provided.')
  const reach = reachOf(ctx, kind)
  const address = normalizeAddress(kind, given)
  const challenge = kind === 'email' ? pkce : undefined
  if (!(await mayResend(ctx, kind, { kind: body.type ?? '', to: holderOf(kind, address), client }))) return {}
  ctx.inBackground('resend', async () => {
    const messages = await inTransaction(ctx.pool, (tx) =>
      again(tx, ctx, { reach, address, challenge, client }),
    )
    for (const message of messages) await reach.send({ ...message, client })
  })
  return {}
}

/** Throws 429 beyond the limits of mail. Beyond those of SMS the answer is the same, and no message is sent. */
async function mayResend(ctx: AuthContext, kind: AddressKind, wish: Wish): Promise<boolean> {
  if (kind === 'email') return limitSending(ctx, 'mail', wish).then(() => true)
  return limitSending(ctx, 'sms', wish).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AuthError && error.status === 429) return false
      throw error
    },
  )
}

/** A new code for an unproven address. It replaces the code that was sent for the same sign-up. */
async function confirmAgain(
  tx: PoolClient,
  ctx: AuthContext,
  { reach, address, challenge, client }: Resend,
): Promise<Omit<CodeMessage, 'client'>[]> {
  const { kind } = reach
  const user = await reach.find(tx, address, 'lock')
  if (user === undefined || user[`${kind}_confirmed_at`] !== null) return []
  const taken = await takeSignUp(tx, user.id, hashDevice(client.device))
  const again = { own: taken?.signUp, deviceHash: taken?.deviceHash ?? null }
  const confirmation = await issueConfirmation(tx, ctx, user, { kind, address, challenge, ...again })
  return [{ kind: 'signup', to: address, ...confirmation }]
}

/** Makes the codes of a pending change again. The client names a phone by its new number, e-mail by either address. */
async function changeAgain(
  tx: PoolClient,
  ctx: AuthContext,
  { reach: { kind }, address: known, challenge }: Resend,
): Promise<Omit<CodeMessage, 'client'>[]> {
  const where =
    kind === 'email'
      ? sql`email_change is not null and (email = ${known} or email_change = ${known})`
      : sql`phone_change = ${known}`
  const pending = await sql<{ id: string }>`select id from auth.users
    where ${where} and deleted_at is null limit 1`.one(tx)
  const user = pending && (await findUserById(tx, pending.id, 'lock'))
  const address = user?.[`${kind}_change`]
  return user && address ? changeMessages(tx, ctx, { kind, user, address, challenge }) : []
}
