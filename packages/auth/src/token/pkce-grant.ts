import { z } from 'zod'
import { linkIdentity } from '../accounts/external-sign-in.ts'
import type { AuthContext } from '../context.ts'
import { inTransaction } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import { redeemCode } from '../pkce/flow-state.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { notify } from '../mail/notify.ts'
import { createSession, presentSession } from '../sessions/session.ts'
import { findUserById } from '../users/repo.ts'
import { isBanned } from '../users/row.ts'

export const pkceGrantSchema = z.object({
  auth_code: z.string().optional(),
  code_verifier: z.string().optional(),
})

/** A session for the code of a redirect and the verifier that never left the client. */
export async function pkceGrant(
  ctx: AuthContext,
  body: z.output<typeof pkceGrantSchema>,
  client: ClientRequest,
): Promise<Record<string, unknown>> {
  const { auth_code: code, code_verifier: verifier } = body
  if (code === undefined || verifier === undefined) {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  const { flow, user, session } = await inTransaction(ctx.pool, async (tx) => {
    const redeemed = await redeemCode(tx, ctx, { code, verifier })
    const { pending_profile: profile } = redeemed
    if (profile !== null) await linkIdentity(tx, redeemed.user_id, profile)
    const holder = await findUserById(tx, redeemed.user_id)
    if (holder === undefined) throw new AuthError(404, 'user_not_found', 'User not found')
    if (isBanned(holder)) throw new AuthError(403, 'user_banned', 'User is banned')
    const opened = await createSession(tx, ctx, {
      user: holder,
      client,
      method: redeemed.authentication_method,
      ...(redeemed.authentication_method === 'sso/saml'
        ? { ssoProvider: redeemed.provider_type.replace(/^sso:/, '') }
        : {}),
    })
    return { flow: redeemed, user: holder, session: opened }
  })
  if (flow.pending_profile !== null)
    notify(ctx, { kind: 'identity_linked', user, client, detail: flow.pending_profile.provider })
  return {
    ...(await presentSession(ctx, user, session)),
    ...(flow.provider_access_token === null ? {} : { provider_token: flow.provider_access_token }),
    ...(flow.provider_refresh_token === null ? {} : { provider_refresh_token: flow.provider_refresh_token }),
  }
}
