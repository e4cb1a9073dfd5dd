import type { Tx } from '@antojo/db/database'
import { sql } from 'kysely'

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
  /** The names of the person's lists. */
  readonly lists: readonly string[]
  /** Ordered by date, the newest first. */
  readonly videos: readonly string[]
}

/** A place without its lists. */
export interface FoundPlace extends Omit<ExportedPlace, 'lists'> {
  readonly videoIds: readonly string[]
}

const PLACES_AT_ONCE = 2_000

/** Places are ordered by id in the collation "C", which does not depend on a language. */
const PLACE = sql`coalesce(v.enrich_place_id, v.id::text) collate "C"`

export interface Part {
  readonly places: number
  /** The number of them that have a position. */
  readonly onMap: number
  /** The ids of its videos, as Postgres writes an array. */
  readonly videos: string
  /** The ids of its places, when they are only the second or a later one of their videos; null for first ones. */
  readonly further: string | null
}

/** The identified videos of a person, or of a list. Row security applies. */
function chosenVideos(userId: string, list: string | undefined) {
  const chosen =
    list === undefined
      ? sql`v.user_id = ${userId}`
      : sql`exists (select from list_videos l where l.list_id = ${list} and l.video_id = v.id)`
  return sql`videos v where ${chosen} and coalesce(v.restaurant_name, v.enrich_place_name) is not null`
}

/**
 * Divides the places of a person, or of a list, into parts of some hundred. All are grouped in one pass, so that no part
 * has to group them again; without a join of places, whose numbers the planner does not know.
 */
export async function partsOf(tx: Tx, userId: string, list: string | undefined): Promise<readonly Part[]> {
  const { rows } = await sql<Part>`
    with chosen as materialized (
      select v.id, v.user_id, ${PLACE} as place, v.enrich_place_lat + v.enrich_place_lng is not null as is_on_map
        from ${chosenVideos(userId, list)}
    ), placed as (
      select id, place, is_on_map, false as is_further from chosen
      union all
      select c.id, p.place_id collate "C", p.lat + p.lng is not null, true
        from chosen c join video_places p on p.user_id = c.user_id and p.video_id = c.id
    ), grouped as (
      select *, bool_and(is_further) over (partition by place) as is_only_further from placed
    )
    select array_agg(distinct id)::text as videos, count(distinct place)::int as places,
           count(distinct place) filter (where is_on_map)::int as "onMap",
           case when is_further then array_agg(distinct place)::text end as further
      from (
        select *, (dense_rank() over (partition by is_further order by place) - 1) / ${PLACES_AT_ONCE} as part
          from grouped where is_further = is_only_further
      ) as parted
     group by is_further, part order by is_further, part`.execute(tx)
  return rows
}

/** The ids of the person's listed videos with the names of their lists, by `names` for the kinds that everybody has. */
export async function listsOfVideos(
  tx: Tx,
  userId: string,
  names: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ id: string; lists: readonly string[] }>`
    select e.video_id as id, array_agg(distinct coalesce(${JSON.stringify(names)}::jsonb ->> l.kind, l.name)) as lists
      from list_videos e join video_lists l on l.id = e.list_id
     where l.user_id = ${userId} group by e.video_id`.execute(tx)
  return new Map(rows.map(({ id, lists }) => [id, lists]))
}

/** The places of a part, with the person's notes. Row security applies. */
export async function placesOf(tx: Tx, userId: string, part: Part): Promise<readonly FoundPlace[]> {
  const { rows } = await sql<FoundPlace>`
    with found as (
      select id, (array_agg(name order by added_at desc))[1] as name,
             (array_agg(address order by added_at desc))[1] as address,
             max(lat) as lat, max(lng) as lng, max(cuisine) as cuisine, max(phone) as phone, max(website) as website,
             array_agg(video_url order by added_at desc) as videos, array_agg(video_id)::text[] as "videoIds"
        from (${shownIn(part)}) as shown group by 1
    )
    select found.*, own.note, coalesce(own.visited_on::text[], '{}') as visited
      from found left join user_places own
        on own.user_id = ${userId} and own.place_id = found.id collate "default" -- as its index
     order by found.id`.execute(tx)
  return rows
}

/** The places that the videos of a part show, once for each video. */
function shownIn({ videos, further }: Part) {
  if (further === null)
    return sql`
      select ${PLACE} as id, coalesce(restaurant_name, enrich_place_name) as name,
             coalesce(restaurant_address, enrich_place_address) as address, enrich_place_lat as lat,
             enrich_place_lng as lng, restaurant_cuisine as cuisine, restaurant_phone as phone,
             restaurant_website as website, v.id as video_id, video_url, created_at as added_at
        from videos v where v.id = any (${videos}::uuid[])`
  return sql`
    select p.place_id collate "C" as id, p.name, p.address, p.lat, p.lng,
           nullif(array_to_string(p.cuisine, ', '), '') as cuisine, null as phone, null as website,
           v.id as video_id, v.video_url, v.created_at as added_at
      from videos v join video_places p on p.user_id = v.user_id and p.video_id = v.id
     where v.id = any (${videos}::uuid[]) and p.place_id collate "C" = any (${further}::text[])`
}

/** Whether the reader may see the list. */
export async function isListReadable(tx: Tx, list: string): Promise<boolean> {
  const row = await tx.selectFrom('video_lists').select('id').where('id', '=', list).executeTakeFirst()
  return row !== undefined
}
