import type { FastifyRequest } from 'fastify'
import type { AuthContext } from '../context.ts'
import type { Queryable } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'

/** A wish for a new account. */
export interface AccountRequest {
  /** The transaction that makes the account, or the pool when it is only asked beforehand. */
  readonly db: Queryable
  /** `email`, `phone`, `anonymous`, `google`, `web3`, `sso:<uuid>`… */
  readonly provider: string
  /** As `invitationOf` read it. */
  readonly invitation: string | undefined
}

/**
 * Who may have an account; without a policy everybody may. Administrators make accounts whatever it says. It knows
 * nothing of the address, so its answers cannot reveal whether the address has an account.
 */
export interface AccountPolicy {
  /** The invitation that a request carries. */
  invitationOf(request: FastifyRequest): string | undefined
  /** Whether an account may be made; changes nothing. */
  mayCreateAccount(request: AccountRequest): Promise<boolean>
  /** Called when the account was inserted: uses the invitation up. False when others have used it up meanwhile. */
  onAccountCreated(request: AccountRequest): Promise<boolean>
  /** Whether strangers may sign up now, for `GET /settings`. */
  isOpen(): Promise<boolean>
}

type Deciding = Pick<AuthContext, 'settings' | 'accountPolicy'>

/** Runs `create`, which inserts an account, if the client may have one. Throws 422 `signup_disabled`. */
export async function withAdmission<T>(
  ctx: Deciding,
  { db, provider, client }: { db: Queryable; provider: string; client: ClientRequest },
  create: () => Promise<T>,
): Promise<T> {
  if (!(await isAdmitted(ctx, { db, provider, client }))) throw signupDisabled()
  const created = await create()
  const request = { db, provider, invitation: client.invitation }
  if ((await ctx.accountPolicy?.onAccountCreated(request)) === false) throw signupDisabled()
  return created
}

/** The same question before anything costs time: one answer for every address. Throws 422 `signup_disabled`. */
export async function requireAdmission(
  ctx: Deciding & Pick<AuthContext, 'pool'>,
  provider: string,
  client: ClientRequest,
): Promise<void> {
  if (!(await isAdmitted(ctx, { db: ctx.pool, provider, client }))) throw signupDisabled()
}

/** Whether the client may have an account. */
export async function isAdmitted(
  { settings, accountPolicy }: Deciding,
  { db, provider, client }: { db: Queryable; provider: string; client: ClientRequest },
): Promise<boolean> {
  if (!settings.signup.enabled) return false
  if (accountPolicy === undefined) return true
  return accountPolicy.mayCreateAccount({ db, provider, invitation: client.invitation })
}

function signupDisabled(): AuthError {
  return new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
}
