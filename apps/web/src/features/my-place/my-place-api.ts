import { z } from 'zod'
import { fetchListsOfVideo } from '../../entities/list/lists-api.ts'
import { listOf, rowsOf, textsIn, type Rest } from '../../lib/api/rest.ts'
import type { Video } from '../../entities/video/video.ts'

/** A person's notes on a place, the same for all videos that show it. */
export interface MyPlace {
  readonly want: boolean
  /** Days as YYYY-MM-DD, the latest first. */
  readonly visits: readonly string[]
  /** 0.5–5; null without a rating. */
  readonly rating: number | null
  readonly note: string
}

export const EMPTY_MY_PLACE: MyPlace = { want: false, visits: [], rating: null, note: '' }

const row = z.object({
  want: z.boolean(),
  visited_on: z.array(z.string()),
  own_rating: z.number().nullable(),
  note: z.string().nullable(),
})

export async function fetchMyPlace(rest: Rest, userId: string, placeId: string): Promise<MyPlace> {
  const [found] = listOf(
    await rest
      .from('user_places')
      .select('want,visited_on,own_rating,note')
      .match({ user_id: userId, place_id: placeId })
      .limit(1),
  )
  if (found === undefined) return EMPTY_MY_PLACE
  const read = row.parse(found)
  return {
    want: read.want,
    visits: read.visited_on.toSorted().toReversed(),
    rating: read.own_rating,
    note: read.note ?? '',
  }
}

/**
 * The id under which the notes on a video's place are kept. A place that no index has is known by one of its videos: this
 * one, or while it has no notes another that has.
 */
export async function placeIdOf(rest: Rest, { id, userId, place }: Video): Promise<string> {
  if (place.id !== null || place.key === null) return place.id ?? id
  const twins = await rest.from('videos').select('id').match({ user_id: userId, place_key: place.key })
  const noted = await rest
    .from('user_places')
    .select('place_id')
    .eq('user_id', userId)
    .in('place_id', textsIn(listOf(twins), 'id'))
    .order('created_at')
  const ids = textsIn(listOf(noted), 'place_id')
  return ids.includes(id) ? id : (ids[0] ?? id)
}

/** Saves what changed and leaves the rest of the row, which another screen may have changed. */
export async function saveMyPlace(
  rest: Rest,
  who: { readonly userId: string; readonly placeId: string; readonly placeName: string | null },
  { want, visits, rating, note }: Partial<MyPlace>,
): Promise<void> {
  const saved = {
    user_id: who.userId,
    place_id: who.placeId,
    place_name: who.placeName,
    ...(want !== undefined && { want }),
    ...(visits !== undefined && { visited_on: visits }),
    ...(rating !== undefined && { own_rating: rating }),
    ...(note !== undefined && { note: note.trim() === '' ? null : note.trim() }),
  }
  rowsOf(await rest.from('user_places').upsert(saved, { onConflict: 'user_id,place_id' }).select('place_id'))
}

const entry = z.object({ id: z.string(), kind: z.string() })

/** The built-in lists, and whether each holds the video's place. */
export async function fetchBuiltIn(
  rest: Rest,
  userId: string,
  videoId: string,
): Promise<ReadonlyMap<string, { readonly listId: string; readonly has: boolean }>> {
  const [lists, holding] = await Promise.all([
    rest.from('video_lists').select('id,kind').eq('user_id', userId).neq('kind', 'custom'),
    fetchListsOfVideo(rest, videoId),
  ])
  const rows = listOf(lists).map((found) => entry.parse(found))
  return new Map(rows.map(({ id, kind }) => [kind, { listId: id, has: holding.has(id) }]))
}
