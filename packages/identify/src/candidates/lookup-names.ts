import { CandidateSet, type CandidateHit } from './candidate.ts'
import type { Span } from '../text/spans.ts'
import { FOOD_WORDS, STOP_WORDS, onlyGenericWords, VENUE_WORDS } from '../text/words.ts'
import type { Area, NameHit, NameIndex } from '../name-index.ts'

/** The most places that one key adds: anywhere, and within an area. */
const PER_KEY = 6
const PER_KEY_NEAR = 12
/** The number of areas in which common names are also looked up, because namesakes elsewhere would fill the limit. */
const MAX_KEY_AREAS = 3

/**
 * True for a span that could be a name: it has more than generic words and is not a dish, unless written like a name
 * ('El Pastor').
 */
export const askable = (span: Span): boolean =>
  span.key.length >= 2 &&
  (!onlyGenericWords(span.key) || (isFoodName(span.key) && capitalised(span)) || isKindsName(span.key))

const isFoodName = (key: string): boolean =>
  key.split(' ').some((w) => FOOD_WORDS.has(w) && !VENUE_WORDS.has(w))

/** Some names consist only of generic words: 'Wok Express', 'Indian City'. */
const isKindsName = (key: string): boolean => key.split(' ').filter((w) => VENUE_WORDS.has(w)).length >= 2

const capitalised = (span: Span): boolean =>
  span.form === 'words' &&
  span.text.tokens
    .slice(span.first, span.last + 1)
    .every((t) => t.casing !== 'lower' || STOP_WORDS.has(t.key)) &&
  span.text.tokens.some((t) => t.kind === 'word' && t.casing === 'lower')

/** Turns a hit of the index into evidence for a span. */
export const toHit = (hit: NameHit, span: Span, match: CandidateHit['match']): CandidateHit => ({
  span,
  key: hit.key,
  kind: hit.kind,
  keyCount: hit.keyCount,
  similarity: hit.similarity,
  match,
  edits: Math.round((1 - hit.similarity) * span.key.length),
  inserted: 0,
})

/**
 * Looks up every possible name of the evidence in one batch. Names with more places than one answer holds are also
 * looked up in the surest areas.
 */
export async function candidatesByName(
  lookup: NameIndex,
  spans: readonly Span[],
  options: { areas: readonly Area[] },
): Promise<CandidateSet> {
  const byKey = Map.groupBy(spans.filter(askable), (span) => span.key)
  const near = { areas: options.areas.slice(0, MAX_KEY_AREAS), limit: PER_KEY_NEAR }
  // Two words written as one are not compared with the joined form of names: the two separate words find those already.
  const joined = [...byKey].flatMap(([key, own]) => (own.some(({ form }) => form !== 'joined') ? [key] : []))
  const hits = await lookup.byKeys([...byKey.keys()], { limitPerKey: PER_KEY, joined, near })
  const set = new CandidateSet()
  const seen = new Set<string>()
  for (const hit of hits) {
    const id = `${hit.place.source}:${hit.place.sourceId}|${hit.key}`
    if (seen.has(id)) continue
    seen.add(id)
    const joinedKey = hit.key.replaceAll(' ', '')
    for (const span of new Set([...(byKey.get(hit.key) ?? []), ...(byKey.get(joinedKey) ?? [])]))
      set.addHit(hit.place, toHit(hit, span, 'exact'))
  }
  return set
}
