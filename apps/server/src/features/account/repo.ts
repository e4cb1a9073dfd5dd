import type { Tx } from '@antojo/db/database'
import { sql } from 'kysely'

/** The number of a person's videos. */
export async function countVideos(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from videos where user_id = ${userId} and not is_diagnostic`.execute(tx)
  return rows[0]?.total ?? 0
}

/** Stores a person's picture, which replaces the previous one, and shows it on the profile. */
export async function keepPicture(
  tx: Tx,
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

export async function dropPicture(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('user_pictures').where('user_id', '=', userId).execute()
  await tx.updateTable('users').set({ avatar_url: null }).where('id', '=', userId).execute()
}

/** The picture of a person, when the actor may see that person. */
export async function readPicture(tx: Tx, userId: string): Promise<Buffer | null> {
  const { rows } = await sql<{ webp: Buffer | null }>`
    select app.profile_picture(${userId}::uuid) as webp`.execute(tx)
  return rows[0]?.webp ?? null
}
