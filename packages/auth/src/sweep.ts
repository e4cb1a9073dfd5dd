import type { Queryable } from './database.ts'
import { run } from './database.ts'

/** What is deleted, and how old it must be; every limit is far beyond the time in which the row is of use. */
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
 * Deletes what has expired; running it twice does no harm. `inactivity` (seconds) is the setting of the sessions, when there is one.
 */
export async function sweepExpired(db: Queryable, inactivity?: number): Promise<void> {
  for (const [table, age] of EXPIRED) {
    await run(db, `delete from auth.${table} where created_at < now() - interval '${age}'`)
  }
  await run(db, `delete from auth.rate_limits where updated_at < now() - interval '1 day'`)
  await run(
    db,
    `delete from auth.sessions where not_after < now() - interval '1 day'
       or coalesce(refreshed_at, created_at) < now() - make_interval(secs => $1::float8)`,
    [inactivity ?? null],
  )
}
