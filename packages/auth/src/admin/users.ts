import type { PoolClient } from 'pg'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { deleteUser, scheduleDeletion } from '../accounts/deletion.ts'
import type { AddressKind } from '../accounts/ports.ts'
import { proveAddress } from '../accounts/prove-address.ts'
import { addressTaken, inAddressTransaction } from '../accounts/reach.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { duplicateKey, inTransaction, type Queryable, raw, sql } from '../database.ts'
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
  insertAddressIdentity,
  insertUser,
  mergeUserMetadata,
  reloadUser,
  saveIdentity,
  updateUser,
  USER_COLUMNS,
} from '../users/repo.ts'
import type { UserRow } from '../users/row.ts'

const KINDS = ['email', 'phone'] as const

/** A user made by an administrator: confirmed only where the fields say so. */
export function createUserAsAdmin(
  ctx: AuthContext,
  fields: UserFields,
  actorId: string | undefined,
): Promise<UserRow> {
  const { email, phone } = fields
  if (email === undefined && phone === undefined)
    throw invalid('Cannot create a user without either an email or phone')
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
    for (const kind of KINDS) if (user[kind] !== null) await insertAddressIdentity(tx, user, kind)
    await applyConfirmations(tx, user.id, fields)
    await audit(tx, 'user_signedup', user.id, { actorId, traits: { by: 'admin' } })
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
    const user = await requireUserRow(tx, id, 'lock')
    await requireFree(tx, fields, id)
    const appMetadata = fields.app_metadata && merged(user.raw_app_meta_data, fields.app_metadata)
    if (appMetadata !== undefined) requireAppMetadataFits(appMetadata)
    await updateUser(tx, id, {
      role: fields.role,
      aud: fields.aud,
      encrypted_password: fields.passwordHash,
      banned_until: fields.bannedUntil,
      raw_app_meta_data: appMetadata,
    })
    for (const kind of KINDS) if (fields[kind] !== undefined) await setAddress(tx, id, kind, fields[kind])
    if (fields.user_metadata !== undefined)
      requireUserMetadataFits(await mergeUserMetadata(tx, id, fields.user_metadata))
    await applyConfirmations(tx, id, fields)
    if (fields.passwordHash !== undefined) {
      await clearTokens(tx, id)
      await deleteSessions(tx, id, 'all')
      await voidTokens(tx, id)
    }
    await audit(tx, 'admin_changed_user', id, { actorId, traits: { fields: namesOf(fields) } })
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
    const found = await requireUserRow(tx, id, 'lock')
    const details = { actorId, traits: { soft } }
    if (deleteAfter !== undefined) {
      await scheduleDeletion(tx, ctx, { user: found, deleteAfter })
      await audit(tx, 'deletion_scheduled', id, details)
    } else {
      if (soft) await softDelete(tx, ctx, found)
      else await deleteUser(tx, ctx, id)
      await audit(tx, 'user_deleted', id, details)
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

/** Returns a page of users, and the number of all users that match the filter. */
export async function listUsers(
  ctx: AuthContext,
  page: UserPage,
): Promise<{ users: UserRow[]; total: number }> {
  const pattern = page.filter === undefined ? null : `%${page.filter.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const rows = sql`from auth.users u where u.deleted_at is null and (${pattern}::text is null
    or u.email ilike ${pattern} or u.phone ilike ${pattern}
    or u.raw_user_meta_data ->> 'full_name' ilike ${pattern})`
  const order = raw(`u.${page.sort.column} ${page.sort.descending ? 'desc' : 'asc'} nulls last, u.id`)
  const users = await sql<UserRow>`select ${USER_COLUMNS} ${rows} order by ${order}
    limit ${page.perPage} offset ${(page.page - 1) * page.perPage}`.many(ctx.pool)
  const { total } = await sql<{ total: number }>`select count(*)::int as total ${rows}`.only(ctx.pool)
  return { users, total }
}

/** Throws 404 `user_not_found`. */
export async function requireUserRow(db: Queryable, id: string, lock?: 'lock'): Promise<UserRow> {
  const user = await findUserById(db, id, lock)
  if (user === undefined) throw new AuthError('user_not_found')
  return user
}

async function requireFree(tx: PoolClient, fields: UserFields, exceptId?: string): Promise<void> {
  for (const kind of KINDS) {
    const address = fields[kind]
    const find = kind === 'email' ? findUserByEmail : findUserByPhone
    const holder = address === undefined ? undefined : await find(tx, address)
    if (holder !== undefined && holder.id !== exceptId) throw addressTaken(kind)
  }
}

async function setAddress(tx: PoolClient, id: string, kind: AddressKind, address: string): Promise<void> {
  await updateUser(tx, id, { [kind]: address, [`${kind}_change`]: null })
  const identity = { userId: id, provider: kind, providerId: id, data: { sub: id, [kind]: address } }
  await saveIdentity(tx, identity, 'merge')
}

/** An administrator vouches for an address and for the data in the row; no stranger's sign-up counts. */
async function applyConfirmations(tx: PoolClient, id: string, fields: UserFields): Promise<void> {
  for (const kind of KINDS) {
    if (!fields[`${kind}_confirm`]) continue
    const user = await reloadUser(tx, id)
    const own = { passwordHash: user.encrypted_password, data: user.raw_user_meta_data }
    if (user[kind] !== null) await proveAddress(tx, user, { kind, own })
    await updateUser(tx, id, { [`${kind}_confirmed_at`]: new Date() })
  }
}

async function softDelete(tx: PoolClient, ctx: AuthContext, user: UserRow): Promise<void> {
  await ctx.recordDeletion({ kind: 'deleted', userId: user.id })
  for (const table of ['identities', 'mfa_factors', 'passkeys'])
    await sql`delete from auth.${raw(table)} where user_id = ${user.id}`.run(tx)
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

/** The names of the fields that were set. The log must not have their values. */
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

type UserFields = Awaited<ReturnType<typeof prepareFields>>

/** Checks and normalises the fields; hashes the password. */
export async function prepareFields(ctx: AuthContext, body: z.output<typeof userFieldsSchema>) {
  const { password, password_hash: imported, ban_duration: ban, ...rest } = body
  if (password !== undefined && imported !== undefined)
    throw invalid('Only a password or a password hash should be provided')
  if (imported !== undefined && !isKnownHash(imported))
    throw invalid('Password hash must be bcrypt, argon2 or Firebase scrypt')
  const email = body.email === undefined ? undefined : normalizeEmail(body.email)
  const phone = body.phone === undefined ? undefined : normalizePhone(body.phone)
  if (password !== undefined) await requireStrongPassword(password, ctx.settings, email)
  return {
    ...rest,
    email,
    phone,
    passwordHash: password === undefined ? imported : await ctx.passwords.hash(password),
    /** Undefined leaves a ban as it is; null ends it. */
    bannedUntil: ban === undefined ? undefined : banEnd(ban),
  }
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** The end of a ban of a Go-style duration (`24h`, `1h30m`); null for `none`. */
function banEnd(duration: string): Date | null {
  if (duration === 'none') return null
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/gy)]
  if (parts.length === 0 || parts.map(([text]) => text).join('') !== duration)
    throw invalid('invalid format for ban duration: use e.g. "24h", or "none"')
  const length = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ''] ?? 0), 0)
  return new Date(Date.now() + length)
}
