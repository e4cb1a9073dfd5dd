import { linearScore, type LinearModel } from '../model/linear.ts'
import type { NameCounts } from '../model/known-names.ts'
import type { PostAddress } from '../streets/address.ts'
import type { AreaEvidence } from '../areas/areas.ts'
import type { Cues } from '../text/cues.ts'
import { memoized } from '../text/memoized.ts'
import type { EvidenceSource } from '../evidence.ts'
import type { Span } from '../text/spans.ts'
import { splitJoined } from '../text/split-joined.ts'
import type { Token, TokenText } from '../text/tokens.ts'
import { nameWordBits, type WordRank } from '../text/word-ranks.ts'
import { FOOD_WORDS, STOP_WORDS, VENUE_WORDS } from '../text/words.ts'

const MAX_BITS = 36
const shareOfBits = (bits: number): number => Math.min(bits, MAX_BITS) / MAX_BITS
/** Longer names are seldom written in lower case, or at all. */
const MAX_LOWER_WORDS = 3
const MAX_WORDS = 3
/** Endings of verbs and diminutives, few of which are in lists of frequent words. */
const VERB = /(?:[aei]mos|aron|ieron|[ai]ste|ando|iendo|aban?|ias?|ian|[^aeiou]ed|ing|it[ao]s?)$/u
/** Short words that occur within names. */
const LINKS = new Set('de del la las los el y e and the of da do di du le les n al'.split(' '))
const ARTICLES = new Set('el la los las the lo le les il un una mi a'.split(' '))
const PRICE = /[$€£]/u

/** Words as they are seen in their post. */
interface Seen {
  readonly span: Span
  readonly reading: NameReading
  /** The keys of the words; those that the letters of a handle or hashtag give. */
  readonly keys: readonly string[]
  /** The words themselves, and those before and after. */
  readonly own: readonly Token[]
  readonly before: Token | undefined
  readonly after: Token | undefined
}

type Reader = (seen: Seen) => number | boolean
/** The meaning of a number, how it is read, and of what: words, handles and hashtags, or both. */
type Entry = readonly [meaning: string, read: Reader, of?: 'tags' | 'both']

const cue =
  (test: (cues: Cues) => boolean): Reader =>
  ({ span, reading }) =>
    test(reading.context.cues(span))
const isKind =
  (kind: Token['kind']): Reader =>
  ({ own }) =>
    own[0]?.kind === kind
const isFrom =
  (...sources: readonly EvidenceSource[]): Reader =>
  ({ span }) =>
    sources.includes(span.text.source)
/** The words of a handle or hashtag that are not generic. */
const tagWords = ({ keys, reading }: Seen): readonly string[] =>
  keys.filter((word) => !reading.isKnown(word) && !STOP_WORDS.has(word))
const shareListed = (keys: readonly string[], { reading }: Seen): number =>
  keys.filter((key) => reading.context.rank(key) !== undefined).length / Math.max(1, keys.length)
const lowerWords = ({ own }: Seen): readonly Token[] =>
  own.filter(({ key, casing }) => casing === 'lower' && !STOP_WORDS.has(key) && !VENUE_WORDS.has(key))
const content = ({ keys }: Seen): readonly string[] => keys.filter((key) => !STOP_WORDS.has(key))

/**
 * The cues by which words of a post are judged to be the name of its place. A flag is 0 or 1. The weights are learned.
 */
export const NAME_CUES = {
  handle: ['flag: a handle', isKind('handle'), 'tags'],
  hashtag: ['flag: a hashtag', isKind('hashtag'), 'tags'],
  pinDirect: ['flag: right after a map pin', cue(({ pin }) => pin === 'direct')],
  pinLine: ['flag: on the line of a map pin', cue(({ pin }) => pin === 'line')],
  label: [
    'flag: after a label, in a location tag, or given by a person',
    (seen) => cue(({ label }) => label)(seen) || isFrom('location-tag', 'user-hint')(seen),
  ],
  quoted: ['flag: in quotation marks', cue(({ quoted }) => quoted)],
  capitals: ['flag: with capitals where the text around has none', cue(({ capitals }) => capitals)],
  preposition: ['flag: after "en", "at", "visited" …', cue(({ preposition }) => preposition)],
  standalone: ['flag: a phrase of its own', cue(({ standalone }) => standalone)],
  beside: ['flag: after "next to", "near" …', cue(({ beside }) => beside)],
  item: ['flag: opens an item of a list', cue(({ item }) => item)],
  bits: [
    'bits that the words tell, as a share of the most that count',
    (seen) => shareOfBits(seen.reading.bitsOf(isTag(seen) ? tagWords(seen) : seen.keys)),
    'both',
  ],
  shown: ['flag: each word has a capital, or is a small one', isShown],
  upper: ['flag: in capital letters', ({ own }) => own.every(({ casing }) => casing === 'upper')],
  venue: [
    'flag: with a word for a kind of place',
    ({ keys }) => keys.some((word) => VENUE_WORDS.has(word)),
    'both',
  ],
  areaNext: [
    'flag: an area follows',
    (seen) =>
      !followingText(seen).includes('\n') &&
      following(seen).some(({ key }) => seen.reading.areaWords.has(key)),
  ],
  addressNext: [
    'flag: an address follows',
    (seen) =>
      seen.reading.context.addresses.some(
        ({ text, words }) => text === seen.span.text && followingText(seen).includes(words.slice(0, 6)),
      ),
  ],
  opens: ['flag: the text begins with it', ({ span }) => span.first === 0],
  ordinary: [
    'number of frequent words in lower case',
    (seen) =>
      lowerWords(seen).filter(
        ({ key }) =>
          (seen.reading.context.rank(key) ?? Number.POSITIVE_INFINITY) < ORDINARY_RANK &&
          !FOOD_WORDS.has(key),
      ).length,
  ],
  verb: [
    'flag: begins with a verb or a diminutive, or has one in lower case',
    (seen) => VERB.test(seen.keys[0] ?? '') || lowerWords(seen).some(({ key }) => VERB.test(key)),
  ],
  inner: [
    'number of small words inside that are rare in names',
    ({ keys }) => keys.slice(1, -1).filter((key) => STOP_WORDS.has(key) && !LINKS.has(key)).length,
  ],
  startGlue: [
    'flag: begins with a small word other than an article',
    ({ keys: [start = ''] }) => STOP_WORDS.has(start) && !ARTICLES.has(start),
  ],
  endGlue: ['flag: ends with a small word', ({ keys }) => STOP_WORDS.has(keys.at(-1) ?? '')],
  lowerWords: [
    'number of words in lower case beyond three',
    ({ own }) => Math.max(0, own.filter(({ casing }) => casing === 'lower').length - MAX_LOWER_WORDS),
  ],
  manyWords: ['number of words beyond three', (seen) => Math.max(0, content(seen).length - MAX_WORDS)],
  frequent: ['share of words that a list of frequent words has', (seen) => shareListed(content(seen), seen)],
  sentence: [
    'flag: one word, with the capital that opens a sentence',
    (seen) => content(seen).length === 1 && seen.own[0]?.gap === 'hard' && seen.own[0].casing === 'title',
  ],
  tagFrequent: [
    'share of the words of a hashtag that a list of frequent words has',
    (seen) => (seen.own[0]?.kind === 'hashtag' ? shareListed(tagWords(seen), seen) : 0),
    'tags',
  ],
  handleFrequent: [
    'the same of a handle',
    (seen) => (seen.own[0]?.kind === 'handle' ? shareListed(tagWords(seen), seen) : 0),
    'tags',
  ],
  tagFood: [
    'flag: a hashtag with a dish',
    ({ own, keys }) => own[0]?.kind === 'hashtag' && keys.some((word) => FOOD_WORDS.has(word)),
    'tags',
  ],
  number: [
    'flag: begins or ends with a number',
    ({ keys }) => /^\d/.test(keys[0] ?? '') || /^\d/.test(keys.at(-1) ?? ''),
  ],
  price: [
    'flag: with a price',
    ({ span: { text }, own }) =>
      PRICE.test(text.text.slice(Math.max(0, (own[0]?.start ?? 0) - 2), own.at(-1)?.end)),
  ],
  before: ['flag: the name seems to begin earlier', (seen) => goesOn(seen.before, seen.own[0]?.gap, seen)],
  after: ['flag: the name seems to go on', (seen) => goesOn(seen.after, seen.after?.gap, seen)],
  ocr: ['flag: text in the picture', isFrom('ocr'), 'both'],
  transcript: ['flag: speech', isFrom('transcript'), 'both'],
  repaired: ['flag: letters were repaired', ({ span }) => span.form === 'repaired'],
} as const satisfies Readonly<Record<string, Entry>>

/** All cues in the order of the model's numbers. */
export const NAME_CUE_NAMES: readonly string[] = Object.keys(NAME_CUES)
const ENTRIES: readonly Entry[] = Object.values(NAME_CUES)

/** The weight from which a post means an area. */
const MIN_AREA_WEIGHT = 0.25
/** More frequent words in lower case are seldom part of a name. */
const ORDINARY_RANK = 3000

/** The part of a post's context by which its names are judged. */
interface NameContext {
  readonly texts: readonly TokenText[]
  readonly areas: AreaEvidence
  readonly addresses: readonly PostAddress[]
  readonly rank: WordRank
  readonly names: NameCounts
  readonly keyOf: (text: string) => string
  readonly cues: (span: Span) => Cues
}

/** A post, prepared for reading the cues of its words. */
export type NameReading = ReturnType<typeof nameReading>

export function nameReading(context: NameContext) {
  const named = context.areas.mentions.filter(({ weight }) => weight > MIN_AREA_WEIGHT)
  const areaWords: ReadonlySet<string> = new Set(named.flatMap(({ key }) => [key, ...key.split(' ')]))
  const isKnown = (word: string): boolean =>
    areaWords.has(word) || VENUE_WORDS.has(word) || FOOD_WORDS.has(word)
  return {
    context,
    areaWords,
    /** The words of a handle or hashtag. */
    split: memoized((token: Token) => splitJoined(token.text, context.rank, isKnown)),
    bitsOf: (keys: readonly string[]): number =>
      keys.reduce((sum, key) => sum + (areaWords.has(key) ? 0 : nameWordBits(key, context, true)), 0),
    isKnown,
  }
}

/** Returns the log-odds that words of the post are the name of its place. */
export function nameScorer(context: NameContext, model: LinearModel): (span: Span) => number {
  const reading = nameReading(context)
  return memoized((span: Span) => linearScore(model, nameCues(span, reading)))
}

/** The cues of words of a post, in the order of `NAME_CUE_NAMES`. */
export function nameCues(span: Span, reading: NameReading): number[] {
  const { first, last } = span
  const { tokens } = span.text
  const own = tokens.slice(first, last + 1)
  const [token] = own
  const isOfTag = token !== undefined && token.kind !== 'word'
  const keys = (isOfTag ? reading.split(token) : span.key).split(' ')
  const seen: Seen = { span, reading, keys, own, before: tokens[first - 1], after: tokens[last + 1] }
  return ENTRIES.map(([, read, of = 'words']) =>
    of === 'both' || (of === 'tags') === isOfTag ? Number(read(seen)) : 0,
  )
}

const isTag = ({ own: [token] }: Seen): boolean => token !== undefined && token.kind !== 'word'
/** A capital, or a letter of a script that has none. */
const isCapital = ({ kind, casing }: Token): boolean => kind === 'word' && casing !== 'lower'

function isShown({ own }: Seen): boolean {
  return own.every((token) => isCapital(token) || STOP_WORDS.has(token.key))
}

/** A word with at least this many bits beside a name is part of it. */
const MIN_RARE_BITS = 17

/** True for a word beside a name that seems to be a part of it. */
function goesOn(token: Token | undefined, gap: Token['gap'] | undefined, seen: Seen): boolean {
  const { context, areaWords } = seen.reading
  if (token?.kind !== 'word' || gap !== 'space') return false
  if (STOP_WORDS.has(token.key) || areaWords.has(token.key)) return false
  return isShown(seen)
    ? isCapital(token)
    : nameWordBits(token.key, context) >= MIN_RARE_BITS && !VERB.test(token.key)
}

/** The number of words after a name in which an area or address is looked for. */
const NEAR = 3
const following = ({ span: { text, last } }: Seen): readonly Token[] =>
  text.tokens.slice(last + 1, last + 1 + NEAR)
const followingText = (seen: Seen): string =>
  seen.span.text.text.slice(seen.own.at(-1)?.end, following(seen).at(-1)?.end)
