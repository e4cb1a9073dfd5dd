import type { Database } from '@antojo/db/database'

export const SCHEMA = 'pgboss'

/**
 * The number of an owner's waiting jobs. The first jobs of all owners run first, then their second jobs, and so on. The
 * count stops at a hundred, beyond which the order makes no difference.
 */
export const WAITING_JOBS_OF_OWNER = `select count(*)::int as waiting from (
  select from ${SCHEMA}.job where name = $1 and state < 'active' and data ->> 'owner' = $2 limit 100) as mine`

/** Allows the service role, under which writes run, to enqueue jobs. The lock admits one node at a time. */
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

/** Retries the jobs that were active at a crash; only for a database that no other process uses. */
export async function retryAbandonedJobs({ pool }: Database): Promise<void> {
  await pool.query(`update ${SCHEMA}.job set state = 'retry', start_after = now() where state = 'active'`)
}

export async function countJobsByState({ pool }: Database): Promise<{ state: string; jobs: number }[]> {
  const { rows } = await pool.query<{ state: string; jobs: number }>(
    `select state::text, count(*)::int as jobs from ${SCHEMA}.job group by state`,
  )
  return rows
}
