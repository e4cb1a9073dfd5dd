import type { AuthContext } from '../context.ts'
import type { Queryable } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import type { Admission } from './ports.ts'

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

/** The same check before any expensive work, with one answer for every address. Throws 422 `signup_disabled`. */
export async function requireAdmission(
  ctx: Deciding & Pick<AuthContext, 'pool'>,
  provider: string,
  client: ClientRequest,
): Promise<void> {
  if (!(await isAdmitted(ctx, { db: ctx.pool, provider, client }))) throw signupDisabled()
}

/** True when the client may have an account. */
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
  return new AuthError('signup_disabled')
}
