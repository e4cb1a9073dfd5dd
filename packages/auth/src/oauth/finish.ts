import type { PoolClient } from 'pg'
import type { AuthContext } from '../context.ts'
import { run } from '../database.ts'
import { issueCode } from '../pkce/flow-state.ts'
import type { FlowRow } from '../pkce/flow-state.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { sessionParams, withFragment, withQuery } from '../http/redirect.ts'
import { createSession, presentSession } from '../sessions/session.ts'
import type { UserRow } from '../users/row.ts'

export interface FinishedFlow {
  flow: FlowRow
  user: UserRow
  client: ClientRequest
  /** The provider's own tokens, passed on to the client. */
  tokens: Record<string, string | undefined>
  ssoProvider?: string
}

/** Where the browser goes at the end: with a code under PKCE, else with the session in the fragment. */
export async function finishFlow(tx: PoolClient, ctx: AuthContext, finished: FinishedFlow): Promise<string> {
  const { flow, user, client, tokens, ssoProvider } = finished
  const target = flow.redirect_to ?? ctx.settings.siteUrl
  if (flow.code_challenge !== null) return withQuery(target, { code: await issueCode(tx, flow.id, user.id) })
  // The row stays until it is purged, so that a second use of its state is recognised.
  await run(
    tx,
    'update auth.flow_states set provider_access_token = null, provider_refresh_token = null where id = $1',
    [flow.id],
  )
  const method = flow.authentication_method
  const session = await createSession(tx, ctx, {
    user,
    client,
    method,
    ...(ssoProvider === undefined ? {} : { ssoProvider }),
  })
  return withFragment(target, sessionParams({ ...(await presentSession(ctx, user, session)), ...tokens }))
}
