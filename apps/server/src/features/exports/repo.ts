import type { Schema } from '@antojo/db/schema'
import { sql, type Transaction } from 'kysely'

/** A place of a person's videos, once even when several videos show it. */
export interface ExportedPlace {
  /** The place's id, or the video's id when the place has none. */
  readonly id: string
  readonly name: string
  readonly address: string | null
  readonly lat: number | null
  readonly lng: number | null
  readonly cuisine: string | null
  readonly phone: string | null
  readonly website: string | null
  readonly note: string | null
  /** Days as `YYYY-MM-DD`. */
  readonly visited: readonly string[]
  /** The names of the person's own lists. */
  readonly lists: readonly string[]
  /** Ordered by date, the newest first. */
  readonly videos: readonly string[]
}

const PLACES_AT_ONCE = 500

/** Places are ordered by id in the collation "C", which does not depend on a language. */
const PLACE = sql`coalesce(v.enrich_place_id, v.id::text) collate "C"`

/**
 * Divides the videos of a person, or of a list, into parts of some hundred places: the ids of each part's videos, as
 * Postgres writes an array. Row security applies. All videos are grouped in one pass, so that no part has to group them
 * again.
 */
export async function partsOf(
  tx: Transaction<Schema>,
  userId: string,
  list: string | undefined,
): Promise<readonly string[]> {
  const chosen =
    list === undefined
      ? sql`v.user_id = ${userId}`
      : sql`exists (select from list_videos l where l.list_id = ${list} and l.video_id = v.id)`
  const { rows } = await sql<{ videos: string }>`
    select array_agg(id)::text as videos
      from (
        select v.id, (dense_rank() over (order by ${PLACE}) - 1) / ${PLACES_AT_ONCE} as part
          from videos v
         where ${chosen} and coalesce(v.restaurant_name, v.enrich_place_name) is not null
      ) as placed
     group by part order by part`.execute(tx)
  return rows.map(({ videos }) => videos)
}

/** The places of a part, with the person's notes and lists. Row security applies. */
export async function placesOf(
  tx: Transaction<Schema>,
  userId: string,
  part: string,
): Promise<readonly ExportedPlace[]> {
  const { rows } = await sql<ExportedPlace>`
    with found as (
      select ${PLACE} as id,
             (array_agg(coalesce(restaurant_name, enrich_place_name) order by created_at desc))[1] as name,
             (array_agg(coalesce(restaurant_address, enrich_place_address) order by created_at desc))[1] as address,
             max(enrich_place_lat) as lat,
             max(enrich_place_lng) as lng,
             max(restaurant_cuisine) as cuisine,
             max(restaurant_phone) as phone,
             max(restaurant_website) as website,
             array_agg(video_url order by created_at desc) as videos
        from videos v where v.id = any (${part}::uuid[])
       group by 1
    ), named as (
      select ${PLACE} as id, array_agg(distinct l.name order by l.name) as lists
        from videos v join list_videos held on held.video_id = v.id join video_lists l on l.id = held.list_id
       where v.id = any (${part}::uuid[]) and l.user_id = ${userId} and l.kind = 'custom'
       group by 1
    )
    select found.*, own.note, coalesce(own.visited_on::text[], '{}') as visited,
           coalesce(named.lists, '{}') as lists
      from found left join named on named.id = found.id
      left join user_places own on own.user_id = ${userId} and own.place_id = found.id
     order by found.id`.execute(tx)
  return rows
}

/** Whether the reader may see the list. */
export async function isListReadable(tx: Transaction<Schema>, list: string): Promise<boolean> {
  const row = await tx.selectFrom('video_lists').select('id').where('id', '=', list).executeTakeFirst()
  return row !== undefined
}
