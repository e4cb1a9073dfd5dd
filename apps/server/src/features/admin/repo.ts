import type { Schema } from '@antojo/db/schema'
import { sql, type Transaction } from 'kysely'

type Tx = Transaction<Schema>

const mostRows = 100

/** The administrator flag, or the first account of the installation. */
export async function isAdministrator(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select(({ eb }) => eb.or([eb('is_admin', '=', true), eb('id', '=', firstAccount)]).as('admin'))
    .where('id', '=', userId)
    .executeTakeFirst()
  return Boolean(row?.admin)
}

const firstAccount = sql<string>`(select id from users order by created_at, id limit 1)`

export async function kpis(tx: Tx, hours: number) {
  const { rows } = await sql<{ used: number | null; matched: number | null; lift: number | null }>`
    select avg(address_used::int)::float8 as used,
           avg((decision = 'accepted')::int)::float8 as matched,
           (avg(confidence) filter (where address_used) - avg(confidence) filter (where not address_used))::float8 as lift
      from analyses
     where state = 'done' and finished_at > now() - make_interval(hours => ${hours})`.execute(tx)
  return rows[0]
}

export async function recentAnalyses(tx: Tx, hours: number) {
  const { rows } = await sql<{
    at: string
    url: string
    platform: string
    decision: string
    confidence: number | null
    address_used: boolean
    ms: number
  }>`
    select to_json(finished_at) #>> '{}' as at, canonical_url as url, platform, coalesce(decision, state) as decision,
           confidence, address_used, (extract(epoch from finished_at - started_at) * 1000)::int as ms
      from analyses
     where finished_at > now() - make_interval(hours => ${hours})
     order by finished_at desc
     limit ${mostRows}`.execute(tx)
  return rows
}

export function accounts(tx: Tx) {
  return tx.selectFrom('users').select(['id', 'email', 'is_admin']).orderBy('created_at').execute()
}

export async function writeAdministrator(tx: Tx, email: string, admin: boolean): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ is_admin: admin })
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
