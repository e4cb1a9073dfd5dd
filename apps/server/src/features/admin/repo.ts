import type { Tx } from '@antojo/db/database'
import { ADMIN_SLICES, type AdminMetrics, type AdminSlice } from '@antojo/contract/admin'
import { sql } from 'kysely'

const MAX_ROWS = 100

export async function isAdministrator(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom('users').select('is_admin').where('id', '=', userId).executeTakeFirst()
  return row?.is_admin === true
}

/** The figures of the last `hours`, from one snapshot; docs/kpis.md explains each. */
export async function readFigures(
  tx: Tx,
  hours: number,
): Promise<
  Omit<AdminMetrics, 'queue' | 'providers' | 'services' | 'budgets' | 'decoding' | 'map' | 'installation'>
> {
  const rates = await readRates(tx, hours)
  return {
    ...rates,
    lessons: await readLessons(tx),
    rows: await recentAnalyses(tx, hours),
    slices: await readSlices(tx, hours),
    platforms: await readPlatforms(tx, hours),
    steps: await readSteps(tx, hours),
    failures: await readFailures(tx, hours),
  }
}

function finishedWithin(hours: number) {
  return sql`finished_at > now() - make_interval(hours => ${hours})`
}
/** The decision of an analysis, or `unread` when the post could not be read. */
const outcome = sql`case when state = 'failed' or decision = 'oembed_required' then 'unread' else decision end`
const outcomes = sql`
  count(*) filter (where ${outcome} = 'accepted')::int as accepted,
  count(*) filter (where ${outcome} = 'needs_confirmation')::int as asked,
  count(*) filter (where ${outcome} = 'weak_data')::int as weak,
  count(*) filter (where ${outcome} = 'unread')::int as unread`

async function readRates(tx: Tx, hours: number) {
  const { rows } = await sql<Pick<AdminMetrics, Rate>>`
    select avg(address_used::int) filter (where state = 'done')::float8 as addr_query_used_rate,
           avg((decision = 'accepted')::int) filter (where state = 'done')::float8 as cp_match_rate,
           (avg(confidence) filter (where address_used)
             - avg(confidence) filter (where not address_used))::float8 as avg_addr_lift,
           count(*)::int as total,
           (select count(*)::int from videos
             where identify_state = 'identified' and not is_diagnostic and created_at > now() - make_interval(hours => ${hours})) as adds,
           -- Confirming the likeliest of the offered places corrects nothing.
           (select count(*)::int from corrections
             where created_at > now() - make_interval(hours => ${hours})
               and (to_place_id is null or from_place_id is not null)) as corrections
      from analyses
     where ${finishedWithin(hours)}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('An aggregate without a row')
  return row
}

type Rate = 'addr_query_used_rate' | 'cp_match_rate' | 'avg_addr_lift' | 'total' | 'adds' | 'corrections'

async function recentAnalyses(tx: Tx, hours: number) {
  const { rows } = await sql<AdminMetrics['rows'][number]>`
    select to_json(finished_at) #>> '{}' as at, canonical_url as url, platform, coalesce(decision, state) as decision,
           confidence, address_used, (extract(epoch from finished_at - started_at) * 1000)::int as ms
      from analyses
     where ${finishedWithin(hours)}
     order by finished_at desc
     limit ${MAX_ROWS}`.execute(tx)
  return rows
}

/** A name is disputed when at least two people agree on one place, and at least as many on another. */
async function readLessons(tx: Tx) {
  const { rows } = await sql<AdminMetrics['lessons']>`
    select (select count(*)::int from corrections where name_key is not null) as taught,
           count(*) filter (where is_agreed)::int as agreed,
           count(distinct (creator, name_key)) filter (where people > 1 and not is_agreed)::int as disputed
      from app.name_votes`.execute(tx)
  return rows[0] ?? { taught: 0, agreed: 0, disputed: 0 }
}

/** The window in equal slices, including empty ones. */
async function readSlices(tx: Tx, hours: number) {
  const width = sql`make_interval(secs => ${(hours * 3600) / ADMIN_SLICES})`
  const { rows } = await sql<AdminSlice>`
    with slice as (
      select now() - make_interval(hours => ${hours}) + n * ${width} as start
        from generate_series(0, ${ADMIN_SLICES}::int - 1) as n
    )
    select to_json(start) #>> '{}' as at, coalesce(added.adds, 0) as adds, found.*
      from slice
      cross join lateral (
        select ${outcomes} from analyses where finished_at > start and finished_at <= start + ${width}
      ) as found
      cross join lateral (
        select count(*)::int as adds from videos
         where identify_state = 'identified' and not is_diagnostic and created_at > start and created_at <= start + ${width}
      ) as added
     order by start`.execute(tx)
  return rows
}

async function readPlatforms(tx: Tx, hours: number) {
  const { rows } = await sql<AdminMetrics['platforms'][number]>`
    select platform, count(*)::int as analyses, ${outcomes}
      from analyses where ${finishedWithin(hours)} group by platform order by count(*) desc`.execute(tx)
  return rows
}

async function readSteps(tx: Tx, hours: number) {
  const { rows } = await sql<AdminMetrics['steps'][number]>`
    select step ->> 'step' as step, count(*)::int as runs,
           count(*) filter (where step ->> 'state' = 'failed')::int as failed,
           percentile_cont(0.5) within group (order by (step ->> 'ms')::float8) as p50_ms,
           percentile_cont(0.95) within group (order by (step ->> 'ms')::float8) as p95_ms
      from analyses, jsonb_array_elements(steps) as step
     where ${finishedWithin(hours)} and step ->> 'state' in ('done', 'failed') and step ? 'ms'
     group by 1 order by 5 desc`.execute(tx)
  return rows
}

async function readFailures(tx: Tx, hours: number) {
  const { rows } = await sql<AdminMetrics['failures'][number]>`
    select platform, error_code as code, count(*)::int as count
      from analyses where ${finishedWithin(hours)} and error_code is not null
     group by 1, 2 order by 3 desc limit 20`.execute(tx)
  return rows
}

export function accounts(tx: Tx) {
  return tx.selectFrom('users').select(['id', 'email', 'is_admin']).orderBy('created_at').execute()
}

/** The accounts with the address or id. Single sign-on allows several accounts with one address. */
export function findAccounts(tx: Tx, emailOrId: string) {
  const wanted = emailOrId.toLowerCase()
  return tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where(sql<boolean>`lower(email) = ${wanted} or id::text = ${wanted}`)
    .execute()
}

export async function writeAdministrator(tx: Tx, userId: string, admin: boolean): Promise<void> {
  await tx.updateTable('users').set({ is_admin: admin }).where('id', '=', userId).execute()
}
