import type { PoolClient } from 'pg'
import type { AuthContext } from '../context.ts'
import { limitSending } from '../limits/sending.ts'
import { notify, sendTokenMail } from '../mail/send.ts'
import { issueToken, type OneTimeToken } from '../one-time/tokens.ts'
import { applyEmail } from '../users/confirm.ts'
import { findUserByEmail, updateUser } from '../users/repo.ts'
import type { ApplyChange, UserRow } from '../users/row.ts'
import { emailTaken, type OwnUpdate } from './own-update.ts'

/**
 * Prepares a new address. It takes effect when the link sent to it, and under secure change also the link sent to the
 * old one, was opened; at once where accounts need no confirmation.
 */
export async function prepareEmailChange(
  ctx: AuthContext,
  update: OwnUpdate,
  email: string,
): Promise<ApplyChange> {
  if (!ctx.autoconfirmEmail) {
    const { caller, client } = update
    await limitSending(ctx, 'mail', { kind: 'email_change', to: { id: caller.user.id }, client })
  }
  return async (tx, user) => {
    if ((await findUserByEmail(tx, email)) !== undefined) throw emailTaken()
    if (ctx.autoconfirmEmail) {
      await applyEmail(tx, user, email)
      return async () => notify(ctx, { kind: 'email_changed', user, client: update.client, detail: email })
    }
    const tokens = await requestEmailChange(tx, ctx, { user, email, challenge: update.challenge })
    return async () => sendEmailChange(ctx, { user, email, tokens, client: update.client })
  }
}

interface ChangeTokens {
  forNew: OneTimeToken
  forCurrent: OneTimeToken | undefined
}

/** Stores the wanted address and makes the codes that confirm it. */
export async function requestEmailChange(
  tx: PoolClient,
  ctx: AuthContext,
  change: { user: UserRow; email: string; challenge: OwnUpdate['challenge'] },
): Promise<ChangeTokens> {
  const { user, email, challenge } = change
  const flow = challenge === undefined ? undefined : ({ method: 'email_change', challenge } as const)
  await updateUser(tx, user.id, {
    email_change: email,
    email_change_sent_at: new Date(),
    email_change_confirm_status: 0,
  })
  const forNew = await issueToken(tx, ctx, {
    userId: user.id,
    type: 'email_change_new',
    address: email,
    flow,
  })
  if (!ctx.settings.mail.secureEmailChange || user.email === null) return { forNew, forCurrent: undefined }
  const address = user.email
  const forCurrent = await issueToken(tx, ctx, {
    userId: user.id,
    type: 'email_change_current',
    address,
    flow,
  })
  return { forNew, forCurrent }
}

/** Mails each code to its address. */
export function sendEmailChange(
  ctx: AuthContext,
  change: { user: UserRow; email: string; tokens: ChangeTokens; client: OwnUpdate['client'] },
): void {
  const { user, email, tokens, client } = change
  sendTokenMail(ctx, { kind: 'email_change', to: email, token: tokens.forNew, client, newEmail: email })
  if (tokens.forCurrent === undefined || user.email === null) return
  sendTokenMail(ctx, {
    kind: 'email_change',
    to: user.email,
    token: tokens.forCurrent,
    client,
    newEmail: email,
  })
}
