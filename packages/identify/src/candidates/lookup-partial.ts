import type { CandidateSet } from './candidate.ts'
import { nameWordBits, type PostContext } from '../post-context.ts'
import type { Span } from '../text/spans.ts'
import { FOOD_WORDS, GLUE_WORDS, onlyGenericWords, VENUE_WORDS } from '../text/words.ts'
import type { Area, NameHit, NameIndex } from '../name-index.ts'
import { cueStrength } from './cue-strength.ts'
import { toHit } from './lookup-names.ts'

/** A word in more names than this helps little to find one. */
const RARE_WORD = 300
const RARE_FOOD_WORD = 100
/** The most ordinary words are never part of a name's telling part. */
const ORDINARY_RANK = 400
const MAX_RARE_WORDS = 25
const MAX_NAMES_READ = 220
const MAX_NEAR = 120
/** A word in so few names is asked for wherever the place may be. */
const UNIQUE_WORD = 3
const MAX_UNIQUE = 2
const MAX_MISSPELT = 3
/** An unknown word that only stands by itself is seldom a misspelt name. */
const LEAST_CUE = 1

/**
 * Adds places whose name shares a rare word with the post: partial names in any order, and names with one misspelt
 * word. Looks in the post's areas; very rare words are looked for everywhere.
 */
export async function addPartial(
  lookup: NameIndex,
  set: CandidateSet,
  spans: readonly Span[],
  options: { areas: readonly Area[]; context: PostContext },
): Promise<void> {
  const { areas, context } = options
  const byWord = spansByWord(spans)
  const words = rareWords([...byWord.keys()], context)
  const misspelt = areas.length > 0 ? misspeltWords(spans, context) : []
  const similar =
    misspelt.length > 0
      ? await lookup.similarWords(misspelt, RARE_WORD)
      : new Map<string, readonly string[]>()
  const asked = [...words, ...[...similar.values()].flat()]
  const known = new Set(set.list().flatMap((c) => c.hits.flatMap((h) => h.key.split(' '))))
  const unique = words
    .filter(
      (w) =>
        (context.counts.get(w) ?? 0) <= UNIQUE_WORD &&
        w.length >= 5 &&
        !known.has(w) &&
        context.rank(w) === undefined,
    )
    .slice(0, MAX_UNIQUE)
  const found = await lookup.byAnyToken(asked, { areas, anywhere: unique, limit: MAX_NEAR })
  for (const hit of found) {
    const span = bestSpan(hit.key.split(' '), byWord, context)
    const head = span?.key.split(' ')[0] ?? ''
    for (const same of byWord.get(head) ?? [])
      if (same.key === span?.key) set.addHit(hit.place, toHit(hit, same, 'tokens'))
    addMisspelt(set, hit, { similar, byWord, context })
  }
}

function addMisspelt(
  set: CandidateSet,
  hit: NameHit,
  options: {
    similar: ReadonlyMap<string, readonly string[]>
    byWord: ReadonlyMap<string, readonly Span[]>
    context: PostContext
  },
): void {
  const name = hit.key.split(' ')
  for (const [word, corrections] of options.similar) {
    const meant = corrections.find((c) => name.includes(c))
    if (meant === undefined) continue
    const span = bestSpan([...name, word], options.byWord, options.context)
    const written = span?.key.split(' ') ?? []
    if (span === null || !written.includes(word)) continue
    const key = written.map((w) => (w === word ? meant : w)).join(' ')
    set.addHit(hit.place, { ...toHit(hit, span, 'typo'), key, similarity: 1 - 1 / word.length, edits: 1 })
  }
}

/** Spans by each of their words, for parts of names. */
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

const areaWords = (context: PostContext): ReadonlySet<string> =>
  new Set(context.areas.mentions.filter((m) => m.weight > 0.4).flatMap((m) => m.key.split(' ')))

function rareWords(words: readonly string[], context: PostContext): string[] {
  const areas = areaWords(context)
  const rare = words
    .map((word) => ({ word, count: context.counts.get(word) ?? 0 }))
    .filter(
      ({ word, count }) =>
        count > 0 &&
        count <= RARE_WORD &&
        word.length > 2 &&
        !areas.has(word) &&
        !GLUE_WORDS.has(word) &&
        !VENUE_WORDS.has(word) &&
        (!FOOD_WORDS.has(word) || count <= RARE_FOOD_WORD) &&
        (context.rank(word) ?? Number.POSITIVE_INFINITY) > ORDINARY_RANK,
    )
    .toSorted((a, b) => a.count - b.count)
    .slice(0, MAX_RARE_WORDS)
  let read = 0
  return rare.filter(({ count }) => (read += count) <= MAX_NAMES_READ).map(({ word }) => word)
}

/** Words no list and no name holds, that stand where a name would. */
function misspeltWords(spans: readonly Span[], context: PostContext): string[] {
  const areas = areaWords(context)
  const valued = new Map<string, number>()
  for (const span of spans) {
    if (span.form !== 'words' || span.first !== span.last || span.key.length < 5 || /\d/.test(span.key))
      continue
    if ((context.counts.get(span.key) ?? 0) > 0 || context.rank(span.key) !== undefined) continue
    if (areas.has(span.key) || onlyGenericWords(span.key)) continue
    const cue = cueStrength(context.cues(span), span.text.source)
    if (cue >= LEAST_CUE) valued.set(span.key, Math.max(valued.get(span.key) ?? 0, cue))
  }
  return [...valued]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, MAX_MISSPELT)
    .map(([word]) => word)
}

/** The span that covers most of a name. */
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
