import type { Schema } from '@antojo/db/schema'
import { sql, type Transaction } from 'kysely'

/** Tables with a column `user_id`. */
type PersonalTable = {
  [Table in keyof Schema]: 'user_id' extends keyof Schema[Table] ? Table : never
}[keyof Schema]

/** Secrets of links, the picture that the profile shows, and notes for undoing imports are not exported. */
type NotExported =
  | 'list_invites'
  | 'signup_invitations'
  | 'personal_tokens'
  | 'live_feeds'
  | 'user_pictures'
  | 'imports'
  | 'import_items'
  | 'import_entries'

/**
 * The tables of an export, each with the columns that order the rows of one person. The compiler reports a missing
 * table.
 */
export const OWNED_TABLES = {
  user_settings: ['user_id'],
  videos: ['id'],
  video_places: ['video_id', 'place_id'],
  user_places: ['place_id'],
  corrections: ['id'],
  video_lists: ['id'],
  list_videos: ['list_id', 'video_id'],
  list_members: ['list_id'],
  list_comments: ['id'],
} as const satisfies Record<Exclude<PersonalTable, NotExported>, readonly string[]>

export type OwnedTable = keyof typeof OWNED_TABLES
export type OwnedRow = Readonly<Record<string, unknown>>

const ROWS_AT_ONCE = 50

/** The person's next rows of a table after `after`; none at the end. Row security applies. */
export async function readNext(
  tx: Transaction<Schema>,
  userId: string,
  table: OwnedTable,
  after: OwnedRow | undefined,
): Promise<readonly OwnedRow[]> {
  const key = OWNED_TABLES[table]
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const beyond = after
    ? sql`and (${columns}) > (${sql.join(key.map((column) => after[column]))})`
    : sql.raw('')
  const rows = await sql<OwnedRow>`
    select * from ${sql.table(table)} where user_id = ${userId} ${beyond} order by ${columns} limit ${ROWS_AT_ONCE}
  `.execute(tx)
  return rows.rows
}

export async function readProfile(tx: Transaction<Schema>, userId: string): Promise<readonly OwnedRow[]> {
  return tx.selectFrom('users').selectAll().where('id', '=', userId).execute()
}

/** Stores a person's picture, which replaces the previous one, and shows it on the profile. */
export async function keepPicture(
  tx: Transaction<Schema>,
  picture: { userId: string; webp: Buffer; url: string },
): Promise<void> {
  const { userId, webp, url } = picture
  await tx
    .insertInto('user_pictures')
    .values({ user_id: userId, webp })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ webp }))
    .execute()
  await tx.updateTable('users').set({ avatar_url: url }).where('id', '=', userId).execute()
}

export async function dropPicture(tx: Transaction<Schema>, userId: string): Promise<void> {
  await tx.deleteFrom('user_pictures').where('user_id', '=', userId).execute()
  await tx.updateTable('users').set({ avatar_url: null }).where('id', '=', userId).execute()
}

/** The picture of a person, when the actor may see that person. */
export async function readPicture(tx: Transaction<Schema>, userId: string): Promise<Buffer | null> {
  const { rows } = await sql<{ webp: Buffer | null }>`
    select app.profile_picture(${userId}::uuid) as webp
  `.execute(tx)
  return rows[0]?.webp ?? null
}
