import { LRUCache } from 'lru-cache'
import type { TokenVerifier } from '../access-token.ts'
import { type Queryable, sql } from '../database.ts'

/** A node may accept an ended session for this time. */
const MAX_AGE_MS = 10_000
const MAX_SESSIONS = 50_000

/**
 * A verifier that also refuses tokens whose session has ended, or whose account is banned, deleted or marked for
 * deletion, after some seconds at most. Each node looks a live session up once in that time. Throws while the database
 * is unavailable.
 */
export function refuseEndedSessions(
  verify: TokenVerifier,
  db: Queryable,
  now: () => number = Date.now,
): TokenVerifier {
  const known = new LRUCache<string, Promise<boolean>>({
    max: MAX_SESSIONS,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: { now },
  })

  function isLive(sessionId: string): Promise<boolean> {
    const last = known.get(sessionId)
    if (last !== undefined) return last
    const found = findLive(db, sessionId)
    known.set(sessionId, found)
    // Not cached, because a marked account may be restored and a query may fail.
    found.then(
      (live) => live || known.delete(sessionId),
      () => known.delete(sessionId),
    )
    return found
  }

  return async (jwt) => {
    const verified = await verify(jwt)
    const sessionId = verified.ok ? verified.claims.session_id : undefined
    if (sessionId === undefined || (await isLive(sessionId))) return verified
    // Clients answer this code with a refresh, which then reports the end of the session.
    return { ok: false, code: 'jwt_expired', message: 'the session has ended' }
  }
}

async function findLive(db: Queryable, sessionId: string): Promise<boolean> {
  const row = await sql`select 1 from auth.sessions s join auth.users u on u.id = s.user_id
     where s.id = ${sessionId}::uuid and (s.not_after is null or s.not_after > now()) and u.deleted_at is null
       and u.delete_after is null and (u.banned_until is null or u.banned_until <= now())`.one(db)
  return row !== undefined
}
