import type { Tx } from '@antojo/db/database'
import type { Schema } from '@antojo/db/schema'
import { type Selectable, sql } from 'kysely'
import type { NewPost } from './service.ts'

const COLUMNS = ['id', 'user_id', 'list_id'] as const
export type Feed = Pick<Selectable<Schema['live_feeds']>, (typeof COLUMNS)[number]>

/** The feed of a person's collection (`list` null) or of one of their lists. */
export function feedOf(tx: Tx, userId: string, list: string | null): Promise<Feed | undefined> {
  return tx
    .selectFrom('live_feeds')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('list_id', 'is not distinct from', list)
    .executeTakeFirst()
}

export function findFeed(tx: Tx, id: string): Promise<Feed | undefined> {
  return tx.selectFrom('live_feeds').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** The number of feeds of the person. */
export async function countFeeds(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql`select from live_feeds where user_id = ${userId}`.execute(tx)
  return rows.length
}

/** Makes the feed, or returns the existing one. Null when the person has no such list. */
export async function makeFeed(tx: Tx, userId: string, list: string | null): Promise<Feed | null> {
  await sql`
    insert into live_feeds (user_id, list_id)
      select ${userId}::uuid, ${list}::uuid
       where ${list}::uuid is null
          or exists (select from video_lists l where l.user_id = ${userId} and l.id = ${list}::uuid)
    on conflict (user_id, list_id) do nothing`.execute(tx)
  return (await feedOf(tx, userId, list)) ?? null
}

/** False when the person has no such feed. */
export async function removeFeed(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from live_feeds where user_id = ${userId} and id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}

export async function removeFeeds(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('live_feeds').where('user_id', '=', userId).execute()
}

/** A value that changes when the places of the feed change. Row security applies. */
export async function versionOf(tx: Tx, { user_id: userId, list_id: list }: Feed): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select count(*) || '-' || coalesce(extract(epoch from max(greatest(v.updated_at, e.created_at))), 0) as version
      from videos v left join list_videos e on e.list_id = ${list}::uuid and e.video_id = v.id
     where case when ${list}::uuid is null then v.user_id = ${userId}
                else e.video_id is not null end`.execute(tx)
  return rows[0]?.version ?? ''
}

const MAX_NEW_POSTS = 50

/** The newest posts with a place, by the time when they were saved or added to the list. Row security applies. */
export async function newestPosts(
  tx: Tx,
  { user_id: userId, list_id: list }: Feed,
): Promise<readonly NewPost[]> {
  const { rows } = await sql<NewPost>`
    select v.id, coalesce(v.restaurant_name, v.enrich_place_name) as name,
           coalesce(v.restaurant_address, v.enrich_place_address) as address, v.title,
           v.enrich_place_lat as lat, v.enrich_place_lng as lng, v.video_url,
           coalesce(e.created_at, v.created_at) as since
      from videos v left join list_videos e on e.list_id = ${list}::uuid and e.video_id = v.id
     where case when ${list}::uuid is null then v.user_id = ${userId} else e.video_id is not null end
       and v.identify_state = 'identified' and coalesce(v.restaurant_name, v.enrich_place_name) is not null
     order by since desc limit ${MAX_NEW_POSTS}`.execute(tx)
  return rows
}
