import type { Tx } from '@antojo/db/database'
import { sql } from 'kysely'
import type { PaidService } from '../../core/spending.ts'

export interface CallToCount {
  readonly service: PaidService
  readonly max: number
  readonly isGuest: boolean
  readonly maxForGuests: number
}

const today = sql`(now() at time zone 'utc')::date`

/** Counts a call against today's limit; false, without counting, when the limit is reached. */
export async function countCall(tx: Tx, call: CallToCount): Promise<boolean> {
  const { service, max, isGuest, maxForGuests } = call
  const { rows } = await sql`
    insert into app.paid_calls as counted (day, service, calls, guest_calls)
    values (${today}, ${service}, 1, ${isGuest ? 1 : 0})
    on conflict (day, service) do update
      set calls = counted.calls + 1, guest_calls = counted.guest_calls + excluded.guest_calls
      where counted.calls < ${max} and (not ${isGuest}::boolean or counted.guest_calls < ${maxForGuests})
    returning calls`.execute(tx)
  return rows.length > 0
}

export interface CallsOfToday {
  readonly service: PaidService
  readonly calls: number
}

export async function callsOfToday(tx: Tx): Promise<readonly CallsOfToday[]> {
  const { rows } = await sql<CallsOfToday>`
    select service, calls from app.paid_calls where day = ${today}`.execute(tx)
  return rows
}
