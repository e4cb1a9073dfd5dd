import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { audit } from '../audit.ts'
import type { Answer, AuthContext } from '../context.ts'
import { lockForChange, requireLevel, requireMayChange, requireRecent } from '../credentials/guard.ts'
import { duplicateKey, inTransaction } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import { type Authenticated, requireOwner, requireUser } from '../http/bearer.ts'
import { readBody, readId } from '../http/body.ts'
import { clientOf, type ClientRequest } from '../http/client-request.ts'
import { notify } from '../mail/send.ts'
import type { UserRow } from '../users/row.ts'
import { challengeSchema, enrollSchema, type FactorType, requireKind, verifySchema } from './kind.ts'
import {
  CHALLENGE_S,
  deleteStaleFactors,
  insertChallenge,
  insertFactor,
  removeFactor,
  requireFactor,
} from './repo.ts'
import { totpKind } from './totp.ts'
import { verifyFactor } from './verify.ts'

/** Second factors of the signed-in user. Extras add further kinds to `ctx.factorKinds`. */
export function mfaRoutes(app: FastifyInstance, ctx: AuthContext): void {
  ctx.factorKinds.set('totp', totpKind(ctx))

  app.post('/factors', async (request) => {
    const caller = requireNotAnonymous(await requireUser(ctx, request))
    return enroll(ctx, caller, readBody(enrollSchema, request))
  })

  app.post('/factors/:factor_id/challenge', async (request) => {
    const caller = requireNotAnonymous(await requireOwner(ctx, request))
    const factorId = readId(request, 'factor_id')
    const { channel } = readBody(challengeSchema, request)
    return challenge(ctx, { caller, client: clientOf(ctx, request), factorId, channel })
  })

  app.post('/factors/:factor_id/verify', async (request) => {
    const caller = requireNotAnonymous(await requireOwner(ctx, request))
    const factorId = readId(request, 'factor_id')
    const body = readBody(verifySchema, request)
    return verifyFactor(ctx, { caller, client: clientOf(ctx, request), factorId, body })
  })

  app.delete('/factors/:factor_id', async (request) => {
    const caller = requireNotAnonymous(await requireUser(ctx, request))
    const ids = { userId: caller.user.id, factorId: readId(request, 'factor_id') }
    const wasVerified = await inTransaction(ctx.pool, async (tx) => {
      await lockForChange(tx, caller, 422)
      const factor = await requireFactor(tx, ids)
      const isVerified = factor.status === 'verified'
      if (isVerified) requireRecent(ctx, caller)
      await removeFactor(tx, ids)
      await audit(tx, 'factor_deleted', ids.userId, { ip: request.ip, traits: { type: factor.factor_type } })
      return isVerified
    })
    if (wasVerified)
      notify(ctx, { kind: 'factor_removed', user: caller.user, client: clientOf(ctx, request) })
    return { id: ids.factorId }
  })
}

function requireNotAnonymous(caller: Authenticated): Authenticated {
  if (!caller.user.is_anonymous) return caller
  throw new AuthError('no_authorization', 'Anonymous user not allowed to perform these actions', {
    status: 403,
  })
}

/** Begins a factor. It counts once one of its challenges was answered. */
async function enroll(
  ctx: AuthContext,
  caller: Authenticated,
  body: z.output<typeof enrollSchema>,
): Promise<Answer> {
  const type = typeOf(body.factor_type)
  const kind = requireKind(ctx, type, 'enroll')
  requireMayChange(ctx, caller)
  const { stored, shown } = await kind.enroll(caller.user, body)
  const id = await inTransaction(ctx.pool, async (tx) => {
    const user = await lockForChange(tx, caller)
    await deleteStaleFactors(tx, user.id)
    requireRoom(ctx, user, stored.phone)
    await audit(tx, 'factor_added', user.id, { traits: { type } })
    return insertFactor(tx, { userId: user.id, type, name: body.friendly_name, ...stored })
  }).catch((error: unknown) => {
    if (duplicateKey(error) === undefined) throw error
    const text = `A factor with the friendly name "${body.friendly_name}" for this user already exists`
    throw new AuthError('mfa_factor_name_conflict', text)
  })
  return { id, type, friendly_name: body.friendly_name, ...shown }
}

function requireRoom(ctx: AuthContext, user: UserRow, phone: string | null): void {
  const verified = user.factors.filter((factor) => factor.status === 'verified')
  if (user.factors.length >= ctx.settings.mfa.maxFactors) throw new AuthError('too_many_enrolled_mfa_factors')
  if (phone !== null && verified.some((factor) => factor.phone === phone))
    throw new AuthError('mfa_verified_factor_exists')
}

function typeOf(name: string | undefined): FactorType {
  if (name === 'totp' || name === 'phone' || name === 'webauthn') return name
  throw invalid('factor_type needs to be totp, phone, or webauthn')
}

interface ChallengeRequest {
  caller: Authenticated
  client: ClientRequest
  factorId: string
  channel: z.output<typeof challengeSchema>['channel']
}

/** Starts a challenge for a factor. The answer is due within five minutes. */
async function challenge(
  ctx: AuthContext,
  { caller, client, factorId, channel }: ChallengeRequest,
): Promise<Answer> {
  const { user } = caller
  const factor = await inTransaction(ctx.pool, async (tx) => {
    await deleteStaleFactors(tx, user.id)
    return requireFactor(tx, { userId: user.id, factorId })
  })
  if (factor.status === 'unverified') requireLevel(user, caller.aal)
  const kind = requireKind(ctx, factor.factor_type, 'verify')
  const expiresAt = Math.floor(Date.now() / 1000) + CHALLENGE_S
  const { stored, shown } = await kind.challenge({ factor, user, client, channel })
  const id = await insertChallenge(ctx.pool, { factorId: factor.id, ip: client.ip, ...stored })
  return { id, type: factor.factor_type, expires_at: expiresAt, ...shown }
}
