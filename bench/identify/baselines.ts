import { nameKey } from '@antojo/domain/text'
import type { PlaceLookup } from '@antojo/places/lookup'
import type { Place } from '@antojo/places/place'
import type pg from 'pg'
import type { LabelledPost } from '@antojo/identify/eval/posts'

const wordsOf = (post: LabelledPost): string[] =>
  nameKey(
    [post.title, post.description, post.hashtags?.join(' '), post.ocr, post.transcript]
      .filter(Boolean)
      .join(' '),
  ).split(' ')

/** Naive baseline 1: full-text search of the names with all words of the post, rarest words weighing most; returns the best hit. */
export async function fullTextFirst(
  pool: pg.Pool,
  index: PlaceLookup,
  post: LabelledPost,
): Promise<Place | null> {
  const words = [...new Set(wordsOf(post))].filter((word) => word.length > 2)
  const { counts, total } = await index.tokenCounts(words)
  const usable = words.filter((word) => (counts.get(word) ?? 0) > 0 && (counts.get(word) ?? 0) < 2000)
  const { rows } = await pool.query<{ key: string }>(
    `select key from place_keys where string_to_array(key, ' ') && $1::text[] and whole limit 20000`,
    [usable],
  )
  const given = new Set(words)
  const score = (key: string): number => {
    const name = key.split(' ')
    const sum = name
      .filter((w) => given.has(w))
      .reduce((s, w) => s + Math.log((total + 1) / ((counts.get(w) ?? 0) + 1)), 0)
    return sum / Math.sqrt(name.length)
  }
  const best = rows.map(({ key }) => ({ key, score: score(key) })).toSorted((a, b) => b.score - a.score)[0]
  if (best === undefined) return null
  return (await index.byKeys([best.key], { limitPerKey: 1 }))[0]?.place ?? null
}

const CITY_BONUS = 10

/** Naive baseline 2: the longest name that the post contains word for word, with a bonus for its city. */
export async function longestExactName(index: PlaceLookup, post: LabelledPost): Promise<Place | null> {
  const words = wordsOf(post)
  const keys = new Set<string>()
  for (let first = 0; first < words.length; first++)
    for (let size = 1; size <= 6 && first + size <= words.length; size++)
      keys.add(words.slice(first, first + size).join(' '))
  const text = ` ${words.join(' ')} `
  const hits = await index.byKeys([...keys], { limitPerKey: 20 })
  const score = ({ key, place }: (typeof hits)[number]): number =>
    key.length + (place.city !== undefined && text.includes(` ${nameKey(place.city)} `) ? CITY_BONUS : 0)
  return hits.toSorted((a, b) => score(b) - score(a))[0]?.place ?? null
}
