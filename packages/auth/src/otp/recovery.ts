import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { inTransaction } from '../database.ts'
import type { Challenge } from '../pkce/challenge.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { sendTokenMail } from '../mail/send.ts'
import { issueToken } from '../one-time/tokens.ts'
import { limitSending } from '../limits/sending.ts'
import { findUserByEmail, updateUser } from '../users/repo.ts'

/**
 * Mails a link to choose a new password. The answer comes before the account is looked up, so that neither its content
 * nor its time reveals whether there is one.
 */
export async function sendRecovery(
  ctx: AuthContext,
  request: { email: string; challenge: Challenge | undefined },
  client: ClientRequest,
): Promise<Record<string, never>> {
  const { email, challenge } = request
  await limitSending(ctx, 'mail', { kind: 'recovery', to: { email }, client })
  ctx.inBackground('password recovery', async () => {
    const token = await inTransaction(ctx.pool, async (tx) => {
      const user = await findUserByEmail(tx, email, 'lock')
      if (user === undefined) return undefined
      await updateUser(tx, user.id, { recovery_sent_at: new Date() })
      await audit(tx, { action: 'user_recovery_requested', userId: user.id, ip: client.ip })
      return issueToken(tx, ctx, {
        userId: user.id,
        type: 'recovery',
        address: email,
        flow: challenge === undefined ? undefined : { method: 'recovery', challenge },
      })
    })
    if (token !== undefined) sendTokenMail(ctx, { kind: 'recovery', to: email, token, client })
  })
  return {}
}
