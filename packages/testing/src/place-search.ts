import { distanceKm } from '@antojo/domain/distance'
import { editDistance } from '@antojo/domain/spelling/edit-distance'
import { nameKey } from '@antojo/domain/text'

/** A place in a provider's data. */
export interface KnownPlace {
  readonly name: string
  readonly address?: string | undefined
  readonly city?: string | undefined
  readonly region?: string | undefined
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined
  readonly lat: number
  readonly lng: number
  readonly categories: readonly string[]
  readonly phone?: string | undefined
}

/** The preferred circle of a search; its radius is in metres. */
interface Bias {
  readonly lat: number
  readonly lng: number
  readonly radius: number
}

/** Finds the places that a text query means, best first. */
export type PlaceSearch = (query: string, options: { bias?: Bias; limit: number }) => KnownPlace[]

interface Entry {
  readonly place: KnownPlace
  readonly nameTerms: readonly string[]
}

/** The weight of a term by its field. */
const WEIGHTS = { name: 3, address: 1.5, city: 1, region: 0.5, country: 0.5 }
/** A word in more places than this does not find places by itself. */
const MAX_SEEDS = 20_000
/** The share of terms that may be missing when no place has all. */
const MISSING_SHARE = 0.34
const EDITED_WEIGHT = 0.6

const termsOf = (text: string | undefined): string[] =>
  nameKey(text ?? '')
    .split(' ')
    .filter(Boolean)

/** Joins neighbouring words: "D'Buey" is found by 'dbuey' and by 'd buey'. */
const joined = (terms: readonly string[]): string[] =>
  terms.slice(1).map((term, i) => `${terms[i] ?? ''}${term}`)

/**
 * A text search like those of Photon and similar services: places with all words first, else some may be missing or
 * misspelt by a letter or two. Rare words, words of the name and places near the bias come first.
 */
export function createPlaceSearch(places: readonly KnownPlace[]): PlaceSearch {
  const entries = places.map((place): Entry => ({ place, nameTerms: termsOf(place.name) }))
  const index = createTermIndex(entries)
  return (query, { bias, limit }) => {
    const terms = [...new Set(termsOf(query))]
    const strict = matching(index, terms, 0)
    const found =
      strict.size > 0 ? strict : matching(index, terms, Math.floor(terms.length * MISSING_SHARE), true)
    return [...found]
      .flatMap(([at, score]) => {
        const entry = entries[at]
        if (entry === undefined) return []
        const value = score * wholeness(index, entry, terms) * nearness(entry.place, bias)
        return [{ at, place: entry.place, value }]
      })
      .toSorted((a, b) => b.value - a.value || a.at - b.at)
      .slice(0, limit)
      .map(({ place }) => place)
  }
}

interface TermIndex {
  readonly postings: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** The inverse document frequency of a term. */
  readonly idf: (term: string) => number
  readonly similar: (term: string) => readonly string[]
}

function createTermIndex(entries: readonly Entry[]): TermIndex {
  const postings = postingsOf(entries)
  return {
    postings,
    idf: (term) => Math.log(1 + entries.length / (postings.get(term)?.size ?? 1)),
    similar: similarTerms([...postings.keys()]),
  }
}

/** Places with all terms but a few, each with its score. */
function matching(
  index: TermIndex,
  terms: readonly string[],
  maxMissing: number,
  isLenient = false,
): Map<number, number> {
  const scores = terms.map((term, i) => {
    const pairs = [`${terms[i - 1] ?? ''}${term}`, `${term}${terms[i + 1] ?? ''}`].filter(
      (pair) => pair !== term,
    )
    const edited = isLenient ? index.similar(term) : []
    return termScores(index, [
      { term, weight: 1 },
      ...pairs.map((pair) => ({ term: pair, weight: 0.5 })),
      ...edited.map((other) => ({ term: other, weight: EDITED_WEIGHT })),
    ])
  })
  const sums = new Map<number, { score: number; count: number }>()
  for (const own of scores.toSorted((a, b) => a.size - b.size))
    for (const [at, value] of own) {
      const known = sums.get(at)
      if (known === undefined && own.size > MAX_SEEDS) continue
      sums.set(at, { score: (known?.score ?? 0) + value, count: (known?.count ?? 0) + 1 })
    }
  const least = terms.length - maxMissing
  return new Map(
    [...sums].flatMap(([at, { score, count }]) => (count >= least ? [[at, score] as const] : [])),
  )
}

/** The score of a term or its best variant in each place. */
function termScores(
  { postings, idf }: TermIndex,
  variants: readonly { readonly term: string; readonly weight: number }[],
): Map<number, number> {
  const own = new Map<number, number>()
  for (const { term, weight } of variants)
    for (const [at, field] of postings.get(term) ?? []) {
      const value = field * idf(term) * weight
      if ((own.get(at) ?? 0) < value) own.set(at, value)
    }
  return own
}

/** How completely the query contains the name, so that a whole name comes before longer ones. */
function wholeness({ idf }: TermIndex, { nameTerms }: Entry, terms: readonly string[]): number {
  const said = new Set([...terms, ...joined(terms)])
  const bits = (list: readonly string[]): number => list.reduce((sum, term) => sum + idf(term), 0)
  return 1 + bits(nameTerms.filter((term) => said.has(term))) / Math.max(1, bits(nameTerms))
}

function nearness(place: KnownPlace | undefined, bias: Bias | undefined): number {
  if (place === undefined || bias === undefined) return 1
  return 1 + Math.exp(-(distanceKm(place, bias) * 1000) / Math.max(bias.radius, 1000))
}

/** For each term, the numbers of the places that have it, with the highest weight among their fields. */
function postingsOf(entries: readonly Entry[]): Map<string, Map<number, number>> {
  const postings = new Map<string, Map<number, number>>()
  const add = (at: number, terms: readonly string[], weight: number): void => {
    for (const term of terms) {
      const known = postings.get(term) ?? new Map<number, number>()
      postings.set(term, known)
      if ((known.get(at) ?? 0) < weight) known.set(at, weight)
    }
  }
  const countries = new Map<string, string[]>()
  entries.forEach(({ place, nameTerms }, at) => {
    add(at, [...nameTerms, ...joined(nameTerms)], WEIGHTS.name)
    add(at, termsOf(place.address), WEIGHTS.address)
    add(at, termsOf(place.city), WEIGHTS.city)
    add(at, termsOf(place.region), WEIGHTS.region)
    const code = place.country ?? ''
    const names = countries.get(code) ?? countryTerms(code)
    countries.set(code, names)
    add(at, names, WEIGHTS.country)
  })
  return postings
}

function countryTerms(code: string): string[] {
  if (!/^[A-Z]{2}$/.test(code)) return []
  const names = ['es', 'en'].map((language) => new Intl.DisplayNames(language, { type: 'region' }).of(code))
  return names.flatMap(termsOf)
}

/** Finds terms with the same first letter that differ by a letter or two. */
function similarTerms(terms: readonly string[]): (term: string) => string[] {
  const byStart = Map.groupBy(terms, (term) => term.slice(0, 1))
  return (term) => {
    if (term.length < 3 || /\d/.test(term)) return []
    const limit = term.length < 6 ? 1 : 2
    return (byStart.get(term.slice(0, 1)) ?? []).filter(
      (other) => other !== term && editDistance(term, other, limit) <= limit,
    )
  }
}
