import { withAdmission } from '../accounts/admission.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { inTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { createSession, presentSession } from '../sessions/session.ts'
import { insertUser } from '../users/repo.ts'

/** A user without address or password; adding one makes the user permanent. */
export async function signUpAnonymously(
  ctx: AuthContext,
  data: Record<string, unknown>,
  client: ClientRequest,
): Promise<Record<string, unknown>> {
  if (!ctx.settings.anonymous.enabled) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  const { user, session } = await inTransaction(ctx.pool, async (tx) => {
    const created = await withAdmission(ctx, { db: tx, provider: 'anonymous', client }, () =>
      insertUser(tx, { raw_user_meta_data: data, is_anonymous: true, aud: ctx.settings.jwt.audience }),
    )
    await audit(tx, {
      action: 'user_signedup',
      userId: created.id,
      ip: client.ip,
      traits: { provider: 'anonymous' },
    })
    return {
      user: created,
      session: await createSession(tx, ctx, { user: created, client, method: 'anonymous' }),
    }
  })
  return presentSession(ctx, user, session)
}
