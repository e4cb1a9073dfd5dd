import { nameKey } from '@antojo/domain/text'
import type { AreaMention } from '../areas/areas.ts'
import { searchAreas } from '../areas/search-areas.ts'
import type { Area } from '../name-index.ts'
import type { PostContext } from '../post-context.ts'
import type { Span } from '../text/spans.ts'
import { splitJoined } from '../text/split-joined.ts'
import type { NameGuess } from './name-guesses.ts'

/** A query that a person would type to find a place of a post. Each may cost money. */
export interface ProviderQuery {
  readonly text: string
  /** The area that is searched first. */
  readonly area?: Area
  /** The query without the city, which a provider may know under another name. */
  readonly unplaced?: string
}

/** The most queries about one place, and about a list of places. */
const MAX_QUERIES = 4
const MAX_LIST_QUERIES = 10
/** The lowest log-odds of words that are sent, and those in a list, of further queries, and of an address. */
const MIN_SCORE = -5
const MIN_LIST_SCORE = -1
const MIN_FURTHER_SCORE = -4
const ADDRESS_SCORE = 3
/** Smaller numbers often belong to something other than a house. */
const MIN_UNSURE_NUMBER = 100
/** The weight from which a post means an area. */
const MIN_AREA_WEIGHT = 0.35

/** Queries about a post, the most distinctive first; `further` ones are sent when the first do not decide. */
export interface ProviderQueries {
  readonly first: readonly ProviderQuery[]
  readonly further: readonly ProviderQuery[]
  /** The most queries that may be sent in all. */
  readonly max: number
}

/** The queries about a post. `isExplained` is true for words that a known place explains. */
export function providerQueries(
  names: readonly NameGuess[],
  context: PostContext,
  isExplained: (words: Pick<Span, 'text' | 'first' | 'last'>) => boolean,
): ProviderQueries {
  const minScore = context.list ? MIN_LIST_SCORE : MIN_SCORE
  const guesses = names.filter(({ span, score }) => score >= minScore && !isExplained(span))
  const addresses = context.addresses
    .filter(({ block, sure, number }) => !block && (sure || Number(number) >= MIN_UNSURE_NUMBER))
    .map(({ words }, i) => ({ words: lastPhrase(words), score: ADDRESS_SCORE - i }))
  const [area] = searchAreas(context.areas)
  const place = placeWords(context)
  const seen = new Set<string>()
  const queries = [...distinct(guesses), ...addresses]
    .toSorted((a, b) => b.score - a.score)
    .map(({ words, score }): ProviderQuery & { score: number } => {
      const [text, unplaced] = [withPlace(words, place), plain(words)]
      return { text, score, ...(area && { area }), ...(unplaced !== text && { unplaced }) }
    })
    .filter(({ text }) => !seen.has(text) && seen.add(text))
  const further = queries.slice(1).filter(({ score }) => score >= MIN_FURTHER_SCORE)
  return context.list
    ? { first: queries.slice(0, MAX_LIST_QUERIES), further: [], max: MAX_LIST_QUERIES }
    : { first: queries.slice(0, 1), further, max: MAX_QUERIES }
}

/** An address, without the end of the sentence before it. */
const lastPhrase = (words: string): string => words.split(/\.\s(?=\p{L}{4})/u).at(-1) ?? words

const plain = (words: string): string => words.replaceAll(/\s+/gu, ' ')

function withPlace(words: string, place: string): string {
  const text = plain(words)
  return place === '' || ` ${nameKey(text)} `.includes(` ${nameKey(place)} `) ? text : `${text}, ${place}`
}

/** How much an area of each kind helps to locate a place. */
const KIND_WEIGHT = { city: 1, neighbourhood: 0.7, region: 0.5, country: 0.4 }
/** Shorter names of areas are abbreviations. */
const SHORTEST_AREA = 5

const weigh = ({ weight, readings: [first] }: AreaMention): number =>
  first === undefined || first.entry.name === '' ? 0 : weight * KIND_WEIGHT[first.entry.kind]

/** The area that the post names, in the post's own words unless they are an abbreviation. */
function placeWords({ areas, rank }: PostContext): string {
  const best = areas.mentions
    .filter(({ weight }) => weight > MIN_AREA_WEIGHT)
    .toSorted((a, b) => weigh(b) - weigh(a))[0]
  const name = best?.readings[0]?.entry.name
  if (best === undefined || name === undefined) return ''
  const isName = nameKey(name).replaceAll(' ', '') === best.key.replaceAll(' ', '')
  return isName || best.key.length < SHORTEST_AREA ? name : splitJoined(best.key, rank, () => false)
}

/** The best guess of each group that shares words. */
function distinct(guesses: readonly NameGuess[]): NameGuess[] {
  const chosen: NameGuess[] = []
  for (const guess of guesses.toSorted((a, b) => b.score - a.score))
    if (!chosen.some((other) => sharesWords(guess, other))) chosen.push(guess)
  return chosen
}

function sharesWords(a: NameGuess, b: NameGuess): boolean {
  if (a.span.text === b.span.text && a.span.first <= b.span.last && b.span.first <= a.span.last) return true
  const [x, y] = [a.key.replaceAll(' ', ''), b.key.replaceAll(' ', '')]
  return x.includes(y) || y.includes(x)
}
