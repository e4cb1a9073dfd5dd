import type { Schema } from '@antojo/db/schema'
import { sql, type Transaction } from 'kysely'

/** A place of a person's videos, once however many show it. */
export interface ExportedPlace {
  /** The place's id, or that of the video whose place has none. */
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
  /** The newest first. */
  readonly videos: readonly string[]
}

const PLACES_AT_ONCE = 200

export interface PlacesWanted {
  readonly userId: string
  /** Absent: all videos of the person. */
  readonly list?: string | undefined
  /** The id of the last place that was read. */
  readonly after: string | null
}

/** The next places in the order of their ids; none at the end. Row security applies. */
export async function nextPlaces(
  tx: Transaction<Schema>,
  { userId, list, after }: PlacesWanted,
): Promise<readonly ExportedPlace[]> {
  const chosen =
    list === undefined
      ? sql`v.user_id = ${userId}`
      : sql`exists (select from list_videos l where l.list_id = ${list} and l.video_id = v.id)`
  const { rows } = await sql<ExportedPlace>`
    with shown as (
      select coalesce(v.enrich_place_id, v.id::text) as place, v.* from videos v
       where ${chosen} and coalesce(v.restaurant_name, v.enrich_place_name) is not null
    ), page as (
      select place as id,
             (array_agg(coalesce(restaurant_name, enrich_place_name) order by created_at desc))[1] as name,
             (array_agg(coalesce(restaurant_address, enrich_place_address) order by created_at desc))[1] as address,
             max(enrich_place_lat) as lat,
             max(enrich_place_lng) as lng,
             max(restaurant_cuisine) as cuisine,
             max(restaurant_phone) as phone,
             max(restaurant_website) as website,
             array_agg(video_url order by created_at desc) as videos
        from shown where ${after}::text is null or place > ${after}
       group by place order by place limit ${PLACES_AT_ONCE}
    )
    select page.*, own.note, coalesce(own.visited_on::text[], '{}') as visited
      from page left join user_places own on own.user_id = ${userId} and own.place_id = page.id
     order by page.id`.execute(tx)
  return rows
}

/** Whether the reader may see the list. */
export async function isListReadable(tx: Transaction<Schema>, list: string): Promise<boolean> {
  const row = await tx.selectFrom('video_lists').select('id').where('id', '=', list).executeTakeFirst()
  return row !== undefined
}
