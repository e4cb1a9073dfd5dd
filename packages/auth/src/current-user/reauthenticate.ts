import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { inTransaction } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { requireMailer } from '../mail/require.ts'
import { sendTokenMail } from '../mail/send.ts'
import { issueToken } from '../one-time/tokens.ts'
import { limitSending } from '../limits/sending.ts'
import { requireSms, sendCodeSms } from '../sms/send.ts'
import { updateUser } from '../users/repo.ts'
import type { UserRow } from '../users/row.ts'

/** Sends the user a code that proves their presence: to the e-mail address, else to the phone. */
export async function reauthenticate(
  ctx: AuthContext,
  user: UserRow,
  client: ClientRequest,
): Promise<Record<string, unknown>> {
  const kind = user.email === null ? 'phone' : 'email'
  const address = user.email ?? user.phone
  if (address === null) throw invalid('Reauthentication requires the user to have an email or a phone number')
  if ((kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) === null) {
    throw new AuthError(422, `${kind}_not_confirmed`, `Please verify your ${kind} first.`)
  }
  if (kind === 'email') requireMailer(ctx)
  else requireSms(ctx, address)
  const wish = { kind: 'reauthentication', to: { id: user.id }, client }
  await limitSending(ctx, kind === 'email' ? 'mail' : 'sms', wish)
  const token = await inTransaction(ctx.pool, async (tx) => {
    await updateUser(tx, user.id, { reauthentication_sent_at: new Date() })
    await audit(tx, { action: 'user_reauthenticate_requested', userId: user.id, ip: client.ip })
    return issueToken(tx, ctx, { userId: user.id, type: 'reauthentication', address })
  })
  if (kind === 'email') {
    sendTokenMail(ctx, { kind: 'reauthentication', to: address, token, client })
    return {}
  }
  const messageId = await sendCodeSms(ctx, { to: address, code: token.code, channel: 'sms', client })
  return messageId === undefined ? {} : { message_id: messageId }
}
