import type { Tx } from '@antojo/db/database'
import { sql } from 'kysely'

/** True when a video or a profile shows the picture with this URL. */
export async function isShown(tx: Tx, url: string): Promise<boolean> {
  const { rows } = await sql<{ shown: boolean }>`
    select exists (select from videos where provider_thumbnail_url = ${url})
        or exists (select from videos where places_photo_url = ${url})
        or exists (select from videos where thumbnail_url = ${url} and thumbnail_url like 'http%')
        or exists (select from users where avatar_url = ${url} and avatar_url like 'http%')
        as shown`.execute(tx)
  return rows[0]?.shown === true
}
