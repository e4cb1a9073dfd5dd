import { nameKey } from '@antojo/domain/text'
import type { AreaMention } from '../areas/areas.ts'
import { searchAreas } from '../areas/search-areas.ts'
import type { Area } from '../name-index.ts'
import type { PostContext } from '../post-context.ts'
import type { Span } from '../text/spans.ts'
import { nameGuesses, type NameGuess } from './name-guesses.ts'

/** What a person would type to find a place of a post. Each may cost money. */
export interface ProviderQuery {
  readonly text: string
  /** Where it is searched first. */
  readonly area?: Area
}

/** Queries about one place, and about a list of places. */
const MAX_QUERIES = 4
const MAX_LIST_QUERIES = 10
/** Scores from which words are requested, and those of an address. */
const MIN_SCORE = 3.5
const SURE_ADDRESS = 6.5
const UNSURE_ADDRESS = 4.5
/** From this weight on a post means an area. */
const MIN_AREA_WEIGHT = 0.25

/** The queries about a post, the most telling first. `isExplained` is true of words that a known place explains. */
export function providerQueries(
  spans: readonly Span[],
  context: PostContext,
  isExplained: (words: Pick<Span, 'text' | 'first' | 'last'>) => boolean,
): ProviderQuery[] {
  const guesses = nameGuesses(spans, context).filter(
    (guess) => guess.score >= MIN_SCORE && !isExplained(guess),
  )
  const open = distinct(guesses)
  const addresses = context.addresses
    .filter(({ block }) => !block)
    .map(({ words, sure }) => ({ words, score: sure ? SURE_ADDRESS : UNSURE_ADDRESS }))
  const [area] = searchAreas(context.areas)
  const place = placeWords(context)
  const ranked = [...open, ...addresses].toSorted((a, b) => b.score - a.score)
  const texts = ranked.map(({ words }) => withPlace(words, place))
  const [first] = ranked
  // A provider may know the place under another name of its city, or of a part of it.
  if (!context.list && area !== undefined && first !== undefined) texts.splice(1, 0, plain(first.words))
  return [...new Set(texts)]
    .slice(0, context.list ? MAX_LIST_QUERIES : MAX_QUERIES)
    .map((text) => ({ text, ...(area && { area }) }))
}

const plain = (words: string): string => words.replaceAll(/\s+/gu, ' ')

function withPlace(words: string, place: string): string {
  const text = plain(words)
  return place === '' || ` ${nameKey(text)} `.includes(` ${nameKey(place)} `) ? text : `${text}, ${place}`
}

/** How much an area of each kind says where a place is. */
const KIND_WEIGHT = { city: 1, neighbourhood: 0.7, region: 0.5, country: 0.4 }
/** Shorter names of areas are codes. */
const SHORTEST_AREA = 5

const weigh = ({ weight, readings: [first] }: AreaMention): number =>
  first === undefined || first.entry.name === '' ? 0 : weight * KIND_WEIGHT[first.entry.kind]

/** The area that the post names, in its own words where it writes them out. */
function placeWords({ areas }: PostContext): string {
  const best = areas.mentions
    .filter(({ weight }) => weight > MIN_AREA_WEIGHT)
    .toSorted((a, b) => weigh(b) - weigh(a))[0]
  const name = best?.readings[0]?.entry.name
  if (best === undefined || name === undefined) return ''
  const isName = nameKey(name).replaceAll(' ', '') === best.key.replaceAll(' ', '')
  return isName || best.key.length < SHORTEST_AREA ? name : best.key
}

/** The best of guesses that share words. */
function distinct(guesses: readonly NameGuess[]): NameGuess[] {
  const chosen: NameGuess[] = []
  for (const guess of guesses.toSorted((a, b) => b.score - a.score))
    if (!chosen.some((other) => sharesWords(guess, other))) chosen.push(guess)
  return chosen
}

function sharesWords(a: NameGuess, b: NameGuess): boolean {
  if (a.text === b.text && a.first <= b.last && b.first <= a.last) return true
  const [x, y] = [a.key.replaceAll(' ', ''), b.key.replaceAll(' ', '')]
  return x.includes(y) || y.includes(x)
}
