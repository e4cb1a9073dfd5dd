import type { TaughtName } from '@antojo/contract/corrections'
import type { Tx } from '@antojo/db/database'
import { sql } from 'kysely'
import { type Lesson, lessonKey } from '@antojo/identify/corrections/lessons'

/** The most lessons of one person; beyond that, the oldest are deleted. */
const MAX_LESSONS = 500
/** The most corrections read for one post, and the most of people who agree on one name. */
const MAX_CORRECTIONS_READ = 100
const MAX_READ_PER_NAME = 5

export interface FoundCorrection {
  readonly own: boolean
  readonly name: string
  readonly name_key: string
  readonly to_place_id: string
  readonly from_place_id: string | null
  readonly located_by: readonly string[]
}

/**
 * Corrections of names that the post may contain, by the person and by people who agree: own corrections and long names
 * first. `letters` are all letters and digits of the post. Accounts marked for deletion do not count.
 */
export async function findCorrections(
  tx: Tx,
  { userId, creator, letters }: { userId: string | null; creator: string; letters: string },
): Promise<readonly FoundCorrection[]> {
  const { rows } = await sql<FoundCorrection>`
    select own, name, name_key, to_place_id, from_place_id, located_by
      from (
        select *, row_number() over (partition by own, name_key, to_place_id order by created_at desc) as nth
          from (select *, user_id is not distinct from ${userId}::uuid as own from corrections) c
         where creator = ${creator} and name_key is not null and strpos(${letters}, name_key) > 0
           and user_id <> all ((select auth.users_to_delete())::uuid[])
           and (own or exists (
             select from app.name_votes v
              where v.creator = c.creator and v.name_key = c.name_key and v.to_place_id = c.to_place_id and v.is_agreed))
      ) as known
     where nth <= ${MAX_READ_PER_NAME}
     order by own desc, char_length(name_key) desc, created_at desc
     limit ${MAX_CORRECTIONS_READ}`.execute(tx)
  return rows
}

export interface NewCorrection {
  readonly userId: string
  readonly creator: string
  readonly creatorName: string
  readonly platform: string
  readonly canonicalUrl: string
  readonly lesson: Lesson
  readonly placeName: string
  readonly placeLocation: string | null
  /** Null when the correction applies to this person only. */
  readonly network: string | null
}

/** Writes a person's correction of a name, which replaces their earlier one. */
export async function writeCorrection(tx: Tx, correction: NewCorrection): Promise<void> {
  const { userId, creator, lesson, network } = correction
  const [rejected] = lesson.rejected
  await sql`
    insert into corrections (user_id, canonical_url, platform, creator_name, from_place_id, to_place_id, restaurant_name,
      restaurant_location, creator, name, name_key, located_by, network, is_established, video_id)
    select u.id, ${correction.canonicalUrl}, ${correction.platform}, ${correction.creatorName},
           ${rejected?.placeId ?? null}, ${lesson.placeId}, ${correction.placeName}, ${correction.placeLocation},
           ${creator}, ${lesson.name}, ${lessonKey(lesson.name)}, ${rejected?.locatedBy ?? []}::text[], ${network},
           u.created_at < now() - interval '1 day',
           (select v.id from videos v where v.user_id = u.id and v.canonical_url = ${correction.canonicalUrl})
      from users u where u.id = ${userId}
    on conflict (user_id, creator, name_key) where name_key is not null do update
      set canonical_url = excluded.canonical_url, video_id = excluded.video_id, creator_name = excluded.creator_name,
          from_place_id = excluded.from_place_id, to_place_id = excluded.to_place_id, name = excluded.name,
          restaurant_name = excluded.restaurant_name, restaurant_location = excluded.restaurant_location,
          located_by = excluded.located_by, network = excluded.network, is_established = excluded.is_established,
          created_at = now()`.execute(tx)
  await sql`
    delete from corrections where user_id = ${userId} and id in (
      select id from corrections where user_id = ${userId} and name_key is not null
       order by created_at desc offset ${MAX_LESSONS})`.execute(tx)
}

type Taught = Omit<TaughtName, 'taughtAt'> & { readonly taughtAt: Date }

/** The person's corrections that are lessons, newest first. */
export async function readTaught(tx: Tx, userId: string): Promise<readonly TaughtName[]> {
  const { rows } = await sql<Taught>`
    select id, name, creator_name as creator, platform, created_at as "taughtAt",
           json_build_object('id', to_place_id, 'name', restaurant_name, 'location', restaurant_location) as place,
           exists (
             select from app.name_votes v
              where v.creator = c.creator and v.name_key = c.name_key and v.to_place_id = c.to_place_id and v.is_agreed
           ) as "isAgreed"
      from corrections c
     where user_id = ${userId} and name_key is not null
     order by created_at desc, id`.execute(tx)
  return rows.map((row) => ({ ...row, taughtAt: row.taughtAt.toISOString() }))
}

/** False when the person has no such correction. */
export async function deleteTaught(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from corrections where user_id = ${userId} and id = ${id} and name_key is not null`.execute(tx)
  return numAffectedRows === 1n
}

export interface ChosenPost {
  readonly canonical_url: string
  readonly platform: string
  /** The texts of the stored analysis. */
  readonly texts: unknown
  /** The places that people chose for it. */
  readonly places: unknown
}

/**
 * Posts whose places people corrected, each by a lesson on which two independent people agree (`app.name_votes`), as
 * for answers, because the model applies to everybody. The query reads nothing about these people.
 */
export async function readChosenPosts(tx: Tx): Promise<readonly ChosenPost[]> {
  const { rows } = await sql<ChosenPost>`
    with choices as (
      select v.canonical_url, v.user_id, array_agg(p.place_id order by p.place_id) as ids,
             jsonb_agg(jsonb_build_object('id', p.place_id, 'name', p.name, 'lat', p.lat, 'lng', p.lng)
                       order by p.place_id) as places,
             bool_and(exists (
               select from corrections c join app.name_votes n using (creator, name_key, to_place_id)
                where c.canonical_url = v.canonical_url and c.to_place_id = p.place_id and n.is_agreed)) as is_agreed
        from videos v join video_places p on p.user_id = v.user_id and p.video_id = v.id
       where v.decision in ('confirmed', 'corrected') and p.lat is not null and p.lng is not null
         and v.user_id <> all ((select auth.users_to_delete())::uuid[])
       group by v.canonical_url, v.user_id),
    agreed as (
      select canonical_url, (array_agg(places order by user_id))[1] as places
        from choices group by canonical_url having count(distinct ids) = 1 and bool_and(is_agreed))
    select a.canonical_url, a.platform, a.evidence -> 'texts' as texts, c.places
      from agreed c join analyses a using (canonical_url)
     where a.state = 'done'
     order by a.canonical_url`.execute(tx)
  return rows
}
