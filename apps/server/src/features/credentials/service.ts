import { isRecentlyAuthenticated } from '@antojo/auth/recent-authentication'
import type { Database, Tx } from '@antojo/db/database'
import { AppError } from '../../core/app-error.ts'
import type { User } from '../../core/request-scope.ts'
import { holdSession } from './repo.ts'

/** A credential gives access to an account, or to a part of it, without the account's session. */
export type CredentialKind = 'token_issued' | 'live_address_made'

export interface CredentialWanted {
  readonly kind: CredentialKind
  /** The Accept-Language header of the request. */
  readonly language: string | undefined
}

type Write<T> = (tx: Tx) => Promise<T | null>

/** The only way to create a credential. */
export type Credentials = ReturnType<typeof createCredentials>

export interface CredentialsDeps {
  readonly database: Database
  /** Tells the owner of the account by mail. */
  readonly notify: (userId: string, wanted: CredentialWanted) => Promise<void>
}

/** Seconds, equal to the limit for changing credentials in the auth service. */
const MAX_PROOF_AGE = 15 * 60

/**
 * Throws `reauthentication_needed` unless the person proved their identity within the last `maxAge` seconds: a stolen
 * session is older. Only sessions with the second step get here, so an account that has one proves its identity with
 * it.
 */
export function requireRecentProof({ actor }: User, maxAge = MAX_PROOF_AGE): void {
  if (!isRecentlyAuthenticated(actor.claims, maxAge))
    throw new AppError('reauthentication_needed', 'Prove first who you are: sign in again.')
}

export function createCredentials({ database, notify }: CredentialsDeps) {
  return {
    /**
     * Writes a credential and notifies its owner by mail. Throws `reauthentication_needed` without a recent proof of the
     * person's identity. Null when `write` refuses.
     */
    issue: async <T>(user: User, wanted: CredentialWanted, write: Write<T>): Promise<T | null> => {
      requireRecentProof(user)
      const issued = await database.asPerson(user.actor, async (tx) => {
        // An access token outlives its session by some seconds, and a credential issued now would outlive both.
        if (!(await holdSession(tx, user.id, user.actor.claims['session_id'])))
          throw new AppError('session_expired', 'The session has ended.')
        return write(tx)
      })
      if (issued !== null) await notify(user.id, wanted)
      return issued
    },
  }
}
