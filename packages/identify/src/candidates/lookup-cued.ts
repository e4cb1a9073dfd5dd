import type { CandidateHit, CandidateSet } from './candidate.ts'
import type { PostContext } from '../post-context.ts'
import { nameWordBits } from '../text/word-ranks.ts'
import { distanceKm } from '@antojo/domain/distance'
import type { Span } from '../text/spans.ts'
import type { TokenText } from '../text/tokens.ts'
import { STOP_WORDS } from '../text/words.ts'
import { nameKey } from '@antojo/domain/text'
import type { Area, NameHit, NameIndex } from '../name-index.ts'
import type { NameGuess } from './name-guesses.ts'
import { askable, toHit } from './lookup-names.ts'

const MAX_TYPO_QUERIES = 1
const SHORTEST_ASKED = 5
const MAX_TOKEN_QUERIES = 3
const MAX_WORDS = 4
/** The log-odds from which words are treated as a name that the author tells. */
const MIN_SCORE = -1.5

/**
 * Looks up the names that the author marks and that no place in the post's areas explains: as parts of names anywhere,
 * and also as misspelt names when no area is known. Returns true when a marked name remains that no place explains.
 */
export async function addCued(
  lookup: NameIndex,
  set: CandidateSet,
  names: readonly NameGuess[],
  options: { areas: readonly Area[]; context: PostContext },
): Promise<boolean> {
  const { areas, context } = options
  const explained = new Set<Span>()
  const add = (span: Span, hit: NameHit, match: CandidateHit['match']): void => {
    explained.add(span)
    set.addHit(hit.place, toHit(hit, span, match))
  }
  const cued = openNames(names, explainedTokens(set, areas, context))
  const distinctive = cued.filter((s) => s.key.length >= SHORTEST_ASKED)
  const typos = areas.length === 0 ? distinctive.slice(0, MAX_TYPO_QUERIES) : []
  const partial = cued.filter((s) => wordsKnown(s, context)).slice(0, MAX_TOKEN_QUERIES)
  await Promise.all([
    ...typos.map(async (span) => {
      const hits = await lookup.byTypo(span.key, { limit: 4 })
      for (const hit of hits) add(span, hit, matchOf(hit))
    }),
    ...partial.map(async (span) => {
      for (const hit of await lookup.byTokens(longWords(span), { limit: 4 })) add(span, hit, 'tokens')
    }),
  ])
  return isNameOpen(
    cued.filter((span) => !explained.has(span)),
    context,
  )
}

/** True when the author marks a name that none of the places explains. */
export function hasUnknownName(
  set: CandidateSet,
  names: readonly NameGuess[],
  { areas, context }: { areas: readonly Area[]; context: PostContext },
): boolean {
  return isNameOpen(openNames(names, explainedTokens(set, areas, context)), context)
}

function isNameOpen(cued: readonly Span[], context: PostContext): boolean {
  const where = placedWords(context)
  return cued.some((span) => span.key.split(' ').some((word) => !where.has(word)))
}

const matchOf = ({ similarity }: NameHit): CandidateHit['match'] => (similarity === 1 ? 'exact' : 'typo')

/** Words that give a location, so they do not name a place themselves. */
const placedWords = ({ addresses, areas }: PostContext): ReadonlySet<string> =>
  new Set([
    ...STOP_WORDS,
    ...addresses.filter(({ sure }) => sure).flatMap(({ words }) => nameKey(words).split(' ')),
    ...areas.mentions.filter(({ weight }) => weight > 0.3).flatMap(({ key }) => key.split(' ')),
  ])

const longWords = (span: Span): string[] => span.key.split(' ').filter((w) => w.length > 1)

const wordsKnown = (span: Span, context: PostContext): boolean => {
  const words = longWords(span)
  return words.length > 0 && words.every((w) => (context.counts.get(w) ?? 0) > 0)
}

/** The likely names of which no place in the areas accounts for a word, likeliest first. */
function openNames(
  names: readonly NameGuess[],
  explained: ReadonlyMap<TokenText, ReadonlySet<number>>,
): Span[] {
  const chosen: Span[] = []
  for (const { span, score } of names.toSorted((a, b) => b.score - a.score)) {
    const { text, first, last, key } = span
    if (score < MIN_SCORE || last - first >= MAX_WORDS || !askable(span)) continue
    const known = explained.get(text)
    if (known !== undefined && text.tokens.some((_, i) => i >= first && i <= last && known.has(i))) continue
    const isIn = (other: Span): boolean => other.text === text && other.first <= first && other.last >= last
    if (!chosen.some((other) => other.key === key || isIn(other))) chosen.push(span)
  }
  return chosen
}

/**
 * Token positions that the name of a place in the areas accounts for. A minor part of a name ('Fonda') explains
 * nothing.
 */
export function explainedTokens(
  set: CandidateSet,
  areas: readonly Area[],
  context: PostContext,
): ReadonlyMap<TokenText, ReadonlySet<number>> {
  const bitsOf = (words: readonly string[]): number =>
    words.reduce((sum, word) => sum + nameWordBits(word, context), 0)
  const explained = new Map<TokenText, Set<number>>()
  for (const { place, hits, nameWords } of set.list()) {
    if (areas.length > 0 && !areas.some((a) => distanceKm(place, a) * 1000 <= a.radius)) continue
    for (const { span, match } of hits) {
      if (match === 'tokens' && bitsOf(span.key.split(' ')) < bitsOf(nameWords) / 2) continue
      for (let i = span.first; i <= span.last; i++) {
        const known = explained.get(span.text) ?? new Set<number>()
        explained.set(span.text, known.add(i))
      }
    }
  }
  return explained
}
