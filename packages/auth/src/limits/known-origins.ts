import type { Holder, Origin } from '../accounts/ports.ts'
import type { AuthContext } from '../context.ts'
import { type Queryable, sql } from '../database.ts'
import type { Device } from '../http/device.ts'
import { networksOf } from '../network.ts'
import { keyedHash } from '../secrets.ts'

type Keyed = Pick<AuthContext, 'keys' | 'pool'>

const MAX_ORIGINS = 20

/** Stores the network and the device of a sign-in, and deletes the oldest ones. */
export async function rememberOrigin(
  db: Queryable,
  ctx: Keyed,
  userId: string,
  client: Origin,
): Promise<void> {
  const origins = originsOf(ctx, client)
  await sql`with remembered as (
       insert into auth.known_origins as k (user_id, origin) select ${userId}, unnest(${origins}::bytea[])
       on conflict (user_id, origin) do update set last_used_at = now()
         where k.last_used_at < now() - interval '1 day'
     )
     delete from auth.known_origins where user_id = ${userId} and origin in (
       select origin from auth.known_origins where user_id = ${userId} and origin <> all (${origins})
       order by last_used_at desc offset ${MAX_ORIGINS - origins.length})`.run(db)
}

/** True when the account was signed in to from the client's network or device. Always false for unknown accounts. */
export function isKnownOrigin(ctx: Keyed, holder: Holder, client: Origin): Promise<boolean> {
  return isKnown(ctx, holder, originsOf(ctx, client))
}

/** True when the account was signed in to from the client's device, whose cookie no stranger has. */
export async function isKnownDevice(ctx: Keyed, holder: Holder, client: Origin): Promise<boolean> {
  const { device } = client
  return device?.returned === true && (await isKnown(ctx, holder, [deviceOrigin(ctx, device)]))
}

/**
 * Deletes all origins of a user except this client's, because a thief may have used the others.
 */
export async function forgetOtherOrigins(
  db: Queryable,
  ctx: Keyed,
  userId: string,
  client: Origin,
): Promise<void> {
  await sql`delete from auth.known_origins
    where user_id = ${userId} and origin <> all (${originsOf(ctx, client)})`.run(db)
}

async function isKnown(ctx: Keyed, holder: Holder, origins: readonly Buffer[]): Promise<boolean> {
  const row = await sql`select from auth.known_origins k join auth.users u on u.id = k.user_id
     where ${whereOf(holder)} and u.deleted_at is null and k.origin = any (${origins})
       and k.last_used_at > now() - interval '1 year' limit 1`.one(ctx.pool)
  return row !== undefined
}

function whereOf(holder: Holder) {
  if ('id' in holder) return sql`u.id = ${holder.id}`
  if ('email' in holder) return sql`u.email = ${holder.email} and not u.is_sso_user`
  return sql`u.phone = ${holder.phone}`
}

function originsOf(ctx: Keyed, { ip, device }: Origin): readonly Buffer[] {
  const network = keyedHash(ctx.keys.pepper, 'origin', 'network', networksOf(ip).narrow)
  return [network, ...(device === undefined ? [] : [deviceOrigin(ctx, device)])]
}

function deviceOrigin(ctx: Keyed, device: Device): Buffer {
  return keyedHash(ctx.keys.pepper, 'origin', 'device', device.id)
}
