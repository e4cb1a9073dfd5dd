import { distanceKm } from '@antojo/domain/distance'
import { soundKey } from '@antojo/domain/spelling/phonetic-key'
import type { Area, NameHit, NameIndex } from '../name-index.ts'
import type { PostContext } from '../post-context.ts'
import { nameWordBits } from '../text/word-ranks.ts'
import { memoized } from '../text/memoized.ts'
import type { Span } from '../text/spans.ts'
import type { TokenText } from '../text/tokens.ts'
import { STOP_WORDS } from '../text/words.ts'
import type { CandidateHit, CandidateSet } from './candidate.ts'
import { type LocalName, type LocalNames } from './local-names.ts'

/** A name of an area that the post seems to contain, and its position there. */
export interface NameFound {
  readonly name: LocalName
  readonly span: Span
  /** The words of the name that the post contains, in the spelling of the name. */
  readonly key: string
  readonly match: CandidateHit['match']
  readonly edits: number
  readonly inserted: number
  /** The bits of the words found, less a penalty for every flaw. Names are taken in this order. */
  readonly value: number
}

const MAX_NAMES = 30
/** For a chain, the most places that are read, and the most of these that are kept for each area. */
const MAX_READ_PER_NAME = 30
const MAX_PLACES_PER_AREA = 3

/**
 * Takes the names of the areas and looks for them in the post, so that it finds names with words inserted, left out or
 * misspelt, or joined into handles. Returns the number of names that the index has in the area with the most.
 */
export async function addNearby(
  index: NameIndex,
  set: CandidateSet,
  spans: readonly Span[],
  { areas, context }: { areas: readonly Area[]; context: PostContext },
): Promise<number> {
  const apart = areas.filter((area) => !areas.some((other) => other !== area && isWithinArea(area, other)))
  const local = await Promise.all(apart.map((area) => index.localNames(area)))
  const best = namesFound(local, spans, context)
  const asked = [...new Set(best.map(({ name }) => name))].flatMap(({ key, placeIds }) =>
    placeIds.slice(0, MAX_READ_PER_NAME).map((placeId) => ({ placeId, key })),
  )
  const hits = Map.groupBy(await index.byLocalNames(asked), (hit) => hit.key)
  for (const one of best)
    for (const hit of nearestTo(areas, hits.get(one.name.key) ?? [])) set.addHit(hit.place, hitOf(one, hit))
  return Math.max(0, ...local.map(({ names }) => names.length))
}

/** The names that the post seems to contain, with the best finds of each. */
export function namesFound(
  names: readonly LocalNames[],
  spans: readonly Span[],
  context: PostContext,
): NameFound[] {
  const post = { context, joinedSpans: joinedSpansOf(spans, context), soundOf: memoized(soundKey) }
  return strongest(names.flatMap((each) => [...namesInTexts(each, post), ...namesInJoined(each, post)]))
}

/** For a chain, the places nearest to the centre of each area: a post may name a city and a part of it. */
function nearestTo(areas: readonly Area[], hits: readonly NameHit[]): ReadonlySet<NameHit> {
  if (hits.length <= MAX_PLACES_PER_AREA) return new Set(hits)
  return new Set(
    areas.flatMap((area) =>
      hits
        .toSorted((a, b) => distanceKm(a.place, area) - distanceKm(b.place, area))
        .slice(0, MAX_PLACES_PER_AREA),
    ),
  )
}

/** The words of a post, prepared for looking names up in them. */
interface PostWords {
  readonly context: PostContext
  readonly joinedSpans: readonly JoinedSpan[]
  /** Memoized `soundKey`. */
  readonly soundOf: (word: string) => string
}

const isWithinArea = (area: Area, other: Area): boolean =>
  distanceKm(area, other) * 1000 + area.radius <= other.radius

export const hitOf = ({ span, key, match, edits, inserted }: NameFound, hit: NameHit): CandidateHit => ({
  span,
  key,
  kind: hit.kind,
  keyCount: hit.keyCount,
  similarity: edits === 0 ? 1 : 1 - edits / Math.max(key.length, 1),
  match,
  edits,
  inserted,
})

/** The best find of each name in each text, limited to the best names. */
function strongest(found: readonly NameFound[]): NameFound[] {
  const best = new Map<LocalName, NameFound[]>()
  for (const one of found.toSorted((a, b) => b.value - a.value)) {
    const known = best.get(one.name)
    if (known === undefined) {
      if (best.size < MAX_NAMES) best.set(one.name, [one])
    } else if (!known.some(({ span }) => span.text === one.span.text)) known.push(one)
  }
  return [...best.values()].flat()
}

/** A word that more of the area's names contain is looked for only beside a rarer one. */
const MAX_SEEDED_NAMES = 60
/** Dictionary words more frequent than this are not taken for misspelt names. */
const ORDINARY_RANK = 2500
/** The number of occurrences of one word in a post that are tried. */
const MAX_OCCURRENCES = 4

/** A word of a name that a word of the post matches. */
interface WordFound {
  readonly word: string
  readonly edits: number
}

type WordsAt = readonly (readonly WordFound[])[]

function namesInTexts(names: LocalNames, post: PostWords): NameFound[] {
  const { context } = post
  const agreeing = new Map<string, readonly WordFound[]>()
  const agreeingWith = (key: string): readonly WordFound[] => {
    const known = agreeing.get(key)
    if (known !== undefined) return known
    const made = wordsLike(key, names, post)
    agreeing.set(key, made)
    return made
  }
  const found: NameFound[] = []
  for (const text of context.texts) {
    if (text.source === 'creator') continue
    const at: WordsAt = text.wordKeys.map((key) => (key === '' ? [] : agreeingWith(key)))
    const occurrences = new Map<string, number>()
    at.forEach((words, position) => {
      for (const { word } of words) {
        const seen = occurrences.get(word) ?? 0
        occurrences.set(word, seen + 1)
        const carrying = names.withWord(word)
        if (seen >= MAX_OCCURRENCES || carrying.length > MAX_SEEDED_NAMES || STOP_WORDS.has(word)) continue
        for (const name of carrying) {
          const aligned = align(name, { text, at, position, word }, context)
          if (aligned !== null) found.push(aligned)
        }
      }
    })
  }
  return found
}

function wordsLike(key: string, names: LocalNames, { context, soundOf }: PostWords): readonly WordFound[] {
  const exact = names.withWord(key).length > 0 ? [{ word: key, edits: 0 }] : []
  if (STOP_WORDS.has(key) || (context.rank(key) ?? Number.POSITIVE_INFINITY) < ORDINARY_RANK) return exact
  return [
    ...exact,
    ...names.similarWords(key, soundOf(key)).map(({ found, edits }) => ({ word: found, edits })),
  ]
}

/** The most words of the post that may occur between those of a name. */
const MAX_INSERTED = 3
/** The smallest share of a name's bits that a post has to contain, and the fewest bits. */
const MIN_SHARE = 0.5
const MIN_BITS = 8
const RARE_BITS = 15
/** The penalties, in bits, for a misspelt letter and for an inserted word. */
const EDIT_COST = 3
const INSERTED_COST = 3

/** Aligns a name with the words of a text around one that they share. */
function align(
  name: LocalName,
  { text, at, position, word }: { text: TokenText; at: WordsAt; position: number; word: string },
  context: PostContext,
): NameFound | null {
  const seed = name.words.indexOf(word)
  const taken = new Map<number, WordFound>()
  const kept: string[] = []
  let bits = 0
  let whole = 0
  name.words.forEach((own, i) => {
    const value = nameWordBits(own, context, true)
    whole += value
    const where = i === seed ? position : nearest(own, position + i - seed, { at, taken })
    const agreeing = where < 0 ? undefined : at[where]?.find((found) => found.word === own)
    if (agreeing === undefined) return
    taken.set(where, agreeing)
    kept.push(own)
    bits += value
  })
  const positions = [...taken.keys()]
  const first = Math.min(...positions)
  const last = Math.max(...positions)
  const inserted = last - first + 1 - positions.length
  const edits = [...taken.values()].reduce((sum, found) => sum + found.edits, 0)
  const share = bits / Math.max(1, whole)
  const value = bits * Math.sqrt(share) - EDIT_COST * edits - INSERTED_COST * inserted
  if (inserted > MAX_INSERTED || bits < MIN_BITS || (share < MIN_SHARE && bits < RARE_BITS)) return null
  const said = text.wordKeys.slice(first, last + 1).join(' ')
  return {
    name,
    span: { text, first, last, key: said, form: 'words' },
    key: kept.join(' '),
    match: edits > 0 ? 'typo' : 'tokens',
    edits,
    inserted,
    value,
  }
}

/** The position of the word nearest to where the name has it; -1 when it is not close. */
function nearest(
  word: string,
  expected: number,
  { at, taken }: { at: WordsAt; taken: ReadonlyMap<number, WordFound> },
): number {
  for (let distance = 0; distance <= MAX_INSERTED; distance++)
    for (const where of distance === 0 ? [expected] : [expected + distance, expected - distance])
      if (!taken.has(where) && at[where]?.some((found) => found.word === word) === true) return where
  return -1
}

/** The fewest letters of a name that count within a longer handle. */
const SHORTEST_WITHIN = 5
/** The fewest letters of a text that is compared with whole names of similar spelling. */
const SHORTEST_SIMILAR = 6
/** The bits per letter of a name that is written without spaces. */
const BITS_PER_LETTER = 2.2
const MAX_JOINED_BITS = 30

/** The number of texts of a post that are compared with all names letter by letter. */
const MAX_COMPARED = 60

/** A text of the post without its spaces, to be found in names without spaces. */
interface JoinedSpan {
  readonly span: Span
  readonly joined: string
  /** A handle, a hashtag or an account: a name in it may have affixes. */
  readonly marked: boolean
  /** True when it is compared with all names letter by letter. */
  readonly compared: boolean
}

const isMarked = ({ form }: Span): boolean => form === 'handle' || form === 'hashtag' || form === 'creator'

/** The texts of a post that may be names written without spaces; handles and accounts come first. */
function joinedSpansOf(spans: readonly Span[], context: PostContext): JoinedSpan[] {
  const seen = new Set<string>()
  const joinedSpans: JoinedSpan[] = []
  let left = MAX_COMPARED
  for (const span of [...spans.filter(isMarked), ...spans.filter((s) => !isMarked(s))]) {
    const joined = span.key.replaceAll(' ', '')
    const id = `${span.form} ${joined} ${span.text.source}`
    if (seen.has(id) || (span.form === 'words' && span.last - span.first >= MAX_JAMMED_WORDS)) continue
    seen.add(id)
    const compared = left > 0 && joined.length >= SHORTEST_SIMILAR && isStrange(span, context)
    if (compared) left--
    joinedSpans.push({ span, joined, marked: isMarked(span), compared })
  }
  return joinedSpans
}

/** Looks for names in text without spaces: handles, hashtags, accounts, and joined words. */
function namesInJoined(names: LocalNames, { joinedSpans, soundOf }: PostWords): NameFound[] {
  const found: NameFound[] = []
  for (const { span, joined, marked, compared } of joinedSpans) {
    const add = (all: readonly LocalName[], written: string): void => {
      for (const name of all) found.push(jamFound(name, { span, written, edits: 0 }))
    }
    add(names.withJoined(joined), joined)
    if (marked || span.form === 'joined') add(names.withHead(joined), joined)
    if (marked) for (const part of endsOf(joined)) add(names.withJoined(part), part)
    if (compared)
      for (const { found: name, edits } of names.similarJoined(joined, soundOf(joined)))
        found.push(jamFound(name, { span, written: joined, edits }))
  }
  return found
}

const MAX_JAMMED_WORDS = 4

function jamFound(
  name: LocalName,
  { span, written, edits }: { span: Span; written: string; edits: number },
): NameFound {
  const whole = name.words.join('')
  return {
    name,
    span: { ...span, key: written },
    key: edits > 0 ? name.key : written,
    match: edits > 0 ? 'typo' : written === whole ? 'exact' : 'tokens',
    edits,
    inserted: 0,
    value: Math.min(written.length * BITS_PER_LETTER, MAX_JOINED_BITS) - EDIT_COST * edits,
  }
}

/** True for a text that is not made of dictionary words: only such texts are compared letter by letter. */
function isStrange({ form, key, first, last }: Span, { rank }: PostContext): boolean {
  if (form === 'handle' || form === 'creator') return !key.includes(' ')
  if (form === 'hashtag') return rank(key) === undefined
  if (form !== 'words' && form !== 'joined' && form !== 'repaired') return false
  const words = key.split(' ')
  if (STOP_WORDS.has(words[0] ?? '') || STOP_WORDS.has(words.at(-1) ?? '')) return false
  return first === last
    ? rank(key) === undefined
    : last - first < 3 && words.some((w) => rank(w) === undefined)
}

/** The beginnings and ends of a handle, each of which may be a name with an affix. */
function endsOf(joined: string): string[] {
  const parts: string[] = []
  for (let length = SHORTEST_WITHIN; length < joined.length; length++)
    parts.push(joined.slice(0, length), joined.slice(joined.length - length))
  return parts
}
