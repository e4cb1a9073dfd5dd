import type { NameIndex } from '../name-index.ts'
import type { PostContext } from '../post-context.ts'
import { nameWordBits } from '../text/word-ranks.ts'
import type { Span } from '../text/spans.ts'
import { STOP_WORDS } from '../text/words.ts'
import type { CandidateSet } from './candidate.ts'
import { toHit } from './lookup-names.ts'

/** A word that at most this many names contain is looked up outside the areas, too. */
const MAX_UNIQUE_NAMES = 3
const MAX_UNIQUE_WORDS = 3
const SHORTEST_UNIQUE = 5
const MAX_PLACES = 12

/** The number of beginnings of names that are looked up, and the bits from which one is distinctive. */
const MAX_HEADS = 40
const MIN_HEAD_BITS = 20
const MAX_HEAD_WORDS = 4

/**
 * Adds places anywhere whose name shares with the post a word that hardly any other name has, and those whose name
 * begins with words of the post: people leave out the end of an official name.
 */
export async function addPartial(
  lookup: NameIndex,
  set: CandidateSet,
  spans: readonly Span[],
  context: PostContext,
): Promise<void> {
  const byWord = spansByWord(spans)
  const heads = Map.groupBy(headSpans(spans, context), ({ key }) => key)
  const [unique, begun] = await Promise.all([
    lookup.byAnyToken(uniqueWords(set, byWord, context), { limit: MAX_PLACES }),
    lookup.byHeads([...heads.keys()], { limit: MAX_PLACES }),
  ])
  for (const hit of unique) {
    const span = bestSpan(hit.key.split(' '), byWord, context)
    const head = span?.key.split(' ')[0] ?? ''
    for (const same of byWord.get(head) ?? [])
      if (same.key === span?.key) set.addHit(hit.place, toHit(hit, same, 'tokens'))
  }
  for (const hit of begun)
    for (const [key, own] of heads)
      if (hit.key.startsWith(`${key} `))
        for (const span of own) set.addHit(hit.place, toHit(hit, span, 'tokens'))
}

function uniqueWords(
  set: CandidateSet,
  byWord: ReadonlyMap<string, readonly Span[]>,
  { counts, rank }: PostContext,
): string[] {
  const known = new Set(set.list().flatMap(({ hits }) => hits.flatMap(({ key }) => key.split(' '))))
  return [...byWord.keys()]
    .filter((word) => {
      const count = counts.get(word) ?? 0
      const rare = count > 0 && count <= MAX_UNIQUE_NAMES && rank(word) === undefined
      return rare && word.length >= SHORTEST_UNIQUE && !known.has(word)
    })
    .slice(0, MAX_UNIQUE_WORDS)
}

function headSpans(spans: readonly Span[], context: PostContext): Span[] {
  const bitsOf = (key: string): number =>
    key.split(' ').reduce((sum, word) => sum + nameWordBits(word, context), 0)
  return spans
    .filter(
      ({ form, key, first, last }) =>
        form === 'words' &&
        last > first &&
        last - first < MAX_HEAD_WORDS &&
        !STOP_WORDS.has(key.slice(key.lastIndexOf(' ') + 1)) &&
        key.split(' ').every((word) => STOP_WORDS.has(word) || (context.counts.get(word) ?? 0) > 0) &&
        bitsOf(key) >= MIN_HEAD_BITS,
    )
    .slice(0, MAX_HEADS)
}

/** Spans by each of their words, to find parts of names. */
export function spansByWord(spans: readonly Span[]): Map<string, Span[]> {
  const byWord = new Map<string, Span[]>()
  for (const span of spans) {
    if (span.form === 'piece' || span.form === 'creator') continue
    for (const word of span.key.split(' ')) {
      const known = byWord.get(word)
      if (known === undefined) byWord.set(word, [span])
      else known.push(span)
    }
  }
  return byWord
}

/** The span that covers the largest part of a name. */
export function bestSpan(
  name: readonly string[],
  byWord: ReadonlyMap<string, readonly Span[]>,
  context: PostContext,
): Span | null {
  let best: Span | null = null
  let most = 0
  for (const word of name)
    for (const span of byWord.get(word) ?? []) {
      const words = span.key.split(' ')
      if (!words.every((w) => name.includes(w))) continue
      const bits = words.reduce((sum, w) => sum + nameWordBits(w, context), 0)
      if (bits > most) {
        most = bits
        best = span
      }
    }
  return best
}
