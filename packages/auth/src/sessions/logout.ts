import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { inTransaction } from '../database.ts'
import { invalid } from '../errors.ts'
import { requireOwner } from '../http/bearer.ts'
import { readQuery } from '../http/body.ts'
import { deleteSessions, voidTokens } from './session.ts'
import { findUserById } from '../users/repo.ts'

const querySchema = z.object({ scope: z.string().default('global') })

/** POST /logout: ends all sessions of the user with the application's tokens, this one, or all others. */
export function logoutRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/logout', async (request, reply) => {
    const { scope } = readQuery(querySchema, request)
    const which = whichSessions(scope)
    const { user, sessionId } = await requireOwner(ctx, request)
    await inTransaction(ctx.pool, async (tx) => {
      await findUserById(tx, user.id, 'lock')
      await deleteSessions(tx, user.id, which(sessionId))
      if (scope === 'global') await voidTokens(tx, user.id)
      await audit(tx, { action: 'logout', userId: user.id, ip: request.ip, traits: { scope } })
    })
    return reply.code(204).send()
  })
}

function whichSessions(scope: string): (current: string) => Parameters<typeof deleteSessions>[2] {
  switch (scope) {
    case 'global':
      return () => 'all'
    case 'local':
      return (current) => ({ only: current })
    case 'others':
      return (current) => ({ except: current })
    default:
      throw invalid(`Unsupported logout scope "${scope}"`)
  }
}
