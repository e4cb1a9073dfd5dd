import { listed, type Queryable, raw, sql, type Statement } from '../database.ts'
import type { UserRow } from './row.ts'

/** The columns of a `UserRow`, for `select … from auth.users u`. */
export const USER_COLUMNS = sql`u.*,
  (select coalesce(json_agg(i order by i.created_at, i.id), '[]') from auth.identities i where i.user_id = u.id)
    as identities,
  (select coalesce(json_agg(json_build_object(
     'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
     'phone', f.phone, 'web_authn_aaguid', f.web_authn_aaguid,
     'last_webauthn_challenge_data', f.last_webauthn_challenge_data,
     'last_challenged_at', f.last_challenged_at, 'created_at', f.created_at, 'updated_at', f.updated_at
   ) order by f.created_at, f.id), '[]') from auth.mfa_factors f where f.user_id = u.id) as factors`

type Lock = 'lock' | undefined

async function find(db: Queryable, where: Statement, lock: Lock): Promise<UserRow | undefined> {
  const rows = sql`from auth.users u where u.deleted_at is null and ${where}`
  if (lock === undefined) return sql<UserRow>`select ${USER_COLUMNS} ${rows}`.one(db)
  // A statement that waited for the lock sees factors and identities as they were before the wait. The next statement
  // sees the new ones.
  const locked = await sql<{ id: string }>`select u.id ${rows} for update of u`.one(db)
  return locked && sql<UserRow>`select ${USER_COLUMNS} ${rows} and u.id = ${locked.id}`.one(db)
}

/** With 'lock' the row is locked until the transaction ends, so that flows on one user wait for each other. */
export function findUserById(db: Queryable, id: string, lock?: Lock): Promise<UserRow | undefined> {
  return find(db, sql`u.id = ${id}`, lock)
}

/** Users of single sign-on are not found by e-mail, because their address belongs to their provider. */
export function findUserByEmail(db: Queryable, email: string, lock?: Lock): Promise<UserRow | undefined> {
  return find(db, sql`u.email = ${email} and not u.is_sso_user`, lock)
}

export function findUserByPhone(db: Queryable, phone: string, lock?: Lock): Promise<UserRow | undefined> {
  return find(db, sql`u.phone = ${phone}`, lock)
}

export function findUserByIdentity(
  db: Queryable,
  { provider, providerId }: { provider: string; providerId: string },
  lock?: Lock,
): Promise<UserRow | undefined> {
  const identity = sql`from auth.identities where provider = ${provider} and provider_id = ${providerId}`
  return find(db, sql`u.id = (select user_id ${identity})`, lock)
}

interface NewUser {
  id?: string | undefined
  aud?: string | undefined
  role?: string | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  encrypted_password?: string | null | undefined
  raw_app_meta_data?: Record<string, unknown>
  raw_user_meta_data?: Record<string, unknown>
  is_sso_user?: boolean
  is_anonymous?: boolean
}

/** Throws the driver's duplicate-key failure when e-mail or phone is taken. */
export function insertUser(db: Queryable, user: NewUser): Promise<UserRow> {
  return sql<UserRow>`insert into auth.users (id, aud, role, email, phone, encrypted_password,
       raw_app_meta_data, raw_user_meta_data, is_sso_user, is_anonymous)
     values (coalesce(${user.id}::uuid, gen_random_uuid()), coalesce(${user.aud}, 'authenticated'),
       coalesce(${user.role}, 'authenticated'), ${user.email}, ${user.phone}, ${user.encrypted_password},
       ${user.raw_app_meta_data ?? {}}, ${user.raw_user_meta_data ?? {}}, ${user.is_sso_user ?? false},
       ${user.is_anonymous ?? false})
     returning *, '[]'::json as identities, '[]'::json as factors`.only(db)
}

type Column = Exclude<keyof UserRow, 'id' | 'identities' | 'factors' | 'created_at' | 'updated_at'>

/** Sets columns of a user, apart from undefined ones; each value is a Date, text, number, boolean, object or null. */
export async function updateUser(
  db: Queryable,
  id: string,
  changes: Partial<Record<Column, unknown>>,
): Promise<void> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const assignments = given.map(([column, value]) => sql`${raw(column)} = ${value}`)
  await sql`update auth.users set ${listed([...assignments, sql`updated_at = now()`])}
      where id = ${id}`.run(db)
}

/** Shallow merge into the user's own metadata; null deletes a key. Returns the result. */
export async function mergeUserMetadata(
  db: Queryable,
  id: string,
  data: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const deleted = Object.keys(data).filter((key) => data[key] === null)
  const row = await sql<Pick<UserRow, 'raw_user_meta_data'>>`update auth.users set updated_at = now(),
       raw_user_meta_data = (raw_user_meta_data || ${data}::jsonb) - ${deleted}::text[]
     where id = ${id} returning raw_user_meta_data`.one(db)
  return row?.raw_user_meta_data ?? {}
}

export interface NewIdentity {
  userId: string
  provider: string
  providerId: string
  data: Record<string, unknown>
}

/** Throws the driver's duplicate-key failure when the identity exists. */
export async function insertIdentity(db: Queryable, identity: NewIdentity): Promise<void> {
  await sql`insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
    values (${identity.userId}, ${identity.provider}, ${identity.providerId}, ${identity.data},
      now())`.run(db)
  await refreshProviders(db, identity.userId)
}

/** The identity of an address that nobody has proven yet. */
export async function insertAddressIdentity(
  db: Queryable,
  user: UserRow,
  kind: 'email' | 'phone',
): Promise<void> {
  const data = { sub: user.id, [kind]: user[kind], email_verified: false, phone_verified: false }
  await insertIdentity(db, { userId: user.id, provider: kind, providerId: user.id, data })
}

/** Merges into the data of a user's identity, or replaces them. Creates the identity when there is none. */
export async function saveIdentity(
  db: Queryable,
  identity: NewIdentity,
  how: 'merge' | 'replace',
): Promise<void> {
  await sql`insert into auth.identities as i
      (user_id, provider, provider_id, identity_data, last_sign_in_at)
    values (${identity.userId}, ${identity.provider}, ${identity.providerId}, ${identity.data}, now())
     on conflict (provider, provider_id) do update set updated_at = now(),
       identity_data = case when ${how === 'merge'} then i.identity_data else '{}' end || excluded.identity_data
       where i.user_id = excluded.user_id`.run(db)
  await refreshProviders(db, identity.userId)
}

/** Updates `app_metadata.provider` and `.providers` to match the identities. */
export async function refreshProviders(db: Queryable, userId: string): Promise<void> {
  await sql`update auth.users u 
     set raw_app_meta_data = (u.raw_app_meta_data - 'provider' - 'providers') || case
       when p.providers is null then '{}'::jsonb
       else jsonb_build_object(
         'provider', case when u.raw_app_meta_data ->> 'provider' = any (p.providers)
           then u.raw_app_meta_data ->> 'provider' else p.providers[1] end,
         'providers', to_jsonb(p.providers)) end
     from (select array_agg(provider order by first_at, provider) as providers from (
             select provider, min(created_at) as first_at from auth.identities
               where user_id = ${userId} group by provider) g) p
     where u.id = ${userId}`.run(db)
}

/** Reads the user again, after changes within the same transaction. */
export async function reloadUser(db: Queryable, id: string): Promise<UserRow> {
  const user = await findUserById(db, id)
  if (user === undefined) throw new Error('the user vanished within its transaction')
  return user
}
