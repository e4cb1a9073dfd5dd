import type { PoolClient } from 'pg'
import { withAdmission } from '../accounts/admission.ts'
import { hashDevice, isFrom, listSignUps, type PendingSignUp } from '../accounts/pending-sign-up.ts'
import type { AddressKind, OneTimeToken, Reach, SmsChannel } from '../accounts/ports.ts'
import { proveAddress } from '../accounts/prove-address.ts'
import { holderOf } from '../accounts/reach.ts'
import { audit } from '../audit.ts'
import type { Answer, AuthContext } from '../context.ts'
import { inTransactionRetried } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { issueToken } from '../one-time/tokens.ts'
import type { Challenge } from '../pkce.ts'
import { keyedHash, uuidText } from '../secrets.ts'
import { createSession, presentSession, type SessionRow } from '../sessions/session.ts'
import { presentUser, type ShownUser } from '../users/present.ts'
import { insertAddressIdentity, insertUser, reloadUser, updateUser } from '../users/repo.ts'
import type { IdentityRow, UserRow } from '../users/row.ts'

interface SignUp {
  address: string
  password: string
  data: Record<string, unknown>
  challenge?: Challenge | undefined
  channel?: SmsChannel
}

/** A code that confirms an address. `contested`: other sign-ups wait for the same address. */
export interface Confirmation {
  token: OneTimeToken
  contested: boolean
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
  reach: Reach,
  request: SignUp,
  client: ClientRequest,
): Promise<Answer> {
  const { kind, autoconfirm } = reach
  const { address: to, channel, data } = request
  if (!autoconfirm) await reach.requireSendable({ kind: 'signup', to: holderOf(kind, to), client })
  // Hashed before the look-up, so that known and unknown addresses take the same time.
  const own = { passwordHash: await ctx.passwords.hash(request.password), data }
  const outcome = await inTransactionRetried(ctx.pool, (tx) =>
    store(tx, ctx, { reach, request, client, own }),
  )
  if (outcome.kind === 'session') return presentSession(ctx, outcome.user, outcome.session)
  if (outcome.kind === 'sent') {
    const { token, contested, user } = outcome
    await reach.send({ kind: 'signup', to, token, contested, client, channel })
    return presentUser(repeatedUser(user, data))
  }
  if (autoconfirm) throw new AuthError('user_already_exists')
  return presentUser(decoyUser(ctx, { kind, address: to, data }))
}

interface Storing {
  reach: Reach
  request: SignUp
  client: ClientRequest
  own: PendingSignUp
}

async function store(
  tx: PoolClient,
  ctx: AuthContext,
  { reach, request, client, own }: Storing,
): Promise<Outcome> {
  const { kind, autoconfirm } = reach
  const { address, challenge } = request
  const asked = { kind, address, challenge, own, deviceHash: hashDevice(client.device) }
  const existing = await reach.find(tx, address, 'lock')
  // Under autoconfirm, an unconfirmed account was made by an administrator and is not given to the first request.
  if (existing !== undefined && (existing[`${kind}_confirmed_at`] !== null || autoconfirm))
    return { kind: 'taken' }
  const user = existing ?? (await createAdmitted(tx, ctx, asked, client))
  if (!autoconfirm) return { kind: 'sent', user, ...(await issueConfirmation(tx, ctx, user, asked)) }
  await proveAddress(tx, user, asked)
  const proven = await reloadUser(tx, user.id)
  const session = await createSession(tx, ctx, { user: proven, client, method: 'password' })
  return { kind: 'session', user: proven, session }
}

interface Address {
  readonly kind: AddressKind
  readonly address: string
}

/** Inserts an unconfirmed user, if the client may have an account. Throws 422 `signup_disabled`. */
export async function createAdmitted(
  tx: PoolClient,
  ctx: AuthContext,
  address: Address,
  client: ClientRequest,
): Promise<UserRow> {
  const asking = { db: tx, provider: address.kind, client }
  const user = await withAdmission(ctx, asking, () => createUser(tx, ctx, address))
  const traits = { provider: address.kind }
  await audit(tx, 'user_signedup', user.id, { ip: client.ip, traits })
  return user
}

/** Inserts an unconfirmed user with its identity. The data of the sign-up waits with the token. */
export async function createUser(
  tx: PoolClient,
  ctx: AuthContext,
  { kind, address }: Address,
): Promise<UserRow> {
  const user = await insertUser(tx, { aud: ctx.settings.jwt.audience, [kind]: address })
  await insertAddressIdentity(tx, user, kind)
  return reloadUser(tx, user.id)
}

/** Makes a confirmation code for a user that is not yet confirmed; the caller sends it. */
export async function issueConfirmation(
  tx: PoolClient,
  ctx: AuthContext,
  user: UserRow,
  request: Address & {
    challenge?: Challenge | undefined
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
    flow: challenge && { method: 'email/signup', challenge },
    signUp: own,
    deviceHash,
  })
  return { token, contested: others.length > 0 }
}

interface Account extends Address {
  readonly data: Record<string, unknown>
}

/**
 * A user that does not exist, in answer to a sign-up with an address that already has an account. Its ids are a keyed
 * hash of the address, so a second request gets the same ones, as for a real unconfirmed user.
 */
function decoyUser(ctx: AuthContext, account: Account): ShownUser {
  const { kind, address, data } = account
  const now = new Date()
  const time = now.toISOString()
  const id = pseudoUuid(ctx, 'user', account)
  const identity: IdentityRow = {
    id: pseudoUuid(ctx, 'identity', account),
    user_id: id,
    provider: kind,
    provider_id: id,
    identity_data: { ...data, sub: id, [kind]: address, email_verified: false, phone_verified: false },
    email: kind === 'email' ? address : null,
    last_sign_in_at: time,
    created_at: time,
    updated_at: time,
  }
  return {
    id,
    aud: ctx.settings.jwt.audience,
    role: 'authenticated',
    email: kind === 'email' ? address : null,
    phone: kind === 'phone' ? address : null,
    confirmation_sent_at: now,
    raw_app_meta_data: { provider: kind, providers: [kind] },
    raw_user_meta_data: data,
    is_anonymous: false,
    created_at: now,
    updated_at: now,
    identities: [identity],
    factors: [],
  }
}

/** A real unconfirmed user, shown with the times and data of this request, like a decoy. */
function repeatedUser(user: UserRow, data: Record<string, unknown>): UserRow {
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

function pseudoUuid(ctx: AuthContext, what: string, { kind, address }: Account): string {
  const bytes = keyedHash(ctx.keys.pepper, 'decoy', what, kind, address).subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return uuidText(bytes)
}
