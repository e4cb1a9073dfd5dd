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
  /** The names of the person's lists. */
  readonly lists: readonly string[]
  /** Ordered by date, the newest first. */
  readonly videos: readonly string[]
}

const PLACES_AT_ONCE = 500

/** Places are ordered by id in the collation "C", which does not depend on a language. */
const PLACE = sql`coalesce(v.enrich_place_id, v.id::text) collate "C"`

interface Count {
  readonly places: number
  /** The number of them that have a position. */
  readonly onMap: number
}

export interface Part extends Count {
  /** The ids of its videos, as Postgres writes an array. */
  readonly videos: string
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
 * Divides the videos of a person, or of a list, into parts of some hundred places. All videos are grouped in one pass, so
 * that no part has to group them again.
 */
export async function partsOf(
  tx: Transaction<Schema>,
  userId: string,
  list: string | undefined,
): Promise<readonly Part[]> {
  const { rows } = await sql<Part>`
    select array_agg(id)::text as videos, count(distinct place)::int as places,
           count(distinct place) filter (where is_on_map)::int as "onMap"
      from (
        select v.id, ${PLACE} as place, v.enrich_place_lat + v.enrich_place_lng is not null as is_on_map,
               (dense_rank() over (order by ${PLACE}) - 1) / ${PLACES_AT_ONCE} as part
          from ${chosenVideos(userId, list)}
      ) as placed
     group by part order by part`.execute(tx)
  return rows
}

/** The names of lists, those of everybody by their kinds. */
function listNames(names: Readonly<Record<string, string>>) {
  return sql`coalesce(${JSON.stringify(names)}::jsonb ->> l.kind, l.name)`
}

interface PlacesWanted {
  /** The ids of the videos, as Postgres writes an array. */
  readonly videos: string
  /** The names of the lists that everybody has, by their kinds. */
  readonly names: Readonly<Record<string, string>>
}

/** The places of a part, with the person's notes and lists. Row security applies. */
export async function placesOf(
  tx: Transaction<Schema>,
  userId: string,
  { videos, names }: PlacesWanted,
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
        from videos v where v.id = any (${videos}::uuid[])
       group by 1
    ), named as (
      select ${PLACE} as id, array_agg(distinct ${listNames(names)}) as lists
        from videos v join list_videos held on held.video_id = v.id join video_lists l on l.id = held.list_id
       where v.id = any (${videos}::uuid[]) and l.user_id = ${userId}
       group by 1
    )
    select found.*, own.note, coalesce(own.visited_on::text[], '{}') as visited,
           coalesce(named.lists, '{}') as lists
      from found left join named on named.id = found.id
      left join user_places own on own.user_id = ${userId} and own.place_id = found.id
     order by found.id`.execute(tx)
  return rows
}

/** Places that are only the second or a later one of their videos, which `placesOf` does not have. */
function furtherOf(userId: string, list: string | undefined) {
  return sql`
    with chosen as (select v.* from ${chosenVideos(userId, list)}),
    further as (
      select p.*, c.video_url, c.created_at as added_at
        from chosen c join video_places p on p.user_id = c.user_id and p.video_id = c.id
       where not exists (select from chosen v where ${PLACE} = p.place_id)
    )`
}

export async function countFurther(
  tx: Transaction<Schema>,
  userId: string,
  list: string | undefined,
): Promise<Count> {
  const { rows } = await sql<Count>`
    ${furtherOf(userId, list)}
    select count(distinct place_id)::int as places,
           count(distinct place_id) filter (where lat + lng is not null)::int as "onMap" from further`.execute(
    tx,
  )
  return rows[0] ?? { places: 0, onMap: 0 }
}

interface FurtherWanted extends Pick<PlacesWanted, 'names'> {
  readonly list: string | undefined
  /** The place after which to go on. */
  readonly after: string
}

/** The next places that are only the second or a later one of their videos. Row security applies. */
export async function furtherPlaces(
  tx: Transaction<Schema>,
  userId: string,
  { list, names, after }: FurtherWanted,
): Promise<readonly ExportedPlace[]> {
  const { rows } = await sql<ExportedPlace>`
    ${furtherOf(userId, list)}
    select f.place_id as id, (array_agg(f.name order by f.added_at desc))[1] as name,
           (array_agg(f.address order by f.added_at desc))[1] as address, max(f.lat) as lat, max(f.lng) as lng,
           nullif((array_agg(array_to_string(f.cuisine, ', ') order by f.added_at desc))[1], '') as cuisine,
           null as phone, null as website, max(own.note) as note,
           coalesce(max(own.visited_on)::text[], '{}') as visited,
           array_agg(f.video_url order by f.added_at desc) as videos,
           array(select distinct ${listNames(names)}
                   from further o join list_videos held on held.video_id = o.video_id
                   join video_lists l on l.id = held.list_id
                  where o.place_id = f.place_id and l.user_id = ${userId}) as lists
      from further f left join user_places own on own.user_id = ${userId} and own.place_id = f.place_id
     where f.place_id collate "C" > ${after}
     group by f.place_id order by f.place_id collate "C" limit ${PLACES_AT_ONCE}`.execute(tx)
  return rows
}

/** Whether the reader may see the list. */
export async function isListReadable(tx: Transaction<Schema>, list: string): Promise<boolean> {
  const row = await tx.selectFrom('video_lists').select('id').where('id', '=', list).executeTakeFirst()
  return row !== undefined
}
