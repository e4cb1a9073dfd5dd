import type { Tx } from '@antojo/db/database'
import type { Schema } from '@antojo/db/schema'
import type { Place } from '@antojo/places/place'
import type { Platform } from '@antojo/domain/platforms/platform'
import { type Insertable, sql, type Updateable } from 'kysely'

type Columns = Updateable<Schema['videos']>

export type PostColumns = Required<
  Pick<Columns, 'title' | 'description' | 'creator_name' | 'provider_thumbnail_url' | 'thumbnail_url'>
>
/** The columns that a place gives a row: every column named `restaurant_…` or `enrich_place_…`, and these. */
export type PlaceColumns = Required<
  Pick<
    Columns,
    | Extract<keyof Columns, `restaurant_${string}` | `enrich_place_${string}`>
    | 'user_ratings_total'
    | 'diet_tags'
    | 'google_maps_url'
    | 'open_now'
    | 'opening_hours_weekday_text'
    | 'opening_hours'
    | 'time_zone'
    | 'enrich_confidence'
  >
>
export type NewPlace = Omit<
  Insertable<Schema['video_places']>,
  'user_id' | 'video_id' | 'position' | 'created_at'
>

/** A row as JSON, in the format of the data API. */
export const wholeRow = sql`to_jsonb(videos.*)`

export async function languageOf(tx: Tx, userId: string): Promise<'es' | 'en'> {
  const { rows } = await sql<{ language: 'es' | 'en' }>`
    select language from user_settings where user_id = ${userId}`.execute(tx)
  return rows[0]?.language ?? 'es'
}

/** The person's search radius in kilometres; undefined without settings. */
export async function searchRadiusOf(tx: Tx, userId: string): Promise<number | undefined> {
  const { rows } = await sql<{ radius: number }>`
    select radius_km as radius from user_settings where user_id = ${userId}`.execute(tx)
  return rows[0]?.radius
}

export interface VideoToSave {
  /** Chosen by the caller, so that a repeated save is recognised. */
  readonly id: string
  readonly userId: string
  readonly platform: Platform
  readonly videoUrl: string
  readonly canonicalUrl: string
  readonly analysisId: string | null
  readonly decision: 'accepted' | 'confirmed'
  readonly queriesUsed: readonly string[]
  readonly cityHint: string | null
  readonly suggestions: readonly unknown[]
  readonly post: PostColumns
  readonly place: PlaceColumns
  readonly places: readonly NewPlace[]
  /** True for a later try, which leaves its row in position; a person's own action moves the row to the top. */
  readonly staysInPlace: boolean
}

export interface SavedVideo {
  readonly id: string
  readonly row: unknown
}

/** Locks a row while it is open; false when it was identified or deleted in the meantime. */
export async function lockOpenRow(
  tx: Tx,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from videos
     where user_id = ${userId} and id = ${id} and identify_state <> 'identified' for update`.execute(tx)
  return rows.length > 0
}

/** Assignments that keep the value of a post's column when the new reading has none. */
export function coalescedPost(post: PostColumns) {
  return {
    title: sql<string | null>`coalesce(${post.title}, videos.title)`,
    description: sql<string | null>`coalesce(${post.description}, videos.description)`,
    creator_name: sql<string | null>`coalesce(${post.creator_name}, videos.creator_name)`,
    provider_thumbnail_url: sql<
      string | null
    >`coalesce(${post.provider_thumbnail_url}, videos.provider_thumbnail_url)`,
    thumbnail_url: sql<string | null>`coalesce(${post.thumbnail_url}, videos.thumbnail_url)`,
  }
}

/**
 * Saves a video once for each person and post. An existing row gets the new answer and moves to the top. Columns of the
 * post keep their value when the new reading has none.
 */
export async function saveVideo(tx: Tx, video: VideoToSave): Promise<SavedVideo> {
  const answer = {
    ...video.place,
    // The analysis may have been deleted as too old; the lock keeps it until this row refers to it.
    analysis_id: sql<
      string | null
    >`(select id from analyses where id = ${video.analysisId}::uuid for key share)`,
    decision: video.decision,
    evidence_queries_used: JSON.stringify(video.queriesUsed),
    evidence_city_hint: video.cityHint,
    enrich_suggestions: JSON.stringify(video.suggestions),
    enrich_state: 'pending',
    enrich_progress: 0,
  } as const
  const inserted = await tx
    .insertInto('videos')
    .values({
      id: video.id,
      user_id: video.userId,
      platform: video.platform,
      video_url: video.videoUrl,
      canonical_url: video.canonicalUrl,
      ...video.post,
      ...answer,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'canonical_url']).doUpdateSet({
        ...answer,
        ...(!video.staysInPlace && { created_at: sql<string>`clock_timestamp()` }),
        ...coalescedPost(video.post),
      }),
    )
    .returning(['id', wholeRow.as('row')])
    .executeTakeFirstOrThrow()
  const ofVideo = { user_id: video.userId, video_id: inserted.id }
  if (inserted.id !== video.id)
    await sql`
      delete from video_places
       where user_id = ${ofVideo.user_id} and video_id = ${ofVideo.video_id}`.execute(tx)
  const places = video.places.map((place, position) => ({ ...place, ...ofVideo, position }))
  if (places.length > 0) await tx.insertInto('video_places').values(places).execute()
  return inserted
}

/** A place of a row with the facts that are stored of it; null when the row does not have it, or only its id. */
export async function readStoredPlace(
  tx: Tx,
  { userId, id }: { readonly userId: string; readonly id: string },
  placeId: string,
): Promise<Place | null> {
  const { rows } = await sql<{ place: Place }>`
    select jsonb_strip_nulls(jsonb_build_object(
             'source', split_part(place_id, ':', 1), 'sourceId', substr(place_id, strpos(place_id, ':') + 1),
             'name', p.name, 'lat', p.lat, 'lng', p.lng, 'address', p.address, 'city', p.location,
             'categories', '[]'::jsonb, 'cuisine', p.cuisine, 'phone', v.restaurant_phone,
             'website', v.restaurant_website, 'openingHours', v.opening_hours, 'timeZone', v.time_zone,
             'rating', v.restaurant_rating, 'ratingCount', v.user_ratings_total)) as place
      from video_places p
      left join videos v on v.user_id = p.user_id and v.id = p.video_id and v.enrich_place_id = p.place_id
     where p.user_id = ${userId} and p.video_id = ${id} and p.place_id = ${placeId} and p.lat is not null`.execute(
    tx,
  )
  return rows[0]?.place ?? null
}

export function loadForEnrichment(tx: Tx, userId: string, id: string) {
  return tx
    .selectFrom('videos')
    .leftJoin('user_settings', 'user_settings.user_id', 'videos.user_id')
    .selectAll('videos')
    .select('user_settings.language')
    .where('videos.user_id', '=', userId)
    .where('videos.id', '=', id)
    .executeTakeFirst()
}

/** Writes the changed columns; false, without a change, when the video now has another place or was deleted. */
export async function writeEnrichment(
  tx: Tx,
  of: { userId: string; id: string; placeId: string | null },
  changed: Columns,
): Promise<boolean> {
  const result = await tx
    .updateTable('videos')
    .set(changed)
    .where('user_id', '=', of.userId)
    .where('id', '=', of.id)
    .where('enrich_place_id', 'is not distinct from', of.placeId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
