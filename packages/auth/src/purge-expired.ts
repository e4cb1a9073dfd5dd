import { type Queryable, raw, sql } from './database.ts'

/** The tables, and the age at which their rows are deleted, long after they were useful. */
const EXPIRED = [
  ['one_time_tokens', '2 days'],
  ['flow_states', '2 days'],
  ['saml_relay_states', '1 day'],
  ['mfa_challenges', '1 day'],
  ['passkey_challenges', '1 day'],
  ['used_messages', '1 day'],
  ['audit_log_entries', '1 year'],
] as const

/**
 * Deletes expired rows; running it twice does no harm. `inactivity` (seconds) is the setting of the sessions, when there is one.
 */
export async function purgeExpired(db: Queryable, inactivity?: number): Promise<void> {
  for (const [table, age] of EXPIRED) {
    await sql`delete from auth.${raw(table)} where created_at < now() - ${age}::interval`.run(db)
  }
  // Strangers cause these rows, which must not fill the disk for a year.
  await sql`delete from auth.audit_log_entries
    where action = 'login_failed' and created_at < now() - interval '30 days'`.run(db)
  await sql`delete from auth.known_origins where last_used_at < now() - interval '1 year'`.run(db)
  await sql`delete from auth.sessions where not_after < now() - interval '1 day'
       or coalesce(refreshed_at, created_at) < now() - make_interval(secs => ${inactivity}::float8)`.run(db)
}

/**
 * Deletes full buckets, which mean the same as no bucket. Of more than `maxRows`, deletes those that will be full
 * first: a flood of new names has taken one token each, a name under attack has taken all.
 */
export async function purgeRateLimits(db: Queryable, maxRows: number): Promise<void> {
  await sql`delete from auth.rate_limits where full_at < now()`.run(db)
  await sql`delete from auth.rate_limits where key in (
       select key from auth.rate_limits order by full_at
       limit greatest(0, (select count(*) from auth.rate_limits) - ${maxRows}::bigint))`.run(db)
}
