import type { FastifyInstance } from 'fastify'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { lockForChange, requireRecent } from '../credentials/guard.ts'
import { inTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import { requireOwner, requireUser } from '../http/bearer.ts'
import type { Authenticated } from '../http/bearer.ts'
import { readBody, readId } from '../http/body.ts'
import { clientOf } from '../http/client-request.ts'
import { notify } from '../mail/notify.ts'
import { challenge } from './challenge.ts'
import { enroll } from './enroll.ts'
import { challengeSchema, enrollSchema, unknownFactor, verifySchema } from './kind.ts'
import { findFactor, removeFactor } from './repo.ts'
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
      const factor = await findFactor(tx, ids)
      if (factor === undefined) throw unknownFactor()
      if (factor.status === 'verified') requireRecent(ctx, caller)
      await removeFactor(tx, ids)
      await audit(tx, {
        action: 'factor_deleted',
        userId: ids.userId,
        ip: request.ip,
        traits: { type: factor.factor_type },
      })
      return factor.status === 'verified'
    })
    if (wasVerified)
      notify(ctx, { kind: 'factor_removed', user: caller.user, client: clientOf(ctx, request) })
    return { id: ids.factorId }
  })
}

function requireNotAnonymous(caller: Authenticated): Authenticated {
  if (!caller.user.is_anonymous) return caller
  throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
}
