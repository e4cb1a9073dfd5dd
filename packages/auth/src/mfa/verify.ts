import type { PoolClient } from 'pg'
import { Secret } from 'otpauth'
import { z } from 'zod'
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
import { sameSecret } from '../secrets.ts'
import { elevateSession, findSession, presentSession } from '../sessions/session.ts'
import type { AuthMethod } from '../sessions/session.ts'
import { findUserById, reloadUser } from '../users/repo.ts'
import { hasVerifiedFactor } from '../users/row.ts'
import {
  assertionSchema,
  checkAssertion,
  checkRegistration,
  credentialSchema,
  registrationSchema,
} from '../webauthn/ceremony.ts'
import { phoneCodeHash, requireVerifyEnabled, unknownFactor } from './challenge.ts'
import { totpOf } from './enroll.ts'
import { completeVerification, countFailure, findChallenge, findFactor, isStale } from './repo.ts'
import type { ChallengeRow, SecretFactor } from './repo.ts'
import { countFailures, countTry, isPair, raiseAlarm } from './tries.ts'

export const verifySchema = z.object({
  challenge_id: z.guid().optional(),
  code: z.string().optional(),
  webauthn: z
    .looseObject({ type: z.enum(['create', 'request']), credential_response: z.unknown() })
    .optional(),
})

export interface FactorAnswer {
  caller: Authenticated
  client: ClientRequest
  factorId: string
  body: z.output<typeof verifySchema>
}

/** The result of a right answer. */
type Accepted = { totpStep?: number; credential?: unknown; aaguid?: string }

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
    requireVerifyEnabled(ctx, factor.factor_type)
    const challenge = await requireChallenge(tx, answer)
    const accepted = await judge(ctx, { factor, challenge, body })
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

interface Judged {
  factor: SecretFactor
  challenge: ChallengeRow
  body: FactorAnswer['body']
}

async function judge(ctx: AuthContext, { factor, challenge, body }: Judged): Promise<Accepted> {
  if (factor.factor_type === 'totp') return { totpStep: acceptedStep(factor, body.code ?? '') }
  if (factor.factor_type === 'webauthn') return judgeWebauthn(ctx, { factor, challenge, body })
  const expected = challenge.code_hash
  const given = phoneCodeHash(ctx, factor.id, body.code ?? '')
  if (expected === null || !sameSecret(expected, given)) throw failed('Invalid MFA Phone code entered')
  return {}
}

const STEP_MS = 30_000
const CODE_LENGTH = 6

/**
 * The time step of this code: the present one or a neighbour, and later than the last one accepted. For two codes in a
 * row, the step of the second.
 */
function acceptedStep(factor: SecretFactor, code: string): number {
  const now = Date.now()
  const totp = totpOf(Secret.fromBase32(factor.secret ?? ''))
  const token = code.slice(-CODE_LENGTH)
  const delta = /^(\d{6}){1,2}$/.test(code) ? totp.validate({ token, timestamp: now, window: 1 }) : null
  const step = Math.floor(now / STEP_MS) + (delta ?? 0)
  const before = totp.generate({ timestamp: (step - 1) * STEP_MS })
  if (isPair(code) && !sameSecret(before, code.slice(0, CODE_LENGTH)))
    throw failed('Invalid TOTP code entered')
  if (delta === null || step <= Number(factor.last_totp_step ?? 0)) throw failed('Invalid TOTP code entered')
  return step
}

async function judgeWebauthn(ctx: AuthContext, { factor, challenge, body }: Judged): Promise<Accepted> {
  const expected = challenge.webauthn_challenge ?? ''
  const known = credentialSchema.safeParse(factor.web_authn_credential)
  if (known.success) {
    const assertion = assertionSchema.safeParse(body.webauthn?.credential_response)
    if (!assertion.success) throw failed('Invalid WebAuthn credential')
    const credential = known.data
    const counter = await checkAssertion(ctx, assertion.data, {
      challenge: expected,
      credential,
      userVerification: false,
    }).catch(() => {
      throw failed('Invalid WebAuthn credential')
    })
    return { credential: { ...credential, counter } }
  }
  const registration = registrationSchema.safeParse(body.webauthn?.credential_response)
  if (!registration.success) throw failed('Invalid WebAuthn credential')
  return checkRegistration(ctx, registration.data, { challenge: expected, userVerification: false }).catch(
    () => {
      throw failed('Invalid WebAuthn credential')
    },
  )
}

function failed(message: string): AuthError {
  return new AuthError(422, 'mfa_verification_failed', message)
}
