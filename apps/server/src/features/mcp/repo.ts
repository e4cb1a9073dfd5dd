import type { Tx } from '@antojo/db/database'
import { sql } from 'kysely'

/** A saved video with its place, with the facts of its card. */
export interface SavedPlace {
  readonly id: string
  readonly place_id: string | null
  readonly name: string
  readonly address: string | null
  readonly lat: number | null
  readonly lng: number | null
  readonly cuisine: string | null
  readonly price: string | null
  readonly rating: number | null
  readonly phone: string | null
  readonly website: string | null
  readonly dish: string | null
  readonly hours_osm: string | null
  readonly hours_lines: unknown
  readonly open_then: boolean | null
  readonly time_zone: string | null
  /** Null when nobody says that it closed for good. */
  readonly closed: boolean | null
  readonly video_url: string
  readonly title: string | null
  readonly note: string | null
  readonly visited: readonly string[] | null
}

/** The most rows that one search reads; filters that only this process can evaluate are applied to them. */
const MAX_SEARCHED = 1000

const COLUMNS = sql`v.id, v.enrich_place_id as place_id, coalesce(v.restaurant_name, v.enrich_place_name) as name,
  coalesce(v.restaurant_address, v.enrich_place_address, v.restaurant_location) as address,
  v.enrich_place_lat as lat, v.enrich_place_lng as lng, v.restaurant_cuisine as cuisine,
  v.restaurant_price_range as price, v.restaurant_rating as rating, v.restaurant_phone as phone,
  v.restaurant_website as website, v.extracted_dish_name as dish, v.opening_hours as hours_osm,
  v.opening_hours_weekday_text as hours_lines, v.open_now as open_then, v.time_zone, v.video_url, v.title,
  (own.news -> 'closed')::boolean as closed, own.note, own.visited_on::text[] as visited`

const OWN_NOTES = sql`left join user_places own on own.user_id = v.user_id and own.place_id = v.enrich_place_id`

export interface Wanted {
  readonly userId: string
  /** The words of a search; empty matches everything. */
  readonly text: string
  readonly listId?: string | undefined
}

/**
 * The person's identified videos: the best matches first when there are words, else the newest. Row security applies.
 */
export async function readPlaces(tx: Tx, { userId, text, listId }: Wanted): Promise<readonly SavedPlace[]> {
  const source = text === '' ? sql`videos` : sql`search_videos(${text}) with ordinality`
  const order = text === '' ? sql`v.created_at desc` : sql`v.ordinality`
  const inList =
    listId === undefined
      ? sql`true`
      : sql`exists (select from list_videos l where l.list_id = ${listId} and l.video_id = v.id)`
  const { rows } = await sql<SavedPlace>`
    select ${COLUMNS} from ${source} v ${OWN_NOTES}
     where v.user_id = ${userId} and v.identify_state = 'identified' and not v.is_diagnostic
       and coalesce(v.restaurant_name, v.enrich_place_name) is not null and ${inList}
     order by ${order} limit ${MAX_SEARCHED}`.execute(tx)
  return rows
}

/** One of the person's videos; undefined for another person's. */
export async function readPlace(tx: Tx, userId: string, id: string): Promise<SavedPlace | undefined> {
  const { rows } = await sql<SavedPlace>`
    select ${COLUMNS} from videos v ${OWN_NOTES}
     where v.user_id = ${userId} and v.id = ${id} and v.identify_state = 'identified'`.execute(tx)
  return rows[0]
}

export interface OwnList {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly places: number
}

/** The person's own lists, the newest first. */
export async function readLists(tx: Tx, userId: string): Promise<readonly OwnList[]> {
  const { rows } = await sql<OwnList>`
    select l.id, l.name, l.kind, (select count(*) from list_videos e where e.user_id = l.user_id and e.list_id = l.id)::int as places
      from video_lists l where l.user_id = ${userId}
     order by l.created_at desc, l.id desc limit ${MAX_SEARCHED}`.execute(tx)
  return rows
}

export async function makeList(tx: Tx, userId: string, name: string): Promise<string> {
  const { id } = await tx
    .insertInto('video_lists')
    .values({ user_id: userId, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Adds the videos to one of the person's lists. Returns how many of them are the person's own; null when there is no
 * such list.
 */
export async function addToList(
  tx: Tx,
  {
    userId,
    listId,
    ids,
  }: { readonly userId: string; readonly listId: string; readonly ids: readonly string[] },
): Promise<number | null> {
  const { rows: lists } = await sql`
    select from video_lists where user_id = ${userId} and id = ${listId}`.execute(tx)
  if (lists.length === 0) return null
  const { rows: own } = await sql<{ id: string }>`
    select id from videos where user_id = ${userId} and id = any (${[...ids]}::uuid[])`.execute(tx)
  // Triggers fill in the other columns, which only the service may write.
  await sql`insert into list_videos (list_id, video_id)
    select ${listId}, unnest(${own.map(({ id }) => id)}::uuid[])
    on conflict (list_id, video_id) do nothing`.execute(tx)
  return own.length
}

export interface Visit {
  readonly userId: string
  readonly placeId: string
  readonly placeName: string
  /** The day as `YYYY-MM-DD`. */
  readonly day: string
  /** Undefined keeps the existing note. */
  readonly note: string | undefined
  readonly rating: number | undefined
}

/** Records a visit, at most once per day. */
export async function noteVisit(tx: Tx, visit: Visit): Promise<void> {
  const { userId, placeId, placeName, day, note, rating } = visit
  await sql`
    insert into user_places as own (user_id, place_id, place_name, visited_on, note, own_rating)
      values (${userId}, ${placeId}, ${placeName}, array[${day}::date], ${note ?? null}, ${rating ?? null})
    on conflict (user_id, place_id) do update set
      visited_on = case when ${day}::date = any (own.visited_on) then own.visited_on
                        else own.visited_on || ${day}::date end,
      note = coalesce(excluded.note, own.note),
      own_rating = coalesce(excluded.own_rating, own.own_rating),
      want = false`.execute(tx)
}
