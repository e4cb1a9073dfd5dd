import { linearScore, type LinearModel } from '../model/linear.ts'
import type { NameCounts } from '../model/known-names.ts'
import type { PostAddress } from '../streets/address.ts'
import type { AreaEvidence } from '../areas/areas.ts'
import type { Cues } from '../text/cues.ts'
import { memoized } from '../text/memoized.ts'
import type { Span } from '../text/spans.ts'
import { splitJoined } from '../text/split-joined.ts'
import type { Token, TokenText } from '../text/tokens.ts'
import { nameWordBits, type WordRank } from '../text/word-ranks.ts'
import { FOOD_WORDS, STOP_WORDS, VENUE_WORDS } from '../text/words.ts'

/**
 * The cues by which words of a post are judged to be the name of its place, with the meaning of each number. A flag is 0
 * or 1. The weights are learned.
 */
export const NAME_CUES = {
  handle: 'flag: a handle',
  hashtag: 'flag: a hashtag',
  pinDirect: 'flag: right after a map pin',
  pinLine: 'flag: on the line of a map pin',
  label: 'flag: after a label, in a location tag, or given by a person',
  quoted: 'flag: in quotation marks',
  capitals: 'flag: with capitals where the text around has none',
  preposition: 'flag: after "en", "at", "visited" …',
  standalone: 'flag: a phrase of its own',
  beside: 'flag: after "next to", "near" …',
  bits: 'bits that the words tell, as a share of the most that count',
  shown: 'flag: each word has a capital, or is a small one',
  upper: 'flag: in capital letters',
  venue: 'flag: with a word for a kind of place',
  areaNext: 'flag: an area follows',
  addressNext: 'flag: an address follows',
  opens: 'flag: the text begins with it',
  ordinary: 'number of frequent words in lower case',
  verb: 'flag: begins with a verb or a diminutive, or has one in lower case',
  inner: 'number of small words inside that are rare in names',
  startGlue: 'flag: begins with a small word other than an article',
  endGlue: 'flag: ends with a small word',
  lowerWords: 'number of words in lower case beyond three',
  manyWords: 'number of words beyond three',
  frequent: 'share of words that a list of frequent words has',
  sentence: 'flag: one word, with the capital that opens a sentence',
  tagFrequent: 'share of the words of a hashtag that a list of frequent words has',
  tagFood: 'flag: a hashtag with a dish',
  number: 'flag: begins or ends with a number',
  price: 'flag: with a price',
  before: 'flag: the name seems to begin earlier',
  after: 'flag: the name seems to go on',
  ocr: 'flag: text in the picture',
  transcript: 'flag: speech',
  repaired: 'flag: letters were repaired',
} as const
type NameCue = keyof typeof NAME_CUES
const isNameCue = (name: string): name is NameCue => name in NAME_CUES
/** All cues in the order of the model's numbers. */
export const NAME_CUE_NAMES: readonly NameCue[] = Object.keys(NAME_CUES).filter(isNameCue)
type TagCue = 'handle' | 'hashtag' | 'tagFrequent' | 'tagFood'
type SourceCue = 'ocr' | 'transcript'
/** The cues of words; the compiler asks for a value of each. */
type WordCues = Readonly<Record<Exclude<NameCue, TagCue | SourceCue>, number>>
type TagCues = Readonly<Record<TagCue | 'bits' | 'venue', number>>

/** The weight from which a post means an area. */
const MIN_AREA_WEIGHT = 0.25
const MAX_BITS = 36
/** More frequent words in lower case are seldom part of a name. */
const ORDINARY_RANK = 3000
const PRICE = /[$€£]/u

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
  const token = span.text.tokens[span.first]
  const isTag = token !== undefined && token.kind !== 'word'
  const features = isTag ? tagCues(token, reading) : wordCues(span, reading)
  const { source } = span.text
  const all: Partial<Record<NameCue, number>> = {
    ...features,
    ocr: flag(source === 'ocr'),
    transcript: flag(source === 'transcript'),
  }
  return NAME_CUE_NAMES.map((name) => all[name] ?? 0)
}

const flag = (is: boolean): number => (is ? 1 : 0)
const shareOfBits = (bits: number): number => Math.min(bits, MAX_BITS) / MAX_BITS

function wordCues(span: Span, reading: NameReading): WordCues {
  const cues = reading.context.cues(span)
  const keys = span.key.split(' ')
  const { source } = span.text
  return {
    pinDirect: flag(cues.pin === 'direct'),
    pinLine: flag(cues.pin === 'line'),
    label: flag(cues.label || source === 'location-tag' || source === 'user-hint'),
    quoted: flag(cues.quoted),
    capitals: flag(cues.capitals),
    preposition: flag(cues.preposition),
    standalone: flag(cues.standalone),
    beside: flag(cues.beside),
    bits: shareOfBits(reading.bitsOf(keys)),
    ...written(span, keys, reading),
    ...around(span, reading),
    repaired: flag(span.form === 'repaired'),
  }
}

function tagCues(token: Token, reading: NameReading): TagCues {
  const keys = reading.split(token).split(' ')
  const own = keys.filter((word) => !reading.isKnown(word) && !STOP_WORDS.has(word))
  const isHandle = token.kind === 'handle'
  const frequent = own.filter((key) => reading.context.rank(key) !== undefined).length
  return {
    handle: flag(isHandle),
    hashtag: flag(!isHandle),
    bits: shareOfBits(reading.bitsOf(own)),
    venue: flag(keys.some((word) => VENUE_WORDS.has(word))),
    tagFrequent: isHandle ? 0 : frequent / Math.max(1, own.length),
    tagFood: flag(!isHandle && keys.some((word) => FOOD_WORDS.has(word))),
  }
}

/** Endings of verbs and diminutives, few of which are in lists of frequent words. */
const VERB = /(?:[aei]mos|aron|ieron|[ai]ste|ando|iendo|aban?|ias?|ian|[^aeiou]ed|ing|it[ao]s?)$/u
/** Short words that occur within names. */
const LINKS = new Set('de del la las los el y e and the of da do di du le les n al'.split(' '))
const ARTICLES = new Set('el la los las the lo le les il un una mi a'.split(' '))
/** Longer names are seldom written in lower case. */
const MAX_LOWER_WORDS = 3

/** A capital, or a letter of a script that has none. */
const isCapital = ({ kind, casing }: Token): boolean => kind === 'word' && casing !== 'lower'

/** Features of the words themselves: how they are written, and what else they may mean. */
function written(
  { text: { text, tokens }, first, last }: Span,
  keys: readonly string[],
  { context }: NameReading,
) {
  const own = tokens.slice(first, last + 1)
  const lower = own.filter(
    ({ key, casing }) => casing === 'lower' && !STOP_WORDS.has(key) && !VENUE_WORDS.has(key),
  )
  const isFrequent = ({ key }: Token): boolean =>
    (context.rank(key) ?? Number.POSITIVE_INFINITY) < ORDINARY_RANK
  const [start = '', end = ''] = [keys[0], keys.at(-1)]
  const content = keys.filter((key) => !STOP_WORDS.has(key))
  return {
    shown: flag(own.every((token) => isCapital(token) || STOP_WORDS.has(token.key))),
    upper: flag(own.every(({ casing }) => casing === 'upper')),
    ordinary: lower.filter((token) => isFrequent(token) && !FOOD_WORDS.has(token.key)).length,
    verb: flag(VERB.test(start) || lower.some(({ key }) => VERB.test(key))),
    venue: flag(keys.some((key) => VENUE_WORDS.has(key))),
    inner: keys.slice(1, -1).filter((key) => STOP_WORDS.has(key) && !LINKS.has(key)).length,
    startGlue: flag(STOP_WORDS.has(start) && !ARTICLES.has(start)),
    endGlue: flag(STOP_WORDS.has(end)),
    lowerWords: Math.max(0, own.filter(({ casing }) => casing === 'lower').length - MAX_LOWER_WORDS),
    number: flag(/^\d/.test(start) || /^\d/.test(end)),
    price: flag(PRICE.test(text.slice(Math.max(0, (own[0]?.start ?? 0) - 2), own.at(-1)?.end))),
    manyWords: Math.max(0, content.length - 3),
    frequent: content.filter((key) => context.rank(key) !== undefined).length / Math.max(1, content.length),
    sentence: flag(content.length === 1 && own[0]?.gap === 'hard' && own[0].casing === 'title'),
    opens: flag(first === 0),
  }
}

/** A word with at least this many bits beside a name is part of it. */
const MIN_RARE_BITS = 17
/** The number of words after a name in which an area or address is looked for. */
const NEAR = 3

/** Features of the words on either side. */
function around({ text, first, last }: Span, { context, areaWords }: NameReading) {
  const { tokens } = text
  const isShown = tokens
    .slice(first, last + 1)
    .every((token) => isCapital(token) || STOP_WORDS.has(token.key))
  const goesOn = (token: Token | undefined, gap: Token['gap'] | undefined): boolean =>
    token?.kind === 'word' &&
    gap === 'space' &&
    !STOP_WORDS.has(token.key) &&
    !areaWords.has(token.key) &&
    (isShown ? isCapital(token) : nameWordBits(token.key, context) >= MIN_RARE_BITS && !VERB.test(token.key))
  const next = tokens.slice(last + 1, last + 1 + NEAR)
  const following = text.text.slice(tokens[last]?.end, next.at(-1)?.end)
  return {
    before: flag(goesOn(tokens[first - 1], tokens[first]?.gap)),
    after: flag(goesOn(tokens[last + 1], tokens[last + 1]?.gap)),
    areaNext: flag(!following.includes('\n') && next.some(({ key }) => areaWords.has(key))),
    addressNext: flag(
      context.addresses.some(
        (address) => address.text === text && following.includes(address.words.slice(0, 6)),
      ),
    ),
  }
}
