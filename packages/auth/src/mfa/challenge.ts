import type { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { requireLevel } from '../credentials/guard.ts'
import { inTransaction } from '../database.ts'
import type { Authenticated } from '../http/bearer.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { requireKind, unknownFactor } from './kind.ts'
import type { challengeSchema } from './kind.ts'
import { CHALLENGE_S, deleteStaleFactors, findFactor, insertChallenge } from './repo.ts'

interface ChallengeRequest {
  caller: Authenticated
  client: ClientRequest
  factorId: string
  channel: z.output<typeof challengeSchema>['channel']
}

/** Starts a challenge for a factor. The answer is due within five minutes. */
export async function challenge(
  ctx: AuthContext,
  { caller, client, factorId, channel }: ChallengeRequest,
): Promise<Record<string, unknown>> {
  const { user } = caller
  const factor = await inTransaction(ctx.pool, async (tx) => {
    await deleteStaleFactors(tx, user.id)
    return findFactor(tx, { userId: user.id, factorId })
  })
  if (factor === undefined) throw unknownFactor()
  if (factor.status === 'unverified') requireLevel(user, caller.aal)
  const kind = requireKind(ctx, factor.factor_type, 'verify')
  const expiresAt = Math.floor(Date.now() / 1000) + CHALLENGE_S
  const { stored, shown } = await kind.challenge({ factor, user, client, channel })
  const id = await insertChallenge(ctx.pool, { factorId: factor.id, ip: client.ip, ...stored })
  return { id, type: factor.factor_type, expires_at: expiresAt, ...shown }
}
