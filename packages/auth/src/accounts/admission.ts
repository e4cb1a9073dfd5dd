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
 * Decides who may have an account; without a policy everybody may. Administrators make accounts whatever it says. It knows
 * nothing of the address, so its answers cannot reveal whether the address has an account.
 */
export interface AccountPolicy {
  /** The invitation that a request carries. */
  invitationOf(request: FastifyRequest): string | undefined
  /** Null when no account may be made. Changes nothing. */
  mayCreateAccount(request: AccountRequest): Promise<Admission | null>
  /** Whether strangers may sign up now, for `GET /settings`. */
  isOpen(): Promise<boolean>
}

/** Leave to make one account. */
export interface Admission {
  /** Called in the transaction that inserted the account: uses an invitation up. False when others have done so meanwhile. */
  use(): Promise<boolean>
}

const unconditional: Admission = { use: () => Promise.resolve(true) }

type Deciding = Pick<AuthContext, 'settings' | 'accountPolicy'>

/** Runs `create`, which inserts an account, if the client may have one. Throws 422 `signup_disabled`. */
export async function withAdmission<T>(
  ctx: Deciding,
  { db, provider, client }: Asking,
  create: () => Promise<T>,
): Promise<T> {
  const admission = await admissionOf(ctx, { db, provider, client })
  if (admission === null) throw signupDisabled()
  const created = await create()
  if (!(await admission.use())) throw signupDisabled()
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
export async function isAdmitted(ctx: Deciding, request: Asking): Promise<boolean> {
  return (await admissionOf(ctx, request)) !== null
}

interface Asking {
  readonly db: Queryable
  readonly provider: string
  readonly client: ClientRequest
}

async function admissionOf(
  { settings, accountPolicy }: Deciding,
  { db, provider, client }: Asking,
): Promise<Admission | null> {
  if (!settings.signup.enabled) return null
  if (accountPolicy === undefined) return unconditional
  return accountPolicy.mayCreateAccount({ db, provider, invitation: client.invitation })
}

function signupDisabled(): AuthError {
  return new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
}
