import { isRecord } from '@antojo/domain/unknown-values'
import { useQuery } from '@tanstack/react-query'
import { listOf, type Rest } from '../../../lib/api/rest.ts'
import { useServices, useSession } from '../../../lib/services.tsx'

/** Marks of the person's own videos that are not in their rows. */
export interface CardMarks {
  /** Ids of the videos in a list other than the favourites. */
  readonly inLists: ReadonlySet<string>
  /** Number of further places that a video shows, by its id. */
  readonly morePlaces: ReadonlyMap<string, number>
}

/** The cache key of the marks. */
export const CARD_MARKS = ['card-marks']

const NONE: CardMarks = { inLists: new Set(), morePlaces: new Map() }

/** The marks of all cards, read at once after the cards are on the screen. */
export function useCardMarks(): CardMarks {
  const { rest } = useServices()
  const userId = useSession()?.user.id ?? ''
  const { data = NONE } = useQuery({
    queryKey: [...CARD_MARKS, userId],
    queryFn: () => fetchCardMarks(rest, userId),
    enabled: userId !== '',
  })
  return data
}

async function fetchCardMarks(rest: Rest, userId: string): Promise<CardMarks> {
  const [lists, places] = await Promise.all([
    rest.from('video_lists').select('list_videos(video_id)').eq('user_id', userId).neq('kind', 'favorites'),
    rest
      .from('video_places')
      .select('video_id')
      .eq('user_id', userId)
      .gt('position', 0)
      .order('created_at', { ascending: false }),
  ])
  const entries = listOf(lists).flatMap((list) =>
    isRecord(list) && Array.isArray(list['list_videos']) ? list['list_videos'] : [],
  )
  const morePlaces = new Map<string, number>()
  for (const id of listOf(places).flatMap(videoIdOf)) morePlaces.set(id, (morePlaces.get(id) ?? 0) + 1)
  return { inLists: new Set(entries.flatMap(videoIdOf)), morePlaces }
}

function videoIdOf(row: unknown): string[] {
  return isRecord(row) && typeof row['video_id'] === 'string' ? [row['video_id']] : []
}
