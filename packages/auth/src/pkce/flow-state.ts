import { randomUUID } from 'node:crypto'
import type { ExternalProfile } from '../accounts/external-profile.ts'
import type { AuthContext } from '../context.ts'
import { one, run } from '../database.ts'
import type { Queryable } from '../database.ts'
import { AuthError } from '../errors.ts'
import { sha256 } from '../secrets.ts'
import type { AuthMethod } from '../sessions/session.ts'
import { requireVerifier } from './challenge.ts'
import type { Challenge } from './challenge.ts'

export interface FlowRow {
  id: string
  user_id: string | null
  linking_target_id: string | null
  provider_type: string
  authentication_method: AuthMethod
  code_challenge: string | null
  code_challenge_method: Challenge['method'] | null
  auth_code_issued_at: Date | null
  redirect_to: string | null
  browser_hash: Buffer | null
  provider_verifier: string | null
  provider_nonce: string | null
  provider_access_token: string | null
  provider_refresh_token: string | null
  /** An identity to link to `linking_target_id` once the code is redeemed. */
  pending_profile: ExternalProfile | null
  used_at: Date | null
  created_at: Date
}

const MAIL = 'email'

/** A PKCE flow that a mail continues. */
export interface MailFlow {
  method: AuthMethod
  challenge: Challenge
}

/** Starts a PKCE flow that a mail continues: its link will return a code. Returns the flow's id. */
export async function createMailFlow(db: Queryable, userId: string, flow: MailFlow): Promise<string> {
  const row = await one<{ id: string }>(
    db,
    `insert into auth.flow_states (user_id, provider_type, authentication_method, code_challenge, code_challenge_method)
     values ($1, $2, $3, $4, $5) returning id`,
    [userId, MAIL, flow.method, flow.challenge.challenge, flow.challenge.method],
  )
  if (row === undefined) throw new Error('insert returned no row')
  return row.id
}

/** The code for a flow whose link was opened, to be redeemed with its verifier. */
export async function issueMailCode(
  db: Queryable,
  flow: { userId: string; flowId: string | null },
): Promise<string> {
  const row = await one<FlowRow>(
    db,
    `select * from auth.flow_states where id = $1 and user_id = $2 and auth_code_hash is null for update`,
    [flow.flowId, flow.userId],
  )
  if (row === undefined) throw unknownFlow()
  return issueCode(db, row.id, flow.userId)
}

/** Attaches the user to a flow and makes its one-time code. */
export async function issueCode(db: Queryable, flowId: string, userId: string): Promise<string> {
  const code = randomUUID()
  await run(
    db,
    'update auth.flow_states set user_id = $2, auth_code_hash = $3, auth_code_issued_at = now() where id = $1',
    [flowId, userId, sha256(code)],
  )
  return code
}

/** Redeems a code and deletes its flow, so that a code works once. Call it in a transaction. */
export async function redeemCode(
  db: Queryable,
  ctx: Pick<AuthContext, 'settings'>,
  request: { code: string; verifier: string },
): Promise<FlowRow & { user_id: string }> {
  const row = await one<FlowRow>(db, 'select * from auth.flow_states where auth_code_hash = $1 for update', [
    sha256(request.code),
  ])
  const userId = row?.user_id
  if (row === undefined || userId === null || userId === undefined || row.code_challenge === null)
    throw unknownFlow()
  // People open mails late, so the flow lasts as long as its link.
  const start = row.provider_type === MAIL ? (row.auth_code_issued_at ?? row.created_at) : row.created_at
  if (isExpired(ctx, start)) throw expiredFlow()
  requireVerifier(
    { challenge: row.code_challenge, method: row.code_challenge_method ?? 's256' },
    request.verifier,
  )
  await run(db, 'delete from auth.flow_states where id = $1', [row.id])
  return { ...row, user_id: userId }
}

export function isExpired(ctx: Pick<AuthContext, 'settings'>, since: Date): boolean {
  return since.getTime() + ctx.settings.flowLifetime * 1000 < Date.now()
}

function unknownFlow(): AuthError {
  return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
}

function expiredFlow(): AuthError {
  return new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
}
