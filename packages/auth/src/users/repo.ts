import { one, only, type Queryable, run } from '../database.ts'
import type { UserRow } from './row.ts'

/** The columns of a `UserRow`, for `select … from auth.users u`. */
export const USER_COLUMNS = `u.*,
  (select coalesce(json_agg(i order by i.created_at, i.id), '[]') from auth.identities i where i.user_id = u.id) as identities,
  (select coalesce(json_agg(json_build_object(
     'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status, 'phone', f.phone,
     'web_authn_aaguid', f.web_authn_aaguid, 'last_webauthn_challenge_data', f.last_webauthn_challenge_data,
     'last_challenged_at', f.last_challenged_at, 'created_at', f.created_at, 'updated_at', f.updated_at
   ) order by f.created_at, f.id), '[]') from auth.mfa_factors f where f.user_id = u.id) as factors`

type Lock = 'lock' | undefined

async function find(
  db: Queryable,
  where: string,
  values: unknown[],
  lock: Lock,
): Promise<UserRow | undefined> {
  const rows = `from auth.users u where u.deleted_at is null and ${where}`
  if (lock === undefined) return one<UserRow>(db, `select ${USER_COLUMNS} ${rows}`, values)
  // A statement that waited for the lock sees factors and identities as they were before the wait. The next statement
  // sees the new ones.
  const locked = await one<{ id: string }>(db, `select u.id ${rows} for update of u`, values)
  if (locked === undefined) return undefined
  const current = `select ${USER_COLUMNS} ${rows} and u.id = $${values.length + 1}`
  return one<UserRow>(db, current, [...values, locked.id])
}

/** With 'lock' the row is locked until the transaction ends, so that flows on one user wait for each other. */
export function findUserById(db: Queryable, id: string, lock?: Lock): Promise<UserRow | undefined> {
  return find(db, 'u.id = $1', [id], lock)
}

/** Users of single sign-on are not found by e-mail, because their address belongs to their provider. */
export function findUserByEmail(db: Queryable, email: string, lock?: Lock): Promise<UserRow | undefined> {
  return find(db, 'u.email = $1 and not u.is_sso_user', [email], lock)
}

export function findUserByPhone(db: Queryable, phone: string, lock?: Lock): Promise<UserRow | undefined> {
  return find(db, 'u.phone = $1', [phone], lock)
}

export function findUserByIdentity(
  db: Queryable,
  identity: { provider: string; providerId: string },
  lock?: Lock,
): Promise<UserRow | undefined> {
  const where = 'u.id = (select user_id from auth.identities where provider = $1 and provider_id = $2)'
  return find(db, where, [identity.provider, identity.providerId], lock)
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
  return only<UserRow>(
    db,
    `insert into auth.users (id, aud, role, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data, is_sso_user, is_anonymous)
     values (coalesce($1::uuid, gen_random_uuid()), coalesce($2, 'authenticated'), coalesce($3, 'authenticated'), $4, $5, $6, $7, $8, $9, $10)
     returning *, '[]'::json as identities, '[]'::json as factors`,
    [
      user.id ?? null,
      user.aud ?? null,
      user.role ?? null,
      user.email ?? null,
      user.phone ?? null,
      user.encrypted_password ?? null,
      user.raw_app_meta_data ?? {},
      user.raw_user_meta_data ?? {},
      user.is_sso_user ?? false,
      user.is_anonymous ?? false,
    ],
  )
}

type Column = Exclude<keyof UserRow, 'id' | 'identities' | 'factors' | 'created_at' | 'updated_at'>

/** Sets columns of a user, apart from undefined ones; each value is a Date, text, number, boolean, object or null. */
export async function updateUser(
  db: Queryable,
  id: string,
  changes: Partial<Record<Column, unknown>>,
): Promise<void> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const assignments = given.map(([column], index) => `${column} = $${index + 2}`)
  await run(db, `update auth.users set ${[...assignments, 'updated_at = now()'].join(', ')} where id = $1`, [
    id,
    ...given.map(([, value]) => value),
  ])
}

/** Shallow merge into the user's own metadata; null deletes a key. Returns the result. */
export async function mergeUserMetadata(
  db: Queryable,
  id: string,
  data: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const row = await one<Pick<UserRow, 'raw_user_meta_data'>>(
    db,
    `update auth.users set updated_at = now(),
       raw_user_meta_data = (raw_user_meta_data || $2::jsonb) - $3::text[] where id = $1 returning raw_user_meta_data`,
    [id, data, Object.keys(data).filter((key) => data[key] === null)],
  )
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
  await run(
    db,
    `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at) values ($1, $2, $3, $4, now())`,
    [identity.userId, identity.provider, identity.providerId, identity.data],
  )
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
  await run(
    db,
    `insert into auth.identities as i (user_id, provider, provider_id, identity_data, last_sign_in_at) values ($1, $2, $3, $4, now())
     on conflict (provider, provider_id) do update set updated_at = now(),
       identity_data = case when $5 then i.identity_data else '{}' end || excluded.identity_data
       where i.user_id = excluded.user_id`,
    [identity.userId, identity.provider, identity.providerId, identity.data, how === 'merge'],
  )
  await refreshProviders(db, identity.userId)
}

/** Updates `app_metadata.provider` and `.providers` to match the identities. */
export async function refreshProviders(db: Queryable, userId: string): Promise<void> {
  await run(
    db,
    `update auth.users u set raw_app_meta_data = (u.raw_app_meta_data - 'provider' - 'providers') || case
       when p.providers is null then '{}'::jsonb
       else jsonb_build_object(
         'provider', case when u.raw_app_meta_data ->> 'provider' = any (p.providers) then u.raw_app_meta_data ->> 'provider' else p.providers[1] end,
         'providers', to_jsonb(p.providers)) end
     from (select array_agg(provider order by first_at, provider) as providers from (
             select provider, min(created_at) as first_at from auth.identities where user_id = $1 group by provider) g) p
     where u.id = $1`,
    [userId],
  )
}

/** Reads the user again, after changes within the same transaction. */
export async function reloadUser(db: Queryable, id: string): Promise<UserRow> {
  const user = await findUserById(db, id)
  if (user === undefined) throw new Error('the user vanished within its transaction')
  return user
}
