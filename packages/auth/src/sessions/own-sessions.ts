import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { requireMayChange } from '../credentials/guard.ts'
import { inTransaction, type Queryable, sql } from '../database.ts'
import { invalid } from '../errors.ts'
import { requireOwner } from '../http/bearer.ts'
import { readId, readQuery } from '../http/body.ts'
import { findUserById } from '../users/repo.ts'
import { deleteSessions, type SessionRow, voidTokens } from './session.ts'

/**
 * GET /user/sessions lists where the account is signed in. DELETE …/:session_id ends one. Not part of the wire format.
 */
export function ownSessionRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/user/sessions', async (request) => {
    const { user, sessionId } = await requireOwner(ctx, request)
    const sessions = await listSessions(ctx.pool, user.id, ctx.settings.sessions.inactivity)
    return {
      sessions: sessions.map(({ id, created_at, refreshed_at, user_agent }) => ({
        id,
        created_at,
        last_used_at: refreshed_at ?? created_at,
        user_agent,
        is_current: id === sessionId,
      })),
    }
  })

  app.delete('/user/sessions/:session_id', async (request, reply) => {
    const caller = await requireOwner(ctx, request)
    requireMayChange(ctx, caller)
    const id = readId(request, 'session_id')
    await inTransaction(ctx.pool, async (tx) => {
      await deleteSessions(tx, caller.user.id, { only: id })
      await audit(tx, 'logout', caller.user.id, { ip: request.ip, traits: { scope: 'one other' } })
    })
    return reply.code(204).send()
  })
}

type ListedSession = Pick<SessionRow, 'id' | 'created_at' | 'refreshed_at'> & { user_agent: string | null }

const MAX_LISTED = 100

function listSessions(db: Queryable, userId: string, inactivity?: number): Promise<ListedSession[]> {
  return sql<ListedSession>`select id, created_at, refreshed_at, user_agent from auth.sessions
     where user_id = ${userId} and (not_after is null or not_after > now())
       and (${inactivity}::float8 is null
         or coalesce(refreshed_at, created_at) > now() - make_interval(secs => ${inactivity}))
     order by coalesce(refreshed_at, created_at) desc limit ${MAX_LISTED}`.many(db)
}

/**
 * Ends the sessions of one account, or of all for null, and voids the application's tokens, as the operator wants.
 * Returns the number of sessions.
 */
export async function endSessions(db: Queryable, userId: string | null): Promise<number> {
  const rows = await sql<{ user_id: string }>`
    with ended as (
       delete from auth.sessions where ${userId}::uuid is null or user_id = ${userId} returning user_id
     ),
     noted as (
       insert into auth.audit_log_entries (action, user_id, traits)
       select distinct 'logout', user_id, '{"by": "operator"}'::jsonb from ended
     ),
     voided as (
       update auth.users u set tokens_valid_after = clock_timestamp()
         from (select id from auth.users where ${userId}::uuid is null or id = ${userId} for update) locked
         where u.id = locked.id
     )
     select user_id from ended`.many(db)
  return rows.length
}

const SCOPES = new Set(['global', 'local', 'others'])
const querySchema = z.object({ scope: z.string().default('global') })

/** POST /logout: ends all sessions of the user with the application's tokens, this one, or all others. */
export function logoutRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/logout', async (request, reply) => {
    const { scope } = readQuery(querySchema, request)
    if (!SCOPES.has(scope)) throw invalid(`Unsupported logout scope "${scope}"`)
    const { user, sessionId } = await requireOwner(ctx, request)
    await inTransaction(ctx.pool, async (tx) => {
      await findUserById(tx, user.id, 'lock')
      await deleteSessions(tx, user.id, whichSessions(scope, sessionId))
      if (scope === 'global') await voidTokens(tx, user.id)
      await audit(tx, 'logout', user.id, { ip: request.ip, traits: { scope } })
    })
    return reply.code(204).send()
  })
}

function whichSessions(scope: string, current: string): Parameters<typeof deleteSessions>[2] {
  if (scope === 'global') return 'all'
  return scope === 'local' ? { only: current } : { except: current }
}
