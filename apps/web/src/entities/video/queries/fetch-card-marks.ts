import { sanitizeSearch } from '@antojo/domain/search-text'
import { nameKey } from '@antojo/domain/text'
import { isRecord } from '@antojo/domain/unknown-values'
import { listOf, rowsOf, strings, textsIn, type Rest } from '../../../lib/api/rest.ts'
import { pendingDeletions } from '../../../lib/storage/deletions.ts'

/** Marks of the person's own videos that are not in their rows. */
export interface CardMarks {
  /** Ids of the videos whose place is in a list other than the favourites. */
  readonly inLists: ReadonlySet<string>
  /** Ids of the videos whose place was visited. */
  readonly visited: ReadonlySet<string>
  /** The further places that a video shows, by its id. */
  readonly morePlaces: ReadonlyMap<string, MorePlacesOf>
  /** How many videos show a place, by its key, when several do. */
  readonly counts: ReadonlyMap<string, number>
}

export interface MorePlacesOf {
  readonly n: number
  /** The name of the first of them that the search found; null without one. */
  readonly found: string | null
}

export async function fetchCardMarks(rest: Rest, userId: string, text: string): Promise<CardMarks> {
  const [read, places, counted] = await Promise.all([
    rest.from('video_lists').select('kind,place_videos').eq('user_id', userId).neq('kind', 'favorites'),
    rest
      .from('video_places')
      .select('video_id,name,location,address')
      .eq('user_id', userId)
      .gt('position', 0)
      .order('created_at', { ascending: false })
      .order('position'),
    rest.rpc('place_counts', { without: pendingDeletions() }),
  ])
  const lists = listOf(read).filter(isRecord)
  const idsIn = (those: typeof lists) => new Set(those.flatMap((list) => strings(list['place_videos'])))
  const visited = idsIn(lists.filter(({ kind }) => kind === 'visited'))
  const words = nameKey(sanitizeSearch(text)).split(' ').filter(Boolean)
  const morePlaces = new Map<string, MorePlacesOf>()
  for (const row of listOf(places)) {
    for (const id of textsIn([row], 'video_id')) {
      const { n, found } = morePlaces.get(id) ?? { n: 0, found: null }
      morePlaces.set(id, { n: n + 1, found: found ?? nameIfFound(row, words) })
    }
  }
  const counts = new Map(Object.entries(rowsOf<Record<string, number>>(counted)))
  return { inLists: idsIn(lists), visited, morePlaces, counts }
}

/** The name of a place that has all the words, as the database finds it. */
function nameIfFound(row: unknown, words: readonly string[]): string | null {
  if (!isRecord(row) || typeof row['name'] !== 'string' || words.length === 0) return null
  const key = nameKey([row['name'], row['location'], row['address']].filter(Boolean).join(' '))
  return words.every((word) => key.includes(word)) ? row['name'] : null
}
