import { nameKey } from '@antojo/domain/text'
import type pg from 'pg'
import { distanceMetres } from '@antojo/domain/distance'
import { isSamePlace } from '@antojo/domain/places/same-place'
import { editDistance } from '@antojo/domain/spelling/edit-distance'
import { type LookupOptions, type Area } from '@antojo/identify/name-index'
import { placeId } from '@antojo/domain/places/place-facts'
import type { NameHit, PlaceLookup } from '../lookup.ts'
import { hitsOfKeys } from './name-query.ts'
import type { Place } from '../place.ts'
import { keysWithCompletion } from './token-queries.ts'

const MAX_WORDS = 8
const DEFAULT_LIMIT = 20

/** A place matches only when at least this share of the query's words is found. */
const MIN_COVERAGE = 0.5

/**
 * Search for people: words of the name, the city, the neighbourhood, the street or the cuisine, in any order, with an
 * unfinished last word and a typo in each word. Places of the area come first; if they are too few, others follow.
 */
export async function searchPlaces(
  lookup: PlaceLookup,
  pool: pg.Pool,
  query: string,
  options: LookupOptions,
): Promise<Place[]> {
  const words = nameKey(query.slice(0, 200)).split(' ').filter(Boolean).slice(0, MAX_WORDS)
  const limit = options.limit ?? DEFAULT_LIMIT
  if (words.length === 0) return []
  const near =
    options.area === undefined ? [] : await ranked(lookup, pool, { words, limit, area: options.area })
  if (near.length >= limit) return near.slice(0, limit)
  const anywhere = await ranked(lookup, pool, { words, limit })
  const places = new Map([...near, ...anywhere].map((place) => [placeId(place), place]))
  return [...places.values()].slice(0, limit)
}

interface Search {
  readonly words: readonly string[]
  readonly limit: number
  readonly area?: Area
}

async function ranked(lookup: PlaceLookup, pool: pg.Pool, search: Search): Promise<Place[]> {
  let scored = score(await spelledRight(lookup, pool, search), search)
  if (scored.length < Math.min(search.limit, 3)) {
    scored = [...scored, ...score(await misspelled(lookup, pool, search), search)]
  }
  const best = new Map<string, Scored>()
  for (const each of scored) {
    const id = placeId(each.place)
    if ((best.get(id)?.score ?? 0) < each.score) best.set(id, each)
  }
  const ordered = [...best.values()].toSorted((a, b) => b.score - a.score).map((each) => each.place)
  return ordered.filter((place, at) => !ordered.slice(0, at).some((other) => isSamePlace(place, other)))
}

async function spelledRight(lookup: PlaceLookup, pool: pg.Pool, search: Search): Promise<NameHit[]> {
  const { words, area } = search
  const narrowed = area === undefined ? {} : { area }
  const grams = words.flatMap((_word, start) =>
    words.slice(start).map((_end, index) => words.slice(start, start + index + 1).join(' ')),
  )
  const completed = keysWithCompletion(pool, words, 60).then((keys) =>
    hitsOfKeys(pool, keys, { ...narrowed, limit: 5 }),
  )
  const [exact, begun, partial] = await Promise.all([
    lookup.byKeys(grams, { ...narrowed, limitPerKey: 40 }),
    completed,
    ofRarestWord(lookup, search),
  ])
  return [...exact, ...begun, ...partial]
}

/** Finds names by the rarest word; the other words may be those of the city or the street. */
async function ofRarestWord(lookup: PlaceLookup, { words, area }: Search): Promise<NameHit[]> {
  if (words.length < 2) return []
  const { counts } = await lookup.tokenCounts(words)
  const known = words.filter((word) => counts.has(word))
  const [rarest] = known.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
  return rarest === undefined ? [] : lookup.byTokens([rarest], { ...(area && { area }), limit: 60 })
}

async function misspelled(lookup: PlaceLookup, pool: pg.Pool, search: Search): Promise<NameHit[]> {
  const { words, area } = search
  const narrowed = area === undefined ? {} : { area }
  const hits = await lookup.byTypo(words.join(' '), narrowed)
  const { counts } = await lookup.tokenCounts(words)
  const unknown = words.filter((word) => !counts.has(word))
  if (unknown.length === 0) return hits
  const similar = await lookup.similarWords(unknown)
  const corrected = words.map((word) => similar.get(word)?.[0] ?? word)
  return [...hits, ...(await spelledRight(lookup, pool, { ...search, words: corrected }))]
}

interface Scored {
  readonly place: Place
  readonly score: number
}

/** Orders by the share of the query's words found, then by the share of the name in the query, then by distance. */
function score(hits: readonly NameHit[], search: Search): Scored[] {
  return hits.flatMap(({ place, key, kind, similarity }) => {
    const nameWords = nameKey(place.name).split(' ')
    const known = kind === 'alias' ? [...nameWords, ...key.split(' ')] : nameWords
    const context = contextWords(place)
    const last = search.words.length - 1
    const matches = search.words.map((word, index) => wordScore(word, index === last, known, context))
    const coverage = matches.reduce((sum, match) => sum + match, 0) / search.words.length
    if (coverage < MIN_COVERAGE) return []
    const asked = nameWords.filter((word) => search.words.some((each) => isLike(each, word))).length
    const distance = search.area === undefined ? 0 : distanceMetres(place, search.area) / search.area.radius
    return [
      {
        place,
        score: coverage + 0.4 * (asked / nameWords.length) * similarity - 0.1 * Math.min(1, distance),
      },
    ]
  })
}

function wordScore(
  word: string,
  isLast: boolean,
  name: readonly string[],
  context: ReadonlySet<string>,
): number {
  if (name.includes(word)) return 1
  if (isLast && name.some((each) => each.startsWith(word))) return 0.95
  if (name.some((each) => isLike(word, each)) || isLike(word, name.join(''))) return 0.85
  if (context.has(word)) return 0.8
  return isLast && [...context].some((each) => each.startsWith(word)) ? 0.6 : 0
}

function isLike(word: string, other: string): boolean {
  return word === other || (word.length >= 4 && editDistance(word, other, 1) <= 1)
}

function contextWords(place: Place): ReadonlySet<string> {
  const facts = [
    place.city,
    place.neighbourhood,
    place.region,
    place.address,
    ...place.cuisine,
    ...place.categories,
  ]
  return new Set(facts.flatMap((fact) => (fact === undefined ? [] : nameKey(fact).split(' '))))
}
