import { placeId, type PlaceFacts } from '@antojo/domain/places/place-facts'
import type { EvidenceText } from '@antojo/identify/evidence'
import type { Model } from '@antojo/identify/model/model'
import { resolvePlaces, type ResolveDeps } from '@antojo/identify/resolve'
import type { FeedPost } from '../../adapters/feeds/parse-feed.ts'

/** A place that a creator has shown, with the posts that show it, the newest first. */
export interface ShownPlace {
  readonly place: PlaceFacts
  /** The confidence of the surest post, 0–1. */
  readonly confidence: number
  readonly posts: readonly ShowingPost[]
}

export interface ShowingPost extends FeedPost {
  /** The words of the post that name the place. */
  readonly words: string | null
}

export interface CreatorPlaces {
  /** The most recently shown places first. */
  readonly places: readonly ShownPlace[]
  /** Posts whose place is not sure enough for a map, the newest first. */
  readonly unsure: readonly FeedPost[]
  /** Cities that the unsure posts name, with the number of posts, the most frequent first. */
  readonly cities: readonly { readonly name: string; readonly posts: number }[]
}

type Deps = ResolveDeps & { readonly model: Model; readonly onPost?: (done: number) => void }

/**
 * A line that occurs in at least this many posts, and in this share of them, says nothing about one post: links,
 * sponsors, the creator's kitchen.
 */
const MIN_BOILERPLATE_POSTS = 4
const MIN_BOILERPLATE_SHARE = 0.25

/** Finds the places of a creator's posts from their texts and the place index. Only sure answers become places. */
export async function findCreatorPlaces(
  creator: string,
  posts: readonly FeedPost[],
  { onPost, ...deps }: Deps,
): Promise<CreatorPlaces> {
  const repeated = repeatedLines(posts)
  const places = new Map<string, { place: PlaceFacts; confidence: number; posts: ShowingPost[] }>()
  const unsure: FeedPost[] = []
  const cities = new Map<string, number>()
  for (const [index, post] of posts.toSorted(newestFirst).entries()) {
    const resolution = await resolvePlaces({ texts: textsOf(post, creator, repeated) }, deps)
    if (resolution.decision === 'accepted' && resolution.places.length > 0) {
      for (const { place, confidence, why } of resolution.places) {
        const id = placeId(place)
        const known = places.get(id) ?? { place, confidence, posts: [] }
        known.posts.push({ ...post, words: why[0]?.words ?? null })
        places.set(id, { ...known, confidence: Math.max(known.confidence, confidence) })
      }
    } else {
      unsure.push(post)
      const city = resolution.areas?.find(({ kind }) => kind === 'city')?.name
      if (city !== undefined) cities.set(city, (cities.get(city) ?? 0) + 1)
    }
    onPost?.(index + 1)
  }
  const byCount = [...cities].toSorted(([, a], [, b]) => b - a)
  return {
    places: [...places.values()],
    unsure,
    cities: byCount.map(([name, count]) => ({ name, posts: count })),
  }
}

function newestFirst(a: FeedPost, b: FeedPost): number {
  return (b.publishedAt?.getTime() ?? 0) - (a.publishedAt?.getTime() ?? 0)
}

function textsOf(post: FeedPost, creator: string, repeated: ReadonlySet<string>): EvidenceText[] {
  const description = linesOf(post.description)
    .filter((line) => !repeated.has(line))
    .join('\n')
  const texts: EvidenceText[] = [
    { source: 'title', text: post.title },
    { source: 'description', text: description },
    { source: 'creator', text: creator },
  ]
  return texts.filter(({ text }) => text !== '')
}

function repeatedLines(posts: readonly FeedPost[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { description } of posts)
    for (const line of new Set(linesOf(description))) counts.set(line, (counts.get(line) ?? 0) + 1)
  const min = Math.max(MIN_BOILERPLATE_POSTS, posts.length * MIN_BOILERPLATE_SHARE)
  return new Set([...counts].flatMap(([line, count]) => (count >= min ? [line] : [])))
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
