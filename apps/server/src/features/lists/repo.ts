import type { Tx } from '@antojo/db/database'
import { sql } from 'kysely'
import type { NewPost } from '../feeds/service.ts'

export interface SharedList {
  readonly name: string
  readonly description: string | null
  readonly places: number
  /** The pictures of its first videos, at most four. */
  readonly covers: readonly string[]
}

export interface ListedPlace {
  readonly name: string
  readonly address: string | null
  readonly lat: number | null
  readonly lng: number | null
}

export interface Invited {
  readonly name: string
  readonly inviter: string | null
  readonly thumbnail: string | null
}

/** The list that an invitation is for, and who invites; null for a token that is not valid. */
export async function loadInvitation(tx: Tx, token: string): Promise<Invited | null> {
  const { rows } = await sql<Invited>`
    select name, creator_name as inviter, cover_images[1] as thumbnail from read_list_invite(${token})
  `.execute(tx)
  return rows[0] ?? null
}

/** The list, if the transaction's actor may open it by its id. */
export async function loadSharedList(tx: Tx, id: string): Promise<SharedList | null> {
  const { rows } = await sql<SharedList>`
    select name, description, video_count as places, cover_images as covers from read_list(${id}::uuid)
  `.execute(tx)
  return rows[0] ?? null
}

/** The named places of a list in its order, each once, if the transaction's actor may open it by its id. */
export async function listedPlaces(tx: Tx, id: string, max: number): Promise<readonly ListedPlace[]> {
  const { rows } = await sql<ListedPlace>`
    with shown as (
      select *, row_number() over () as n from read_list_videos(${id}::uuid)
    ), first as (
      select *, row_number() over (partition by coalesce(place_key, id::text) order by n) as of_place from shown
    )
    select coalesce(restaurant_name, enrich_place_name) as name,
           coalesce(restaurant_address, enrich_place_address, restaurant_location) as address,
           enrich_place_lat as lat, enrich_place_lng as lng
      from first
     where of_place = 1 and coalesce(restaurant_name, enrich_place_name) is not null
     order by n limit ${max}`.execute(tx)
  return rows
}

const MAX_NEW_POSTS = 50

/** The newest posts of a list with a named place, if the transaction's actor may open it by its id. */
export async function newestListed(tx: Tx, id: string): Promise<readonly NewPost[]> {
  const { rows } = await sql<NewPost>`
    select id, coalesce(restaurant_name, enrich_place_name) as name, title, video_url, created_at as since,
           coalesce(restaurant_address, enrich_place_address) as address,
           enrich_place_lat as lat, enrich_place_lng as lng
      from read_list_videos(${id}::uuid)
     where coalesce(restaurant_name, enrich_place_name) is not null
     order by created_at desc, id limit ${MAX_NEW_POSTS}`.execute(tx)
  return rows
}

interface NewReport {
  readonly list: string
  /** Its id in the list, as visitors see it. */
  readonly video: string
  readonly text: string
}

/** Reports that a list takes in a day, and holds until its owner resolves some. */
const MAX_REPORTS = { day: 20, waiting: 200 } as const

/** Keeps the report for the list's owner; no place when visitors do not see such a video in such a list. */
export async function addReport(
  tx: Tx,
  { list, video, text }: NewReport,
): Promise<'kept' | 'too_many' | 'no_place'> {
  const found = await sql<{ user_id: string; video_id: string }>`
    select e.user_id, e.video_id
      from read_list_videos(${list}::uuid) shown
      join videos v on v.canonical_url = shown.canonical_url
      join list_videos e on e.list_id = ${list}::uuid and e.video_id = v.id
     where shown.id = ${video}::uuid limit 1`.execute(tx)
  const [entry] = found.rows
  if (!entry) return 'no_place'
  // Without the lock, those who write at once would each see the number before the others.
  await sql`select pg_advisory_xact_lock(hashtext('list_reports'), hashtext(${list}))`.execute(tx)
  const { rows } = await sql<{ isFull: boolean }>`
    select count(*) >= ${MAX_REPORTS.waiting}
           or count(*) filter (where created_at > now() - interval '1 day') >= ${MAX_REPORTS.day} as "isFull"
      from list_reports where user_id = ${entry.user_id} and list_id = ${list}::uuid`.execute(tx)
  if (rows[0]?.isFull !== false) return 'too_many'
  await tx
    .insertInto('list_reports')
    .values({ ...entry, list_id: list, body: text })
    .execute()
  return 'kept'
}
