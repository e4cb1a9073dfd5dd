import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Origin } from '../accounts/ports.ts'
import { dropPendingChanges } from '../accounts/prove-address.ts'
import { audit } from '../audit.ts'
import type { Answer, AuthContext } from '../context.ts'
import { lockForChange } from '../credentials/guard.ts'
import { inTransaction, type Queryable, sql } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import type { Authenticated } from '../http/bearer.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { giveBack, takeTokens } from '../limits/buckets.ts'
import { type Guess, limitGuess, limitOwnGuess } from '../limits/guesses.ts'
import { isKnownDevice, rememberOrigin } from '../limits/known-origins.ts'
import { notify } from '../mail/send.ts'
import { type AuthMethod, elevateSession, findSession, presentSession } from '../sessions/session.ts'
import { findUserById, reloadUser } from '../users/repo.ts'
import { hasVerifiedFactor, type UserRow } from '../users/row.ts'
import { requireKind, type verifySchema } from './kind.ts'
import {
  type ChallengeRow,
  completeVerification,
  countFailure,
  findChallenge,
  isStale,
  requireFactor,
  type SecretFactor,
} from './repo.ts'

interface FactorAnswer {
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
export async function verifyFactor(ctx: AuthContext, answer: FactorAnswer): Promise<Answer> {
  const { caller, body } = answer
  if (body.webauthn === undefined && body.code === undefined) throw invalid('Code needs to be non-empty')
  const ids = { userId: caller.user.id, factorId: answer.factorId }
  const named = await requireFactor(ctx.pool, ids)
  const counted = await countTry(ctx, named, { code: body.code, client: answer.client })
  const { user, session, isNew, wrongCodes } = await inTransaction(ctx.pool, async (tx) => {
    // All flows on a user lock in this order: user, factor, challenge, session.
    await findUserById(tx, ids.userId, 'lock')
    const factor = await requireFactor(tx, ids)
    const isNewFactor = factor.status === 'unverified'
    if (isNewFactor) await requireMayBegin(tx, caller, factor)
    const kind = requireKind(ctx, factor.factor_type, 'verify')
    const challenge = await requireChallenge(tx, answer)
    const accepted = await kind.judge({ factor, challenge, body })
    await completeVerification(tx, { factor, challengeId: challenge.id, ...accepted })
    const current = await findSession(tx, caller.sessionId, 'lock')
    if (current === undefined) throw new AuthError('session_not_found', 'Session does not exist')
    const method = METHODS[factor.factor_type]
    const raised = await elevateSession(tx, current, { method, factorId: factor.id })
    await sql`delete from auth.sessions where user_id = ${ids.userId} and aal = 'aal1'`.run(tx)
    await rememberOrigin(tx, ctx, ids.userId, answer.client)
    const failures = await countFailures(tx, ids.userId)
    const traits = { type: factor.factor_type }
    await audit(tx, 'factor_verified', ids.userId, { ip: answer.client.ip, traits })
    return {
      user: await reloadUser(tx, ids.userId),
      session: raised,
      isNew: isNewFactor,
      wrongCodes: failures,
    }
  }).catch(async (error: unknown) => {
    if (error instanceof AuthError && error.code === 'mfa_verification_failed') await noteFailure(ctx, answer)
    throw error
  })
  await counted.forgive()
  if (isNew) notify(ctx, { kind: 'factor_added', user, client: answer.client })
  // Not part of the wire format: the number of wrong codes since the last right one.
  return { ...(await presentSession(ctx, user, session)), wrong_codes: wrongCodes }
}

/**
 * A person with a second step can finish a new factor only at that level and in time. A factor that was begun at a
 * lower level, before the first one, is void.
 */
async function requireMayBegin(tx: PoolClient, caller: Authenticated, factor: SecretFactor): Promise<void> {
  const user = await lockForChange(tx, caller)
  if (isStale(factor)) throw new AuthError('mfa_factor_not_found')
  if (!hasVerifiedFactor(user)) await dropPendingChanges(tx, user.id)
}

async function noteFailure(ctx: AuthContext, { caller, body, client }: FactorAnswer): Promise<void> {
  if (body.challenge_id !== undefined) await countFailure(ctx.pool, body.challenge_id)
  await audit(ctx.pool, 'factor_failed', caller.user.id, { ip: client.ip })
  if (hasVerifiedFactor(caller.user)) await raiseAlarm(ctx, caller.user, client)
}

async function requireChallenge(tx: PoolClient, answer: FactorAnswer): Promise<ChallengeRow> {
  const { challenge_id: challengeId } = answer.body
  const ids = { factorId: answer.factorId, ip: answer.client.ip }
  const challenge = challengeId && (await findChallenge(tx, { ...ids, challengeId }))
  if (!challenge) {
    const text = 'MFA factor with the provided challenge ID not found'
    throw new AuthError('mfa_factor_not_found', text, { status: 422 })
  }
  if (challenge.verified_at !== null || !challenge.same_ip) throw new AuthError('mfa_ip_address_mismatch')
  if (challenge.expired || challenge.failed_attempts >= MAX_ATTEMPTS) {
    throw new AuthError(
      'mfa_challenge_expired',
      `MFA challenge ${challenge.id} has expired, create a new challenge.`,
    )
  }
  return challenge
}

/** True for two codes of an authenticator app in a row, which cannot be guessed. */
export function isPair(code: string | undefined): boolean {
  return /^\d{12}$/.test(code ?? '')
}

/**
 * Counts a try. A client that tries codes already has the first factor, so a day allows few: for all strangers
 * together, and for each device of the account. When they are used up, two codes of an authenticator app in a row still
 * open the account from anywhere, so guesses lock nobody out.
 */
async function countTry(
  ctx: AuthContext,
  factor: SecretFactor,
  answer: { code: string | undefined; client: Origin },
): Promise<Pick<Guess, 'forgive'>> {
  const { client, code } = answer
  // The caller knows the secret of a factor that was only begun.
  if (factor.factor_type === 'webauthn' || factor.status === 'unverified')
    return limitOwnGuess(ctx, 'factor', factor.user_id, client)
  if (factor.factor_type === 'totp' && isPair(code)) return { forgive: async () => undefined }
  const holder = { id: factor.user_id }
  const guess = await limitGuess(ctx, 'factor', holder, client)
  if (!guess.mayPass) throw exhausted(factor)
  const isOwner = await isKnownDevice(ctx, holder, client)
  const place = isOwner ? ['device', client.device?.id ?? ''] : ['strangers']
  const draw = { bucket: ctx.settings.mfa.wrongCodes, key: ['wrong codes', factor.user_id, ...place] }
  if ((await takeTokens(ctx, [draw])).length === 0) throw exhausted(factor)
  return {
    async forgive() {
      await guess.forgive()
      await giveBack(ctx, [draw])
    },
  }
}

function exhausted({ factor_type: type }: SecretFactor): AuthError {
  if (type === 'phone') return new AuthError('over_request_rate_limit')
  return new AuthError('mfa_verification_rejected')
}

/** Wrong codes of the last month since the last right one. */
async function countFailures(db: Queryable, userId: string): Promise<number> {
  const row = await sql<{ failures: number }>`select count(*)::int as failures from auth.audit_log_entries
     where user_id = ${userId} and action = 'factor_failed' and created_at > now() - interval '30 days'
       and created_at > coalesce((select max(created_at) from auth.audit_log_entries
         where user_id = ${userId} and action = 'factor_verified'), '-infinity')`.one(db)
  return row?.failures ?? 0
}

/** More wrong codes than a person mistypes: somebody else has the password. */
const ALARMING = 5
const ONCE_A_DAY = { burst: 1, perSeconds: 86_400 }

/** Mails the owner, once a day, that somebody knows the password and fails at the second step. */
async function raiseAlarm(ctx: AuthContext, user: UserRow, client: ClientRequest): Promise<void> {
  if ((await countFailures(ctx.pool, user.id)) < ALARMING) return
  const isFirst = await takeTokens(ctx, [{ bucket: ONCE_A_DAY, key: ['wrong codes alarm', user.id] }])
  if (isFirst.length === 1) notify(ctx, { kind: 'wrong_codes', user, client })
}
