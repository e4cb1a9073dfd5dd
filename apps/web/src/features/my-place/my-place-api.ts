import { z } from 'zod'
import { fetchListsOfVideo } from '../../entities/list/lists-api.ts'
import { listOf, rowsOf, textsIn, type Rest } from '../../lib/api/rest.ts'
import type { Video } from '../../entities/video/video.ts'

/** A person's notes on a place, the same for all videos that show it. */
export interface MyPlace {
  /** The id under which they are kept. */
  readonly placeId: string
  readonly want: boolean
  /** Days as YYYY-MM-DD, the latest first. */
  readonly visits: readonly string[]
  /** 0.5–5; null without a rating. */
  readonly rating: number | null
  readonly note: string
}

export const EMPTY_MY_PLACE: MyPlace = { placeId: '', want: false, visits: [], rating: null, note: '' }

const row = z.object({
  place_id: z.string(),
  want: z.boolean(),
  visited_on: z.array(z.string()),
  own_rating: z.number().nullable(),
  note: z.string().nullable(),
})

/** A place that no index has is known by one of its videos: this one, or while it has no notes another that has. */
export async function fetchMyPlace(rest: Rest, userId: string, { id, place }: Video): Promise<MyPlace> {
  const placeId = place.id ?? id
  const twins =
    place.id === null && place.key !== null
      ? listOf(await rest.from('videos').select('id').match({ user_id: userId, place_key: place.key }))
      : []
  const found = await rest
    .from('user_places')
    .select('place_id,want,visited_on,own_rating,note')
    .eq('user_id', userId)
    .in('place_id', [placeId, ...textsIn(twins, 'id')])
    .order('created_at')
  const rows = listOf(found).map((each) => row.parse(each))
  const read = rows.find((each) => each.place_id === placeId) ?? rows[0]
  if (read === undefined) return { ...EMPTY_MY_PLACE, placeId }
  return {
    placeId: read.place_id,
    want: read.want,
    visits: read.visited_on.toSorted().toReversed(),
    rating: read.own_rating,
    note: read.note ?? '',
  }
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
