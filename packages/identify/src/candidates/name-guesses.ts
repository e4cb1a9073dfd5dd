import { nameKey } from '@antojo/domain/text'
import { nameWordBits, type PostContext } from '../post-context.ts'
import { spanWords, type Span } from '../text/spans.ts'
import { splitJoined } from '../text/split-joined.ts'
import type { Token, TokenText } from '../text/tokens.ts'
import { FOOD_WORDS, STOP_WORDS, onlyGenericWords, VENUE_WORDS } from '../text/words.ts'

/** Words that may be a name, their position, and the log-odds that they are one. */
export interface NameGuess extends Pick<Span, 'text' | 'first' | 'last'> {
  /** The words as a person would type them. */
  readonly words: string
  readonly key: string
  readonly score: number
}

/** A post, with the words that name its areas. */
interface Reading {
  readonly context: PostContext
  readonly areaWords: ReadonlySet<string>
}

/**
 * The amount that each feature adds to the log-odds that words are the name rather than other words of the post: fitted
 * to 457 written posts with a name. Hashtags, and words of the location tag, of the person and of the language model,
 * are weighed by hand.
 */
const WEIGHTS = {
  handle: 6.3,
  hashtag: 3.4,
  pinDirect: 3.4,
  pinLine: -0.8,
  label: 2.5,
  capitals: 1.2,
  preposition: 1.5,
  standalone: 1.9,
  beside: -0.8,
  bits: 1.3,
  shown: 2.4,
  upper: 1.1,
  venue: 2.4,
  area: 0.6,
  areaNext: 1,
  addressNext: 0.9,
  opens: 1,
  ordinary: -0.6,
  verb: -0.2,
  inner: -1.6,
  startGlue: -1.3,
  endGlue: -1.3,
  lowerWords: -0.6,
  manyWords: -0.7,
  frequent: -1.4,
  sentence: 0.5,
  tagFrequent: -0.5,
  tagFood: -1.3,
  number: -1.1,
  price: -1.8,
  before: -0.6,
  after: -0.6,
  ocr: 0.7,
  transcript: 1.7,
  repaired: 1.2,
  given: 6,
  proposed: 3,
} as const
type Feature = keyof typeof WEIGHTS
const isFeature = (name: string): name is Feature => name in WEIGHTS
const FEATURES: readonly Feature[] = Object.keys(WEIGHTS).filter(isFeature)
type Features = Partial<Record<Feature, number>>

const MAX_WORDS = 6
const MAX_BITS = 36
/** The fewest bits of words that can be a name, without and with a mark of the author. */
const MIN_BITS = 12
const MIN_MARKED_BITS = 6
const MIN_HASHTAG_BITS = 17
/** More frequent words in lower case are seldom part of a name. */
const ORDINARY_RANK = 3000
/** The weight from which a post means an area. */
const MIN_AREA_WEIGHT = 0.25

/**
 * The words of a post that may name a place. The author's own account is never one of them: most accounts belong to
 * people who eat.
 */
export function nameGuesses(spans: readonly Span[], context: PostContext): NameGuess[] {
  const named = context.areas.mentions.filter(({ weight }) => weight > MIN_AREA_WEIGHT)
  const reading = { context, areaWords: new Set(named.flatMap(({ key }) => [key, ...key.split(' ')])) }
  return [
    ...spans.flatMap((span) => writtenGuess(span, reading) ?? []),
    ...context.texts.flatMap((text) => markedGuesses(text, reading)),
  ]
}

const scoreOf = (features: Features): number =>
  FEATURES.reduce((sum, name) => sum + WEIGHTS[name] * (features[name] ?? 0), 0)

const flag = (is: boolean): number => (is ? 1 : 0)

/** Marks that end a name, though less surely than the end of a phrase. */
const LIGHT_BREAK = /[,/;·:]|\.\s|\p{Extended_Pictographic}/u
const TIMES_AND_NUMBERS = String.raw`#?\d{1,2}\s?[.)º°:-]|\d\uFE0F?\u20E3|\d{1,2}:\d{2}(?::\d{2})?`
/** Numbers, times and bullets that mark the items of a list. */
const ITEM_MARK = new RegExp(
  String.raw`(?:^|\n)\s*(?:${TIMES_AND_NUMBERS}|•|▪\uFE0F?|◾|✅|🥇|🥈|🥉|\*|-)[^\p{L}\p{N}\n]*$`,
  'u',
)
const PRICE = /[$€£]/u

function writtenGuess(span: Span, reading: Reading): NameGuess | null {
  const { text, first, last, key, form } = span
  const isRead = form === 'words' || form === 'repaired'
  if (!isRead || last - first >= MAX_WORDS || onlyGenericWords(key)) return null
  if (hasBreak(span) || isInAddress(span, reading.context)) return null
  const cues = reading.context.cues(span)
  if (cues.compared || (isCreators(key, reading.context) && cues.pin !== 'direct' && !cues.label)) return null
  const keys = key.split(' ')
  const bits = bitsOf(keys, reading)
  const isItem = startsItem(span)
  const isMarked = isItem || cues.pin === 'direct' || cues.label || cues.quoted || cues.capitals
  if (bits < (isMarked ? MIN_MARKED_BITS : MIN_BITS)) return null
  const features = {
    pinDirect: flag(cues.pin === 'direct'),
    pinLine: flag(cues.pin === 'line'),
    label: flag(cues.label),
    capitals: flag(cues.capitals),
    preposition: flag(cues.preposition),
    standalone: flag(cues.standalone),
    beside: flag(cues.beside),
    bits: Math.min(bits, MAX_BITS) / MAX_BITS,
    ...written(span, keys, reading),
    ...around(span, reading),
    ...sourceFeatures(text),
    repaired: flag(form === 'repaired'),
  }
  return {
    words: form === 'repaired' ? key : spanWords(span),
    key,
    text,
    first,
    last,
    score: scoreOf(features),
  }
}

const isCreators = (key: string, { texts, keyOf }: PostContext): boolean =>
  texts.some(
    ({ source, text }) => source === 'creator' && keyOf(text).replaceAll(' ', '') === key.replaceAll(' ', ''),
  )

const bitsOf = (keys: readonly string[], { context, areaWords }: Reading): number =>
  keys.reduce((sum, key) => sum + (areaWords.has(key) ? 0 : nameWordBits(key, context, true)), 0)

function hasBreak({ text: { text, tokens }, first, last }: Span): boolean {
  for (let i = first + 1; i <= last; i++)
    if (LIGHT_BREAK.test(text.slice(tokens[i - 1]?.end, tokens[i]?.start))) return true
  return false
}

/** True for words of an address; those before its last phrase may be a name. */
function isInAddress({ text, first, last, key }: Span, { addresses }: PostContext): boolean {
  const before = text.tokens[first - 1]
  const follows = (number: string): boolean => text.tokens[last + 1]?.key === number || before?.key === number
  return addresses.some(
    (address) =>
      address.text === text &&
      address.sure &&
      (key === address.street ||
        ` ${address.street} ${address.number} `.includes(` ${key} `) ||
        follows(address.number)),
  )
}

function startsItem({ text: { text, tokens }, first, key }: Span): boolean {
  return !/^\d/.test(key) && ITEM_MARK.test(text.slice(0, tokens[first]?.start))
}

function sourceFeatures({ source }: TokenText): Features {
  return {
    ocr: flag(source === 'ocr'),
    transcript: flag(source === 'transcript'),
    given: flag(source === 'location-tag' || source === 'user-hint'),
    proposed: flag(source === 'llm-mention'),
  }
}

/** Endings of verbs and diminutives, few of which are in lists of frequent words. */
const VERB = /(?:[aei]mos|aron|ieron|[ai]ste|ando|iendo|aban?|ias?|ian|[^aeiou]ed|ing|it[ao]s?)$/u
/** Short words that occur within names. */
const LINKS = new Set('de del la las los el y e and the of da do di du le les n al'.split(' '))
const ARTICLES = new Set('el la los las the lo le les il un una mi a'.split(' '))
/** Longer names are seldom written in lower case. */
const MAX_LOWER_WORDS = 3

const isCapital = ({ kind, casing }: Token): boolean =>
  kind === 'word' && (casing === 'title' || casing === 'upper')

/** Features of the words themselves: how they are written, and what else they may mean. */
function written(
  { text: { text, tokens }, first, last }: Span,
  keys: readonly string[],
  { context, areaWords }: Reading,
): Features {
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
    area: flag(content.some((key) => areaWords.has(key))),
    opens: flag(first === 0),
  }
}

/** A word with at least this many bits beside a name is part of it. */
const MIN_RARE_BITS = 17
/** The number of words after a name in which an area or address is looked for. */
const NEAR = 3

/** Features of the words on either side. */
function around({ text, first, last }: Span, { context, areaWords }: Reading): Features {
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

/** Handles and hashtags, split into words. */
function markedGuesses(text: TokenText, reading: Reading): NameGuess[] {
  const { context, areaWords } = reading
  if (text.source === 'creator') return []
  const isKnown = (word: string): boolean =>
    areaWords.has(word) || VENUE_WORDS.has(word) || FOOD_WORDS.has(word)
  return text.tokens.flatMap((token, at) => {
    if (token.kind === 'word' || isCreators(token.key, context)) return []
    const words = splitJoined(token.text, context.rank, isKnown)
    const keys = words.split(' ')
    const distinctive = keys.filter((word) => !isKnown(word) && !STOP_WORDS.has(word))
    const bits = bitsOf(distinctive, reading)
    if (bits < (token.kind === 'handle' ? MIN_BITS : MIN_HASHTAG_BITS)) return []
    const isHandle = token.kind === 'handle'
    const features = {
      ...sourceFeatures(text),
      bits: Math.min(bits, MAX_BITS) / MAX_BITS,
      handle: flag(isHandle),
      hashtag: flag(!isHandle),
      venue: flag(keys.some((word) => VENUE_WORDS.has(word))),
      tagFrequent: isHandle
        ? 0
        : distinctive.filter((key) => context.rank(key) !== undefined).length / distinctive.length,
      tagFood: flag(!isHandle && keys.some((word) => FOOD_WORDS.has(word))),
    }
    return [{ words, key: nameKey(words), text, first: at, last: at, score: scoreOf(features) }]
  })
}
