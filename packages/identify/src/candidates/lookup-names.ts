import { CandidateSet, type CandidateHit } from './candidate.ts'
import type { Span } from '../text/spans.ts'
import { FOOD_WORDS, STOP_WORDS, onlyGenericWords, VENUE_WORDS } from '../text/words.ts'
import type { Area, NameHit, NameIndex } from '../name-index.ts'

/** Places a key may bring in without, and within, an area. */
const PER_KEY = 6
const PER_KEY_NEAR = 12
/** Areas in which common names are asked for too: they must not be cut off by their namesakes elsewhere. */
const MAX_KEY_AREAS = 3

/** True for a span that could be a name: not made of generic words, or a dish written like a name ('El Pastor'). */
export const askable = (span: Span): boolean =>
  span.key.length >= 2 &&
  (!onlyGenericWords(span.key) || (isFoodName(span.key) && capitalised(span)) || isKindsName(span.key))

const isFoodName = (key: string): boolean =>
  key.split(' ').some((w) => FOOD_WORDS.has(w) && !VENUE_WORDS.has(w))

/** 'Wok Express', 'Indian City': some names are made of kinds of places alone. */
const isKindsName = (key: string): boolean => key.split(' ').filter((w) => VENUE_WORDS.has(w)).length >= 2

const capitalised = (span: Span): boolean =>
  span.form === 'words' &&
  span.text.tokens
    .slice(span.first, span.last + 1)
    .every((t) => t.casing !== 'lower' || STOP_WORDS.has(t.key)) &&
  span.text.tokens.some((t) => t.kind === 'word' && t.casing === 'lower')

/** A hit of the index as evidence for a span. */
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
 * Asks the index for every name the evidence may hold in one batch; of names with more places than one answer holds
 * also for those in the surest areas.
 */
export async function candidatesByName(
  lookup: NameIndex,
  spans: readonly Span[],
  options: { areas: readonly Area[] },
): Promise<CandidateSet> {
  const byKey = Map.groupBy(spans.filter(askable), (span) => span.key)
  const near = { areas: options.areas.slice(0, MAX_KEY_AREAS), limit: PER_KEY_NEAR }
  // Two words of the post written as one spell no name that the two words themselves do not.
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
