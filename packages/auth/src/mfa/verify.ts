import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { lockForChange } from '../credentials/guard.ts'
import { dropPendingChanges } from '../credentials/pending-changes.ts'
import { inTransaction, run } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import type { Authenticated } from '../http/bearer.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { rememberOrigin } from '../limits/known-origins.ts'
import { notify } from '../mail/notify.ts'
import { elevateSession, findSession, presentSession } from '../sessions/session.ts'
import type { AuthMethod } from '../sessions/session.ts'
import { findUserById, reloadUser } from '../users/repo.ts'
import { hasVerifiedFactor } from '../users/row.ts'
import { requireKind, unknownFactor } from './kind.ts'
import type { verifySchema } from './kind.ts'
import { completeVerification, countFailure, findChallenge, findFactor, isStale } from './repo.ts'
import type { ChallengeRow, SecretFactor } from './repo.ts'
import { countFailures, countTry, raiseAlarm } from './tries.ts'

export interface FactorAnswer {
  caller: Authenticated
  client: ClientRequest
  factorId: string
  body: z.output<typeof verifySchema>
}

const METHODS = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const satisfies Record<
  string,
  AuthMethod
>
const MAX_ATTEMPTS = 5

/**
 * Raises the session to aal2 with a right answer to a challenge. The user's sessions below aal2 end, and so does the
 * old refresh token of this session.
 */
export async function verifyFactor(ctx: AuthContext, answer: FactorAnswer): Promise<Record<string, unknown>> {
  const { caller, body } = answer
  if (body.webauthn === undefined && body.code === undefined) throw invalid('Code needs to be non-empty')
  const ids = { userId: caller.user.id, factorId: answer.factorId }
  const named = await findFactor(ctx.pool, ids)
  if (named === undefined) throw unknownFactor()
  const counted = await countTry(ctx, named, { code: body.code, client: answer.client })
  const { user, session, isNew, wrongCodes } = await inTransaction(ctx.pool, async (tx) => {
    // All flows on a user lock in this order: user, factor, challenge, session.
    await findUserById(tx, ids.userId, 'lock')
    const factor = await findFactor(tx, ids)
    if (factor === undefined) throw unknownFactor()
    if (factor.status === 'unverified') await requireMayBegin(tx, caller, factor)
    const kind = requireKind(ctx, factor.factor_type, 'verify')
    const challenge = await requireChallenge(tx, answer)
    const accepted = await kind.judge({ factor, challenge, body })
    await completeVerification(tx, { factor, challengeId: challenge.id, ...accepted })
    const current = await findSession(tx, caller.sessionId, 'lock')
    if (current === undefined) throw new AuthError(403, 'session_not_found', 'Session does not exist')
    const raised = await elevateSession(tx, current, {
      method: METHODS[factor.factor_type],
      factorId: factor.id,
    })
    await run(tx, `delete from auth.sessions where user_id = $1 and aal = 'aal1'`, [caller.user.id])
    await rememberOrigin(tx, ctx, caller.user.id, answer.client)
    const traits = { type: factor.factor_type }
    const wrongBefore = await countFailures(tx, ids.userId)
    await audit(tx, { action: 'factor_verified', userId: caller.user.id, ip: answer.client.ip, traits })
    const isBegun = factor.status === 'unverified'
    return {
      user: await reloadUser(tx, ids.userId),
      session: raised,
      isNew: isBegun,
      wrongCodes: wrongBefore,
    }
  }).catch(async (error: unknown) => {
    if (error instanceof AuthError && error.code === 'mfa_verification_failed') await noteFailure(ctx, answer)
    throw error
  })
  await counted.forgive()
  if (isNew) notify(ctx, { kind: 'factor_added', user, client: answer.client })
  // Added to the session of the wire format: the number of wrong codes since the last right one.
  return { ...(await presentSession(ctx, user, session)), wrong_codes: wrongCodes }
}

/**
 * A person with a second step can finish a new factor only at that level and in time. A factor that was begun at a
 * lower level, before the first one, is void.
 */
async function requireMayBegin(tx: PoolClient, caller: Authenticated, factor: SecretFactor): Promise<void> {
  const user = await lockForChange(tx, caller)
  if (isStale(factor)) throw unknownFactor()
  if (!hasVerifiedFactor(user)) await dropPendingChanges(tx, user.id)
}

async function noteFailure(ctx: AuthContext, { caller, body, client }: FactorAnswer): Promise<void> {
  if (body.challenge_id !== undefined) await countFailure(ctx.pool, body.challenge_id)
  await audit(ctx.pool, { action: 'factor_failed', userId: caller.user.id, ip: client.ip })
  if (hasVerifiedFactor(caller.user)) await raiseAlarm(ctx, caller.user, client)
}

async function requireChallenge(tx: PoolClient, answer: FactorAnswer): Promise<ChallengeRow> {
  const { challenge_id: challengeId } = answer.body
  const challenge =
    challengeId === undefined
      ? undefined
      : await findChallenge(tx, { challengeId, factorId: answer.factorId, ip: answer.client.ip })
  if (challenge === undefined) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  }
  if (challenge.verified_at !== null || !challenge.same_ip) {
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  }
  if (challenge.expired || challenge.failed_attempts >= MAX_ATTEMPTS) {
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${challenge.id} has expired, create a new challenge.`,
    )
  }
  return challenge
}
