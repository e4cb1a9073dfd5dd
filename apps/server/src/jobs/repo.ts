import type { Database } from '@antojo/db/database'

export const SCHEMA = 'pgboss'

/**
 * How many jobs of an owner wait. An owner with none waiting goes first, then everybody's second job, and so on. The
 * count ends at a hundred: behind so many, one more makes no difference.
 */
export const WAITING_JOBS_OF_OWNER = `select count(*)::int as waiting from (
  select from ${SCHEMA}.job where name = $1 and state < 'active' and data ->> 'owner' = $2 limit 100) as mine`

/** Writes run as the service and enqueue their jobs in the same transaction. The lock admits one node at a time. */
export async function grantEnqueueing({ pool }: Database): Promise<void> {
  await pool.query(
    `do $$ begin
       perform pg_advisory_xact_lock(hashtext('${SCHEMA} grants'));
       if not has_schema_privilege('service_role', '${SCHEMA}', 'usage') then
         grant usage on schema ${SCHEMA} to service_role;
         grant select, insert, update on all tables in schema ${SCHEMA} to service_role;
       end if;
     end $$`,
  )
}

/** On a database that only this process uses, a job that counts as running was left by a crash: it runs again now. */
export async function retryAbandonedJobs({ pool }: Database): Promise<void> {
  await pool.query(`update ${SCHEMA}.job set state = 'retry', start_after = now() where state = 'active'`)
}

export async function countJobsByState({ pool }: Database): Promise<{ state: string; jobs: number }[]> {
  const { rows } = await pool.query<{ state: string; jobs: number }>(
    `select state::text, count(*)::int as jobs from ${SCHEMA}.job group by state`,
  )
  return rows
}
