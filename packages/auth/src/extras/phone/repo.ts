import { one, type Queryable } from '../../database.ts'

/** The user who waits for a code to this new number, locked. */
export async function findIdByPhoneChange(db: Queryable, phone: string): Promise<string | undefined> {
  const row = await one<{ id: string }>(
    db,
    'select id from auth.users where phone_change = $1 and deleted_at is null limit 1 for update',
    [phone],
  )
  return row?.id
}
