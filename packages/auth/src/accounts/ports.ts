import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../database.ts'

/** A request for a new account. */
export interface AccountRequest {
  /** The transaction that makes the account, or the pool for a check beforehand. */
  readonly db: Queryable
  /** `email`, `phone`, `anonymous`, `google`, `web3`, `sso:<uuid>`… */
  readonly provider: string
  /** The result of `invitationOf`. */
  readonly invitation: string | undefined
}

/**
 * Decides about new accounts; without a policy everybody may have one. Administrators are not bound by it. It does not see
 * the address, so its answers cannot reveal whether the address has an account.
 */
export interface AccountPolicy {
  /** The invitation that a request carries. */
  invitationOf(request: FastifyRequest): string | undefined
  /** Resolves to null when no account may be made. Changes nothing. */
  mayCreateAccount(request: AccountRequest): Promise<Admission | null>
  /** True when strangers may sign up now. `GET /settings` shows it. */
  isOpen(): Promise<boolean>
}

/** Permission to create one account. */
export interface Admission {
  /**
   * Uses the invitation up, in the transaction that inserted the account. False when another sign-up has used it
   * meanwhile.
   */
  use(): Promise<boolean>
}

export type DeletionEvent =
  | { readonly kind: 'scheduled'; readonly userId: string; readonly deleteAfter: Date }
  | { readonly kind: 'cancelled'; readonly userId: string }
  | { readonly kind: 'deleted'; readonly userId: string }

/**
 * Records what happens to the deletion of accounts outside of the database, so that a restored backup can be brought up
 * to date. Called before each commit: a failure undoes the change. The last event of an account counts.
 */
export type RecordDeletion = (event: DeletionEvent) => Promise<void>
