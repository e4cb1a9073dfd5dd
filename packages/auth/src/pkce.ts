import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ExternalProfile } from './accounts/ports.ts'
import type { AuthContext } from './context.ts'
import { type Queryable, sql } from './database.ts'
import { AuthError, invalid } from './errors.ts'
import { sameSecret, sha256 } from './secrets.ts'
import type { AuthMethod } from './sessions/session.ts'

/** The fields of a body or query that start a PKCE flow (RFC 7636). */
export const pkceFields = {
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
}

export interface Challenge {
  challenge: string
  method: 's256' | 'plain'
}

/** The challenge of a request; undefined for implicit flows. Throws 400 when it is incomplete or malformed. */
export function challengeOf(fields: {
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
}): Challenge | undefined {
  const { code_challenge: challenge, code_challenge_method: name } = fields
  if (challenge === undefined && name === undefined) return undefined
  if (challenge === undefined || name === undefined)
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  if (challenge.length < 43 || challenge.length > 128)
    throw invalid('code challenge has to be between 43 and 128 characters')
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) {
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  }
  const method = name.toLowerCase()
  if (method !== 's256' && method !== 'plain') throw invalid(`unsupported code_challenge method ${name}`)
  return { challenge, method }
}

/** Throws 400 `bad_code_verifier` unless the verifier fits the challenge. */
function requireVerifier(challenge: Challenge, verifier: string): void {
  const computed =
    challenge.method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  if (sameSecret(computed, challenge.challenge)) return
  throw new AuthError('bad_code_verifier')
}

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
  const row = await sql<{ id: string }>`insert into auth.flow_states
      (user_id, provider_type, authentication_method, code_challenge, code_challenge_method)
    values (${userId}, ${MAIL}, ${flow.method}, ${flow.challenge.challenge}, ${flow.challenge.method})
    returning id`.only(db)
  return row.id
}

/** The code for a flow whose link was opened, to be redeemed with its verifier. */
export async function issueMailCode(
  db: Queryable,
  flow: { userId: string; flowId: string | null },
): Promise<string> {
  const row = await sql<FlowRow>`select * from auth.flow_states
    where id = ${flow.flowId} and user_id = ${flow.userId} and auth_code_hash is null for update`.one(db)
  if (row === undefined) throw unknownFlow()
  return issueCode(db, row.id, flow.userId)
}

/** Attaches the user to a flow and makes its one-time code. */
export async function issueCode(db: Queryable, flowId: string, userId: string): Promise<string> {
  const code = randomUUID()
  await sql`update auth.flow_states set user_id = ${userId}, auth_code_hash = ${sha256(code)},
      auth_code_issued_at = now() where id = ${flowId}`.run(db)
  return code
}

/** Redeems a code and deletes its flow, so that a code works once. Call it in a transaction. */
export async function redeemCode(
  db: Queryable,
  ctx: AuthContext,
  request: { code: string; verifier: string },
): Promise<FlowRow & { user_id: string }> {
  const row = await sql<FlowRow>`select * from auth.flow_states
        where auth_code_hash = ${sha256(request.code)} for update`.one(db)
  const userId = row?.user_id
  if (row === undefined || userId === null || userId === undefined || row.code_challenge === null)
    throw unknownFlow()
  // People open mails late, so the flow lasts as long as its link.
  const start = row.provider_type === MAIL ? (row.auth_code_issued_at ?? row.created_at) : row.created_at
  if (isExpired(ctx, start)) throw new AuthError('flow_state_expired')
  requireVerifier(
    { challenge: row.code_challenge, method: row.code_challenge_method ?? 's256' },
    request.verifier,
  )
  await sql`delete from auth.flow_states where id = ${row.id}`.run(db)
  return { ...row, user_id: userId }
}

export function isExpired(ctx: AuthContext, since: Date): boolean {
  return since.getTime() + ctx.settings.flowLifetime * 1000 < Date.now()
}

function unknownFlow(): AuthError {
  return new AuthError('flow_state_not_found')
}
