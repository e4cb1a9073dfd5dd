import type { Schema } from '@antojo/db/schema'
import { sql, type Transaction } from 'kysely'

/** Everything that the tables hold of a person, table by table; row security limits it to what they may read. */
export async function readAll(tx: Transaction<Schema>, userId: string): Promise<Record<string, unknown[]>> {
  const own = async (table: OwnedTable): Promise<unknown[]> =>
    (await sql`select * from ${sql.table(table)} where user_id = ${userId}`.execute(tx)).rows
  return {
    users: await tx.selectFrom('users').selectAll().where('id', '=', userId).execute(),
    user_settings: await own('user_settings'),
    videos: await own('videos'),
    video_places: await own('video_places'),
    my_places: await own('my_places'),
    corrections: await own('corrections'),
    video_lists: await own('video_lists'),
    list_videos: await own('list_videos'),
    list_members: await own('list_members'),
    list_comments: await own('list_comments'),
  }
}

type OwnedTable =
  | 'user_settings'
  | 'videos'
  | 'video_places'
  | 'my_places'
  | 'corrections'
  | 'video_lists'
  | 'list_videos'
  | 'list_members'
  | 'list_comments'

/** Keeps a person's picture in place of the one before and shows it on the profile. */
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

export async function readPicture(tx: Transaction<Schema>, userId: string): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('user_pictures')
    .select('webp')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.webp ?? null
}
