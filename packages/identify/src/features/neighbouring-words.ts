import { endAnchored } from '@antojo/domain/foreign/end-anchored'
import { closeness, type AreaMention } from '../areas/areas.ts'
import type { Candidate } from '../candidates/candidate.ts'
import type { GazetteerEntry } from '../areas/gazetteer.ts'
import { chunkExplained, type CuedChunk } from '../candidates/cued-chunks.ts'
import type { NamedStreet } from '../streets/named-streets.ts'
import type { PostContext } from '../post-context.ts'
import type { ScoredHit } from './scored-hit.ts'
import { afterComma, type Span } from '../text/spans.ts'
import type { Token } from '../text/tokens.ts'
import { FOOD_WORDS, STOP_WORDS, VENUE_WORDS } from '../text/words.ts'

/** True for a number that the name spells out: '17' for 'Seventeen'. */
const isNumberOfWord = (word: string, { key }: ScoredHit['hit']): boolean =>
  /^\d+$/.test(word) && !key.split(' ').includes(word)

/** True for generic words, and for dishes that are not written as a name. */
export const isGeneric = ({ hit, cues }: ScoredHit): boolean =>
  hit.span.key
    .split(' ')
    .every(
      (w) =>
        isNumberOfWord(w, hit) ||
        STOP_WORDS.has(w) ||
        VENUE_WORDS.has(w) ||
        (FOOD_WORDS.has(w) && !cues.capitals && !cues.label),
    )

const isMarked = ({ form }: Span): boolean => form === 'handle' || form === 'hashtag' || form === 'creator'

/** The words beside a span that belong to the same phrase, nearest first, at most two a side. */
function neighbours({ text, first, last }: Span): { before: Token[]; after: Token[] } {
  const joined = (index: number): Token[] => {
    const token = text.tokens[index]
    return token !== undefined && token.gap === 'space' ? [token] : []
  }
  const previous = joined(first).length > 0 ? text.tokens.slice(Math.max(0, first - 1), first) : []
  const beforeThat = previous[0]?.gap === 'space' ? text.tokens.slice(Math.max(0, first - 2), first - 1) : []
  const next = joined(last + 1)
  return {
    before: [...previous, ...beforeThat],
    after: [...next, ...(next.length > 0 ? joined(last + 2) : [])],
  }
}

/** Short words that connect two parts of one name. */
const TIES = new Set(['by', 'de', 'del', 'di', 'da', 'of', 'y', 'and', 'e', 'n'])

/**
 * 1 when distinctive capitalised words stand right beside the span, 0.7 when a short word separates them: the name in
 * the post is longer than the hit.
 */
export function extendsBeyond(best: ScoredHit, candidate: Candidate, context: PostContext): number {
  if (isMarked(best.hit.span)) return 0
  const own = best.hit.span.key.split(' ')
  const city = context.keyOf(candidate.place.city ?? '').split(' ')
  // 'Madrid' beside the name is its city, but in 'Rocca di Papa' the area's name begins with the hit itself.
  const namesArea = (word: string): boolean =>
    context.areas.mentions.some(({ key, weight }) => {
      if (weight <= 0.5 || !key.includes(word)) return false
      const words = key.split(' ')
      return words.includes(word) && !own.every((w) => words.includes(w))
    })
  const distinctive = (token: Token | undefined): boolean =>
    token !== undefined &&
    token.kind === 'word' &&
    !STOP_WORDS.has(token.key) &&
    !VENUE_WORDS.has(token.key) &&
    !/^\d/.test(token.key) &&
    (token.casing === 'title' || (token.casing === 'upper' && best.cues.capitals)) &&
    !namesArea(token.key) &&
    !city.includes(token.key)
  const { before, after } = neighbours(best.hit.span)
  // The capital of 'Probamos' before a name is only that of the sentence.
  if ((distinctive(before[0]) && !best.cues.preposition) || distinctive(after[0])) return 1
  const tied = ([near, far]: readonly Token[]): boolean =>
    near !== undefined && TIES.has(near.key) && distinctive(far)
  return best.cues.capitals && (tied(before) || tied(after)) ? 0.7 : 0
}

/** 1 when the kind of place beside the name differs from the place's own ('Bar X' for 'Pizzería X'). */
export function otherVenue(best: ScoredHit, candidate: Candidate): number {
  if (isMarked(best.hit.span)) return 0
  const own = candidate.nameWords.filter((word) => VENUE_WORDS.has(word))
  const { before, after } = neighbours(best.hit.span)
  const beside = [before[0], after[0]].flatMap((token) =>
    token !== undefined && VENUE_WORDS.has(token.key) ? [token.key] : [],
  )
  return own.length > 0 && beside.length > 0 && !beside.some((word) => own.includes(word)) ? 1 : 0
}

const STREET_CUE = endAnchored(
  /(?:^|[^\p{L}])(?:calle|c\/|av\.?|avda\.?|avenida|plaza|pza\.?|paseo|camino|ctra\.?|carretera|barrio|ruta|esquina|metro|estaci[oó]n|parque|museo|teatro|zoo|puente|r[uú]a|entre)\s+(?:(?:de|del|la|el|los|las)\s+)*/iu,
)
const STREET_AFTER =
  /^\s+(?:street|st|road|rd|avenue|ave|lane|ln|square|sq|park|station|bridge|market|hill|museum|church|kalea|plaza)\b/iu

/** True for words after 'calle' or before 'Street', and for a part of the name that is only the place's own street. */
export function namesStreet(best: ScoredHit, candidate: Candidate, context: PostContext): boolean {
  const { span } = best.hit
  const first = span.text.tokens[span.first]
  const last = span.text.tokens[span.last]
  if (first === undefined || last === undefined || best.hit.match === 'typo') return false
  const before = span.text.text.slice(Math.max(0, first.start - 30), first.start)
  if (span.form === 'words' && best.coverage < 0.95 && STREET_CUE.test(before)) return true
  if (span.form === 'words' && context.streets.some((street) => isInside(span, street))) return true
  if (span.form === 'words' && STREET_AFTER.test(span.text.text.slice(last.end, last.end + 14))) return true
  if (best.hit.match === 'tokens' && turned(span.key, candidate)) return true
  return best.coverage < 0.75 && span.key.split(' ').every((w) => candidate.addressWords.includes(w))
}

/** 'Humberto Primo' is a street, not a place named 'Primo Humberto' in it. */
const turned = (key: string, { nameWords, addressWords }: Candidate): boolean =>
  key.includes(' ') &&
  !` ${nameWords.join(' ')} `.includes(` ${key} `) &&
  key.split(' ').some((word) => word.length > 3 && addressWords.includes(word))

const isInside = (span: Span, street: NamedStreet): boolean =>
  span.text === street.text && span.first >= street.first && span.last <= street.last

/** 'orleans' within 'new orleans', also without spaces. */
export const isWithin = (key: string, area: string): boolean =>
  key.length > 4
    ? area.replaceAll(' ', '').includes(key.replaceAll(' ', ''))
    : ` ${area} `.includes(` ${key} `)

/** The factor on the doubt when the place lies in another area that the post names. */
const ELSEWHERE = 0.15

/** A comma within the span separates names: in 'EL VIEJO CAFÉ, Lima' the words 'café lima' are not one. */
function namesOverComma(span: Span): string[] {
  const { text, first, last, form } = span
  const at = form === 'words' && text.source !== 'ocr' ? afterComma(span) : -1
  const words = (from: number, to: number): string =>
    text.tokens
      .slice(from, to)
      .map((token) => token.key)
      .join(' ')
  return at < 0 ? [] : [words(first, at), words(at, last + 1)]
}

/** How surely the hit's words are only the name of an area, or a part of it. */
export function areaNameWeight(best: ScoredHit, candidate: Candidate, context: PostContext): number {
  const { span } = best.hit
  if (span.form === 'handle') return 0
  const { place } = candidate
  const holds = (mention: AreaMention): boolean =>
    mention.readings.some((r) => closeness(place, r.entry) > 0.3)
  const parts = namesOverComma(span)
  const naming = context.areas.mentions.filter((m) => isWithin(span.key, m.key) || parts.includes(m.key))
  const elsewhere = context.areas.mentions.some((m) => !naming.includes(m) && m.weight > 0.4 && holds(m))
  return naming.reduce((max, m) => Math.max(max, m.weight * (elsewhere && !holds(m) ? ELSEWHERE : 1)), 0)
}

const MOST_GLUE = 2

/** True when the place's own area is right beside its name: 'Txoko, Getaria', 'El Portal en Yautepec'. */
export function besideArea(
  hits: readonly ScoredHit[],
  { place, nameWords }: Candidate,
  { areas, keyOf }: PostContext,
): boolean {
  const near = areas.mentions.filter((m) =>
    m.readings.some(({ entry, share }) => share > 0.3 && isTown(entry) && closeness(place, entry) === 1),
  )
  const keys = [keyOf(place.city ?? ''), keyOf(place.neighbourhood ?? ''), ...near.map(({ key }) => key)]
  const names = keys
    .filter((key) => key.length > 2)
    .map((key) => key.split(' '))
    .filter((words) => !words.every((word) => nameWords.includes(word)))
  return hits.some(({ hit: { span } }) => names.some((words) => standsBeside(span, words)))
}

const isTown = ({ kind }: GazetteerEntry): boolean => kind === 'city' || kind === 'neighbourhood'

function standsBeside({ text, first, last, form }: Span, words: readonly string[]): boolean {
  if (form === 'creator') return false
  const keys = text.wordKeys
  const isAt = (at: number): boolean => words.every((word, i) => keys[at + i] === word)
  let after = last + 1
  while (after <= last + MOST_GLUE && STOP_WORDS.has(keys[after] ?? '')) after++
  let before = first - 1
  while (before >= first - MOST_GLUE && STOP_WORDS.has(keys[before] ?? '')) before--
  return isAt(after) || isAt(before - words.length + 1)
}

/** True when the hit's words are part of an address in the post. */
export function insideAddress(span: Span, context: PostContext): boolean {
  const words = span.key.split(' ')
  return context.addresses.some(
    (a) =>
      a.text === span.text && a.sure && words.every((w) => context.keyOf(a.words).split(' ').includes(w)),
  )
}

/** True when the place's name or street follows a map pin. */
export const isPinned = (candidate: Candidate, { chunks }: PostContext): boolean =>
  chunks.some((chunk) => chunk.kind === 'pin' && chunkExplained(chunk, candidate))

/** True when a pin, a label or a handle marks something other than this place. */
export const hasUnexplained = (
  kind: CuedChunk['kind'],
  candidate: Candidate,
  { chunks }: PostContext,
): boolean => chunks.some((chunk) => chunk.kind === kind && !chunkExplained(chunk, candidate))
