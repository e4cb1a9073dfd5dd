import type { PoolClient } from 'pg'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { deleteUser, scheduleDeletion } from '../accounts/deletion.ts'
import { proveAddress } from '../accounts/prove-address.ts'
import { addressTaken, inAddressTransaction } from '../accounts/reach.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { duplicateKey, inTransaction, many, one, run } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import { notify } from '../mail/send.ts'
import { clearTokens } from '../one-time/tokens.ts'
import { isKnownHash } from '../passwords/hasher.ts'
import { requireStrongPassword } from '../passwords/strength.ts'
import { deleteSessions, voidTokens } from '../sessions/session.ts'
import { normalizeEmail, normalizePhone } from '../users/address.ts'
import {
  appMetadataSchema,
  requireAppMetadataFits,
  requireUserMetadataFits,
  userMetadataSchema,
} from '../users/metadata.ts'
import {
  findUserByEmail,
  findUserById,
  findUserByPhone,
  insertIdentity,
  insertUser,
  mergeIdentity,
  mergeUserMetadata,
  reloadUser,
  updateUser,
  USER_COLUMNS,
} from '../users/repo.ts'
import type { UserRow } from '../users/row.ts'

/** A user made by an administrator: confirmed only where the fields say so. */
export function createUserAsAdmin(
  ctx: AuthContext,
  fields: UserFields,
  actorId: string | undefined,
): Promise<UserRow> {
  const { email, phone } = fields
  if (email === undefined && phone === undefined) {
    throw invalid('Cannot create a user without either an email or phone')
  }
  return inAddressTransaction(ctx.pool, async (tx) => {
    await requireFree(tx, fields)
    const user = await insertUser(tx, {
      id: fields.id,
      aud: fields.aud ?? ctx.settings.jwt.audience,
      role: fields.role,
      email,
      phone,
      encrypted_password: fields.passwordHash,
      raw_user_meta_data: fields.user_metadata ?? {},
      raw_app_meta_data: fields.app_metadata ?? {},
    })
    for (const [provider, address] of Object.entries({ email, phone })) {
      if (address === undefined) continue
      const data = { sub: user.id, [provider]: address, email_verified: false, phone_verified: false }
      await insertIdentity(tx, { userId: user.id, provider, providerId: user.id, data })
    }
    await applyConfirmations(tx, user.id, fields)
    await audit(tx, { action: 'user_signedup', userId: user.id, actorId, traits: { by: 'admin' } })
    return reloadUser(tx, user.id)
  }).catch((error: unknown) => {
    if (duplicateKey(error) === 'users_pkey')
      throw new AuthError('email_exists', 'A user with this id already exists')
    throw error
  })
}

/** Sets fields of a user directly: no mail, no confirmation. */
export function updateUserAsAdmin(
  ctx: AuthContext,
  id: string,
  fields: UserFields,
  actorId: string | undefined,
): Promise<UserRow> {
  return inAddressTransaction(ctx.pool, async (tx) => {
    const user = await requireUserRow(tx, id)
    await requireFree(tx, fields, id)
    const appMetadata = merged(user.raw_app_meta_data, fields.app_metadata ?? {})
    if (fields.app_metadata !== undefined) requireAppMetadataFits(appMetadata)
    await updateUser(tx, id, {
      ...(fields.role === undefined ? {} : { role: fields.role }),
      ...(fields.aud === undefined ? {} : { aud: fields.aud }),
      ...(fields.email === undefined ? {} : { email: fields.email, email_change: null }),
      ...(fields.phone === undefined ? {} : { phone: fields.phone, phone_change: null }),
      ...(fields.passwordHash === undefined ? {} : { encrypted_password: fields.passwordHash }),
      ...(fields.bannedUntil === undefined ? {} : { banned_until: fields.bannedUntil }),
      ...(fields.app_metadata === undefined ? {} : { raw_app_meta_data: appMetadata }),
    })
    await applyAddresses(tx, id, fields)
    if (fields.user_metadata !== undefined)
      requireUserMetadataFits(await mergeUserMetadata(tx, id, fields.user_metadata))
    await applyConfirmations(tx, id, fields)
    if (fields.passwordHash !== undefined) {
      await clearTokens(tx, id)
      await deleteSessions(tx, id, 'all')
      await voidTokens(tx, id)
    }
    await audit(tx, {
      action: 'admin_changed_user',
      userId: id,
      actorId,
      traits: { fields: namesOf(fields) },
    })
    return reloadUser(tx, id)
  })
}

export interface UserDeletion {
  /** Keeps the row and its id, and removes everything that identifies the person. */
  readonly soft: boolean
  /** Marks the account now and deletes it then. */
  readonly deleteAfter: Date | undefined
  readonly client: ClientRequest
  readonly actorId: string | undefined
}

export async function deleteUserAsAdmin(
  ctx: AuthContext,
  id: string,
  { soft, deleteAfter, client, actorId }: UserDeletion,
): Promise<void> {
  const user = await inTransaction(ctx.pool, async (tx) => {
    const found = await requireUserRow(tx, id)
    const entry = { userId: id, actorId, traits: { soft } }
    if (deleteAfter !== undefined) {
      await scheduleDeletion(tx, ctx, { user: found, deleteAfter })
      await audit(tx, { ...entry, action: 'deletion_scheduled' })
    } else {
      if (soft) await softDelete(tx, ctx, found)
      else await deleteUser(tx, ctx, id)
      await audit(tx, { ...entry, action: 'user_deleted' })
    }
    return found
  })
  if (deleteAfter !== undefined) notify(ctx, { kind: 'deletion_scheduled', user, client, deleteAfter })
}

export interface UserPage {
  page: number
  perPage: number
  filter: string | undefined
  sort: { column: 'created_at' | 'updated_at' | 'last_sign_in_at' | 'email'; descending: boolean }
}

/** A page of users and the number of all that fit the filter. */
export async function listUsers(
  ctx: AuthContext,
  page: UserPage,
): Promise<{ users: UserRow[]; total: number }> {
  const pattern = page.filter === undefined ? null : `%${page.filter.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const where = `u.deleted_at is null and ($1::text is null or u.email ilike $1 or u.phone ilike $1
    or u.raw_user_meta_data ->> 'full_name' ilike $1)`
  const order = `u.${page.sort.column} ${page.sort.descending ? 'desc' : 'asc'} nulls last, u.id`
  const users = await many<UserRow>(
    ctx.pool,
    `select ${USER_COLUMNS} from auth.users u where ${where} order by ${order} limit $2 offset $3`,
    [pattern, page.perPage, (page.page - 1) * page.perPage],
  )
  const counted = await one<{ total: number }>(
    ctx.pool,
    `select count(*)::int as total from auth.users u where ${where}`,
    [pattern],
  )
  return { users, total: counted?.total ?? 0 }
}

/** The user, locked; throws 404 `user_not_found`. */
export async function requireUserRow(tx: PoolClient, id: string): Promise<UserRow> {
  const user = await findUserById(tx, id, 'lock')
  if (user === undefined) throw new AuthError('user_not_found')
  return user
}

async function requireFree(tx: PoolClient, fields: UserFields, exceptId?: string): Promise<void> {
  if (fields.email !== undefined) {
    const holder = await findUserByEmail(tx, fields.email)
    if (holder !== undefined && holder.id !== exceptId) throw addressTaken('email')
  }
  if (fields.phone === undefined) return
  const holder = await findUserByPhone(tx, fields.phone)
  if (holder !== undefined && holder.id !== exceptId) throw addressTaken('phone')
}

async function applyAddresses(tx: PoolClient, id: string, fields: UserFields): Promise<void> {
  for (const provider of ['email', 'phone'] as const) {
    const address = fields[provider]
    if (address === undefined) continue
    const data = { sub: id, [provider]: address }
    await mergeIdentity(tx, { userId: id, provider, providerId: id, data })
  }
}

/** An administrator vouches for an address and for the data in the row; no stranger's sign-up counts. */
async function applyConfirmations(tx: PoolClient, id: string, fields: UserFields): Promise<void> {
  for (const kind of ['email', 'phone'] as const) {
    if (!fields[`${kind}_confirm`]) continue
    const user = await reloadUser(tx, id)
    const own = { passwordHash: user.encrypted_password, data: user.raw_user_meta_data }
    if (user[kind] !== null) await proveAddress(tx, user, { kind, own })
    await updateUser(tx, id, { [`${kind}_confirmed_at`]: new Date() })
  }
}

async function softDelete(tx: PoolClient, ctx: AuthContext, user: UserRow): Promise<void> {
  await ctx.recordDeletion({ kind: 'deleted', userId: user.id })
  await run(tx, 'delete from auth.identities where user_id = $1', [user.id])
  await run(tx, 'delete from auth.mfa_factors where user_id = $1', [user.id])
  await run(tx, 'delete from auth.passkeys where user_id = $1', [user.id])
  await clearTokens(tx, user.id)
  await deleteSessions(tx, user.id, 'all')
  await updateUser(tx, user.id, {
    deleted_at: new Date(),
    email: user.email === null ? null : createHash('sha256').update(`${user.id}${user.email}`).digest('hex'),
    phone: null,
    encrypted_password: null,
    email_change: null,
    phone_change: null,
    raw_user_meta_data: {},
    raw_app_meta_data: {},
  })
}

function merged(old: Record<string, unknown>, changes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null))
}

/** Which fields were set, never their values. */
function namesOf(fields: UserFields): string[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name]) => name)
}

/** The fields of a user that an administrator may set. */
export const userFieldsSchema = z.object({
  id: z.guid('ID must conform to the uuid v4 format').optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  password_hash: z.string().optional(),
  email_confirm: z.boolean().default(false),
  phone_confirm: z.boolean().default(false),
  user_metadata: userMetadataSchema.optional(),
  app_metadata: appMetadataSchema.optional(),
  role: z.string().max(255).optional(),
  aud: z.string().optional(),
  ban_duration: z.string().optional(),
})

export interface UserFields extends Omit<
  z.output<typeof userFieldsSchema>,
  'ban_duration' | 'password' | 'password_hash'
> {
  passwordHash: string | undefined
  /** undefined: unchanged; null: no ban. */
  bannedUntil: Date | null | undefined
}

/** Checks and normalises the fields; hashes the password. */
export async function prepareFields(
  ctx: AuthContext,
  body: z.output<typeof userFieldsSchema>,
): Promise<UserFields> {
  const { password, password_hash: imported, ban_duration: ban, ...rest } = body
  if (password !== undefined && imported !== undefined) {
    throw invalid('Only a password or a password hash should be provided')
  }
  if (imported !== undefined && !isKnownHash(imported)) {
    throw invalid('Password hash must be bcrypt, argon2 or Firebase scrypt')
  }
  const email = body.email === undefined ? undefined : normalizeEmail(body.email)
  const phone = body.phone === undefined ? undefined : normalizePhone(body.phone)
  if (password !== undefined) await requireStrongPassword(password, ctx.settings, email)
  return {
    ...rest,
    email,
    phone,
    passwordHash: password === undefined ? imported : await ctx.passwords.hash(password),
    bannedUntil: ban === undefined ? undefined : banEnd(ban),
  }
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** The end of a ban of a Go-style duration (`24h`, `1h30m`); null for `none`. */
function banEnd(duration: string): Date | null {
  if (duration === 'none') return null
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)]
  if (parts.length === 0 || parts.map(([text]) => text).join('') !== duration) {
    throw invalid('invalid format for ban duration: use e.g. "24h", or "none"')
  }
  const length = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ''] ?? 0), 0)
  return new Date(Date.now() + length)
}
