import type { PoolClient } from 'pg'
import { withAdmission } from '../accounts/admission.ts'
import { hashDevice, isFrom, listSignUps, type PendingSignUp } from '../accounts/pending-sign-up.ts'
import { proveAddress } from '../accounts/prove-address.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { duplicateKey, inTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { limitSending } from '../limits/sending.ts'
import { sendTokenMail } from '../mail/send.ts'
import { issueToken, type OneTimeToken } from '../one-time/tokens.ts'
import type { Challenge } from '../pkce.ts'
import { keyedHash } from '../secrets.ts'
import { createSession, presentSession, type SessionRow } from '../sessions/session.ts'
import { presentUser } from '../users/present.ts'
import { findUserByEmail, insertIdentity, insertUser, reloadUser, updateUser } from '../users/repo.ts'
import type { IdentityRow, UserRow } from '../users/row.ts'

export interface SignUp {
  address: string
  password: string
  data: Record<string, unknown>
  challenge: Challenge | undefined
}

/** The kind of address that a sign-up names, and how its owner gets a code. */
export interface Reach {
  readonly kind: 'email' | 'phone'
  /** Accounts are confirmed at once, without a code. */
  readonly autoconfirm: boolean
  readonly find: (tx: PoolClient, address: string, lock: 'lock') => Promise<UserRow | undefined>
  /** Throws when no code can be sent there now. */
  requireSendable(address: string, client: ClientRequest): Promise<void>
  send(confirmation: Confirmation, address: string, client: ClientRequest): Promise<void>
}

type Outcome =
  | { kind: 'session'; user: UserRow; session: SessionRow }
  | ({ kind: 'sent'; user: UserRow } & Confirmation)
  | { kind: 'taken' }

/**
 * Creates an account. With autoconfirm, the answer is a session. Otherwise it is the bare user, and a code is sent; an
 * address with a confirmed account gets an answer that looks the same, and no mail.
 */
export async function signUp(
  ctx: AuthContext,
  asked: { request: SignUp; reach: Reach },
  client: ClientRequest,
): Promise<Record<string, unknown>> {
  const { request, reach } = asked
  if (!reach.autoconfirm) await reach.requireSendable(request.address, client)
  // Hashed before the look-up, so that known and unknown addresses take the same time.
  const passwordHash = await ctx.passwords.hash(request.password)
  const attempt = () => inTransaction(ctx.pool, (tx) => store(tx, ctx, { ...asked, client, passwordHash }))
  const outcome = await attempt().catch((error: unknown) => {
    // Another request took the address at the same moment; the second attempt finds its account.
    if (duplicateKey(error) === undefined) throw error
    return attempt()
  })
  return answer(ctx, { ...asked, client, outcome })
}

interface Storing {
  request: SignUp
  reach: Reach
  client: ClientRequest
  passwordHash: string
}

async function store(tx: PoolClient, ctx: AuthContext, storing: Storing): Promise<Outcome> {
  const { request, client, passwordHash } = storing
  const { kind, autoconfirm, find } = storing.reach
  const asked = {
    ...request,
    kind,
    own: { passwordHash, data: request.data },
    deviceHash: hashDevice(client.device),
  }
  const existing = await find(tx, request.address, 'lock')
  if (existing !== undefined) {
    // Under autoconfirm, an unconfirmed account was made by an administrator and is not given to the first request.
    if (existing[`${kind}_confirmed_at`] !== null || autoconfirm) return { kind: 'taken' }
    return { kind: 'sent', user: existing, ...(await issueConfirmation(tx, ctx, existing, asked)) }
  }
  const created = await withAdmission(ctx, { db: tx, provider: kind, client }, () =>
    createUser(tx, ctx, asked),
  )
  await audit(tx, {
    action: 'user_signedup',
    userId: created.id,
    ip: client.ip,
    traits: { provider: kind },
  })
  if (!autoconfirm)
    return { kind: 'sent', user: created, ...(await issueConfirmation(tx, ctx, created, asked)) }
  await proveAddress(tx, created, asked)
  const user = await reloadUser(tx, created.id)
  return {
    kind: 'session',
    user,
    session: await createSession(tx, ctx, { user, client, method: 'password' }),
  }
}

/** Inserts an unconfirmed user with its identity. The data of the sign-up waits with the token. */
export async function createUser(
  tx: PoolClient,
  ctx: Pick<AuthContext, 'settings'>,
  { kind, address }: { kind: 'email' | 'phone'; address: string },
): Promise<UserRow> {
  const user = await insertUser(tx, { aud: ctx.settings.jwt.audience, [kind]: address })
  const data = { sub: user.id, [kind]: address, email_verified: false, phone_verified: false }
  await insertIdentity(tx, { userId: user.id, provider: kind, providerId: user.id, data })
  return reloadUser(tx, user.id)
}

/** A code that confirms an address. `contested`: other sign-ups wait for the same address. */
export interface Confirmation {
  token: OneTimeToken
  contested: boolean
}

/** Makes a confirmation code for a user that is not yet confirmed; the caller sends it. */
export async function issueConfirmation(
  tx: PoolClient,
  ctx: Pick<AuthContext, 'keys' | 'settings'>,
  user: UserRow,
  request: Pick<SignUp, 'address' | 'challenge'> & {
    kind: Reach['kind']
    /** Undefined for a code that only proves the address. */
    own: PendingSignUp | undefined
    deviceHash: Buffer | null
  },
): Promise<Confirmation> {
  const { kind, address, challenge, own, deviceHash } = request
  const sentAt = new Date()
  user.confirmation_sent_at = sentAt
  await updateUser(tx, user.id, { confirmation_sent_at: sentAt })
  const others = (await listSignUps(tx, user.id)).filter((other) => !isFrom(other, deviceHash))
  const token = await issueToken(tx, ctx, {
    userId: user.id,
    type: kind === 'email' ? 'confirmation' : 'sms',
    address,
    flow: challenge === undefined ? undefined : { method: 'email/signup', challenge },
    signUp: own,
    deviceHash,
  })
  return { token, contested: others.length > 0 }
}

async function answer(
  ctx: AuthContext,
  result: { request: SignUp; reach: Reach; client: ClientRequest; outcome: Outcome },
): Promise<Record<string, unknown>> {
  const { request, reach, client, outcome } = result
  if (outcome.kind === 'session') return presentSession(ctx, outcome.user, outcome.session)
  if (outcome.kind === 'taken') {
    if (reach.autoconfirm) throw new AuthError('user_already_exists')
    return presentUser(decoyUser(ctx, { ...request, kind: reach.kind }))
  }
  await reach.send(outcome, request.address, client)
  return presentUser(repeatedUser(outcome.user, request.data))
}

/** Sign-up with an e-mail address. */
export function byMail(ctx: AuthContext): Reach {
  return {
    kind: 'email',
    autoconfirm: ctx.autoconfirmEmail,
    find: findUserByEmail,
    requireSendable: (email, client) => limitSending(ctx, 'mail', { kind: 'signup', to: { email }, client }),
    send: async ({ token, contested }, to, client) =>
      sendTokenMail(ctx, { kind: 'signup', to, token, contested, client }),
  }
}

interface Account {
  readonly kind: 'email' | 'phone'
  readonly address: string
  readonly data: Record<string, unknown>
}

/**
 * A user that does not exist, in answer to a sign-up with an address that already has an account. Its ids are a keyed
 * hash of the address, so a second request gets the same ones, as for a real unconfirmed user.
 */
export function decoyUser(ctx: Pick<AuthContext, 'keys' | 'settings'>, account: Account): UserRow {
  const now = new Date()
  const id = pseudoUuid(ctx, 'user', account)
  const identity: IdentityRow = {
    id: pseudoUuid(ctx, 'identity', account),
    user_id: id,
    provider: account.kind,
    provider_id: id,
    identity_data: {
      ...account.data,
      sub: id,
      [account.kind]: account.address,
      email_verified: false,
      phone_verified: false,
    },
    email: account.kind === 'email' ? account.address : null,
    last_sign_in_at: now.toISOString(),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  }
  return {
    id,
    aud: ctx.settings.jwt.audience,
    role: 'authenticated',
    email: account.kind === 'email' ? account.address : null,
    phone: account.kind === 'phone' ? account.address : null,
    encrypted_password: null,
    email_confirmed_at: null,
    phone_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    email_change_confirm_status: 0,
    phone_change: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: account.kind, providers: [account.kind] },
    raw_user_meta_data: account.data,
    is_sso_user: false,
    is_anonymous: false,
    banned_until: null,
    deleted_at: null,
    delete_after: null,
    created_at: now,
    updated_at: now,
    identities: [identity],
    factors: [],
  }
}

/** A real unconfirmed user, shown with the times and data of this request, like a decoy. */
export function repeatedUser(user: UserRow, data: Record<string, unknown>): UserRow {
  const now = new Date()
  const time = now.toISOString()
  const identities = user.identities.map((identity) => ({
    ...identity,
    identity_data: { ...data, ...addressOf(identity.identity_data) },
    last_sign_in_at: time,
    created_at: time,
    updated_at: time,
  }))
  return { ...user, raw_user_meta_data: data, invited_at: null, identities, created_at: now, updated_at: now }
}

function addressOf(data: Record<string, unknown>): Record<string, unknown> {
  const known = ['sub', 'email', 'phone', 'email_verified', 'phone_verified']
  return Object.fromEntries(Object.entries(data).filter(([key]) => known.includes(key)))
}

function pseudoUuid(ctx: Pick<AuthContext, 'keys'>, what: string, account: Account): string {
  const bytes = keyedHash(ctx.keys.pepper, 'decoy', what, account.kind, account.address).subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
