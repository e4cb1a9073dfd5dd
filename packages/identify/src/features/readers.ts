import type { AreaMention } from '../areas/areas.ts'
import type { Candidate } from '../candidates/candidate.ts'
import type { PostContext } from '../post-context.ts'
import { FOOD_WORDS, LANDMARK_WORDS, STOP_WORDS, VENUE_WORDS } from '../text/words.ts'
import type { GeoFeatures } from './geography.ts'
import { insideAddress } from './neighbouring-words.ts'
import type { ScoredHit } from './scored-hit.ts'
import type { StreetFeatures } from './street-evidence.ts'

/** A candidate as it is seen in its post. */
export interface Seen {
  readonly candidate: Candidate
  readonly context: PostContext
  /** The words that name it, the most distinctive first; none for a place found by its address alone. */
  readonly hits: readonly ScoredHit[]
  readonly best: ScoredHit | null
  readonly geo: GeoFeatures
  readonly street: StreetFeatures
  /** Whether the post names its cuisine, and whether its cuisine is known. */
  readonly cuisine: { readonly isShared: boolean; readonly isKnown: boolean }
}

const MAX_BITS = 36
export const tensOfBits = ({ bits }: ScoredHit): number => Math.min(bits, MAX_BITS) / 10
export const keyCountOf = ({ hit }: ScoredHit): number => Math.log2(Math.max(1, hit.keyCount))
export const wordsOf = ({ hit }: ScoredHit): readonly string[] => hit.span.key.split(' ')

/** The weight from which a post means an area, and from which it indicates the place's country or surroundings. */
export const SURE_AREA = 0.4
export const SOME_AREA = 0.3
/** The frequency lists hold 10,000 words each. */
export const MAX_RANK_BITS = Math.log2(10_000)
const MAX_LINE = 20

const value = (hit: ScoredHit): number => hit.bits * hit.coverage
/** The hits nearly as distinctive as the best one. */
export const distinctive = (best: ScoredHit, { hits }: Seen): readonly ScoredHit[] =>
  hits.filter((hit) => value(hit) >= 0.6 * value(best))
/** The words of the name that the post has, without generic ones. */
export const ownWords = ({ named: words }: ScoredHit): readonly string[] =>
  words.filter((word) => !STOP_WORDS.has(word) && !VENUE_WORDS.has(word))

/** Dishes and landmarks are at least as ordinary as a word of this value, even when no list has them. */
const KNOWN_KIND = 0.4

export function ordinaryOf(best: ScoredHit, { context }: Seen): number[] {
  return ownWords(best).map((word) => {
    const known = context.rank(word, true)
    const listed = known === undefined ? 0 : Math.max(0, 1 - Math.log2(known) / MAX_RANK_BITS)
    return FOOD_WORDS.has(word) || LANDMARK_WORDS.has(word) ? Math.max(KNOWN_KIND, listed) : listed
  })
}

/** How much it matters that other places share the name. */
export function commonOf(best: ScoredHit, { street, geo, context }: Seen): number {
  if (street.number > 0) return 0
  const isTold = street.street > 0 && Math.max(geo.geo, street.rareStreet) > 0.2 && !context.list
  return keyCountOf(best) * (isTold ? 0.2 : 1)
}

/** True for the whole name of several words that only one place has. */
export function isWholeAlone({ hit, coverage }: ScoredHit): boolean {
  const words = hit.span.key.split(' ').filter((w) => !STOP_WORDS.has(w) && !VENUE_WORDS.has(w))
  const isWhole = hit.match === 'exact' && coverage > 0.95 && hit.span.form === 'words'
  return isWhole && hit.keyCount === 1 && words.length > 1
}

/** Bits from which a handle is not one that many could have chosen. */
const OWN_HANDLE_BITS = 15

/** True for a handle that spells the whole name of a single place. */
export function isOwnHandle({ hit, bits, coverage }: ScoredHit): boolean {
  const isWhole = hit.span.form === 'handle' && hit.match === 'exact' && coverage > 0.95
  return isWhole && hit.keyCount === 1 && bits >= OWN_HANDLE_BITS
}

export const isTag = (form: string): boolean => form === 'hashtag' || form === 'handle'
export const tellingHits = (hits: readonly ScoredHit[]): readonly ScoredHit[] =>
  hits.filter(({ coverage, hit }) => coverage > 0.5 && hit.span.text.source !== 'llm-mention')

/** A pin, a label, quotation marks, a handle or an account marks the words as a name; hashtags are mostly plain words. */
export const isMarked = ({ cues, hit: { span } }: ScoredHit): boolean =>
  cues.pin !== 'none' || cues.label || cues.quoted || span.form === 'handle' || span.form === 'creator'

/** The post goes there, or gives it a phrase of its own. */
export const isVisited = ({ cues }: ScoredHit): boolean => cues.preposition || cues.standalone || cues.item

const isSilent = ({ hit: { span } }: ScoredHit): boolean =>
  isTag(span.form) || ['creator', 'hashtag'].includes(span.text.source)

export function isUnspoken({ hits }: Seen): boolean {
  return hits.length > 0 && hits.every(isSilent)
}

/** True when every word is written so, or in a script without capitals. */
export function isWritten({ hit: { span } }: ScoredHit, casing: 'upper' | 'lower'): boolean {
  const own = span.text.tokens.slice(span.first, span.last + 1).filter(({ kind }) => kind === 'word')
  return own.length > 0 && own.every((token) => token.casing === casing || token.casing === 'none')
}

export function lineOf({ hit: { span } }: ScoredHit): number {
  const { text, first, last } = span
  let from = first
  let to = last
  while (from > 0 && text.tokens[from]?.gap !== 'hard') from--
  while (to + 1 < text.tokens.length && text.tokens[to + 1]?.gap !== 'hard') to++
  return Math.min(MAX_LINE, to - from - (last - first))
}

export function isNowhere({ geo, street }: Seen): boolean {
  return Math.max(geo.geo, geo.cityNamed, geo.country, street.number, street.street) < SOME_AREA
}

/** The share of a name that may be missing beside its street. */
const MOSTLY_NAMED = 0.25
const TELLING_PART = 2.5
const STREET_ALONE = 0.35

/**
 * 1 for a whole or distinctive name with street and number, less without the number: in a list the street may belong to
 * another place.
 */
export function doorNamed(best: ScoredHit, { street, context }: Seen): number {
  if (street.number === 0 && insideAddress(best.hit.span, context)) return 0
  const bits = tensOfBits(best)
  const isWhole = bits > 0 && 1 - best.coverage < MOSTLY_NAMED
  if (street.number > 0) return isWhole || bits > TELLING_PART ? 1 : 0
  return isWhole && !context.list ? STREET_ALONE * street.street : 0
}

/** The number of words on each side of a name in which a word about food is near. */
export const NEAR_WORDS = 6

export const eatingWords = ({ hits, context }: Seen): PostContext['eating'] =>
  context.eating.filter(
    ({ text, at }) =>
      !hits.some(({ hit: { span } }) => span.text === text && span.first <= at && at <= span.last),
  )

/** True when a word about food, an area told in words, a street or a telephone number agrees with the place. */
export function isAgreed(seen: Seen): boolean {
  const { geo, street, candidate, context } = seen
  const isSaid = ({ key, weight }: AreaMention): boolean =>
    weight > SURE_AREA && key.split(' ').every((word) => context.said.has(word))
  const isInArea = Math.max(geo.geo, geo.cityNamed) >= SOME_AREA && context.areas.mentions.some(isSaid)
  return eatingWords(seen).length > 0 || street.street > 0 || isInArea || phoneNamed(candidate, context)
}

/** Roughly the number of inhabitants per place to eat at. */
const INHABITANTS = 500
/**
 * The list that comes with the product has one two-hundredth of the names that the model learned from; a smaller index
 * says no more.
 */
export const MIN_INDEXED = -8
const MIN_LOCAL_INDEXED = -10

export function localIndexed({ candidate, context: { localNames, areas } }: Seen): number {
  if (candidate.isProvided || localNames === null) return 0
  const people = areas.mentions.flatMap(({ weight, readings: [best] }) =>
    best !== undefined && best.entry.kind === 'city' && weight > SURE_AREA ? [best.entry.population] : [],
  )
  const share = localNames / Math.max(1, ...people.map((count) => count / INHABITANTS))
  return Math.max(MIN_LOCAL_INDEXED, Math.min(0, Math.log2(share)))
}

const PHONE_DIGITS = 7

export function phoneNamed(candidate: Candidate, context: PostContext): boolean {
  const phone = (candidate.place.phone ?? '').replace(/\D/g, '')
  return phone.length >= PHONE_DIGITS && context.digits.includes(phone.slice(-PHONE_DIGITS))
}
