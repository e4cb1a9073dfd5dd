import type { Schema } from '@antojo/db/schema'
import type { EnrichState } from '@antojo/domain/analysis'
import type { Platform } from '@antojo/domain/platforms/platform'
import { type Insertable, sql, type Transaction, type Updateable } from 'kysely'

type Tx = Transaction<Schema>
type Columns = Updateable<Schema['videos']>

export type PostColumns = Required<
  Pick<Columns, 'title' | 'description' | 'creator_name' | 'provider_thumbnail_url' | 'thumbnail_url'>
>
/** What a place gives a row: every column named `restaurant_…` or `enrich_place_…`, and these. */
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
const wholeRow = sql`to_jsonb(videos.*)`

export interface OwnVideo {
  readonly id: string
  readonly restaurant_name: string | null
  readonly enrich_place_id: string | null
  readonly enrich_confidence: number | null
  readonly enrich_state: EnrichState
}

export function findOwnVideo(tx: Tx, userId: string, canonicalUrl: string): Promise<OwnVideo | undefined> {
  return tx
    .selectFrom('videos')
    .select(['id', 'restaurant_name', 'enrich_place_id', 'enrich_confidence', 'enrich_state'])
    .where('user_id', '=', userId)
    .where('canonical_url', '=', canonicalUrl)
    .executeTakeFirst()
}

/** Makes the video the newest of the collection. */
export async function moveToTop(tx: Tx, userId: string, id: string): Promise<unknown> {
  const moved = await tx
    .updateTable('videos')
    .set({ created_at: sql`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(wholeRow.as('row'))
    .executeTakeFirst()
  return moved?.row
}

export async function languageOf(tx: Tx, userId: string): Promise<'es' | 'en'> {
  const row = await tx
    .selectFrom('user_settings')
    .select('language')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.language ?? 'es'
}

/** The person's search radius in kilometres; undefined without settings. */
export async function searchRadiusOf(tx: Tx, userId: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('user_settings')
    .select('radius_km')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.radius_km
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
}

export interface SavedVideo {
  readonly id: string
  readonly row: unknown
  /** The video was in the collection before. */
  readonly duplicate: boolean
}

/**
 * Saves a video once for each person and post. An existing row gets the new answer and moves to the top. Columns of the
 * post keep their value where the new reading has none.
 */
export async function saveVideo(tx: Tx, video: VideoToSave): Promise<SavedVideo> {
  const answer = {
    ...video.place,
    // The analysis may have been removed as too old; the lock keeps it until this row refers to it.
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
      conflict.columns(['user_id', 'canonical_url']).doUpdateSet((eb) => ({
        ...answer,
        created_at: sql`clock_timestamp()`,
        title: eb.fn.coalesce('excluded.title', 'videos.title'),
        description: eb.fn.coalesce('excluded.description', 'videos.description'),
        creator_name: eb.fn.coalesce('excluded.creator_name', 'videos.creator_name'),
        provider_thumbnail_url: eb.fn.coalesce(
          'excluded.provider_thumbnail_url',
          'videos.provider_thumbnail_url',
        ),
        thumbnail_url: eb.fn.coalesce('excluded.thumbnail_url', 'videos.thumbnail_url'),
      })),
    )
    .returning(['id', wholeRow.as('row')])
    .executeTakeFirstOrThrow()
  const duplicate = inserted.id !== video.id
  const of = { userId: video.userId, videoId: inserted.id }
  if (duplicate) await deletePlaces(tx, of)
  await insertPlaces(tx, of, video.places)
  return { ...inserted, duplicate }
}

interface OfVideo {
  readonly userId: string
  readonly videoId: string
}

async function deletePlaces(tx: Tx, { userId, videoId }: OfVideo): Promise<void> {
  await tx.deleteFrom('video_places').where('user_id', '=', userId).where('video_id', '=', videoId).execute()
}

async function insertPlaces(
  tx: Tx,
  { userId, videoId }: OfVideo,
  places: readonly NewPlace[],
): Promise<void> {
  if (places.length === 0) return
  await tx
    .insertInto('video_places')
    .values(places.map((place, position) => ({ ...place, user_id: userId, video_id: videoId, position })))
    .execute()
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

/** Writes the changed columns; false, without a change, when the video has another place by now or was deleted. */
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
