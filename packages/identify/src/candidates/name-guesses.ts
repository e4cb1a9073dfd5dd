import { nameKey } from '@antojo/domain/text'
import type { PostContext } from '../post-context.ts'
import { spanWords, type Span } from '../text/spans.ts'
import type { TokenText } from '../text/tokens.ts'
import { onlyGenericWords, STOP_WORDS } from '../text/words.ts'
import { nameReading, type NameReading } from './name-cues.ts'

/** Words that may be a name, and the log-odds that they are one. */
export interface NameGuess {
  readonly span: Span
  /** The words as a person would type them, and their key. */
  readonly words: string
  readonly key: string
  readonly score: number
}

const MAX_WORDS = 6
/** The fewest bits of words that can be a name, without and with a mark of the author. */
const MIN_BITS = 12
const MIN_MARKED_BITS = 6
const MIN_HASHTAG_BITS = 17

/**
 * The words of a post that may name a place. The author's own account is never one of them: most accounts belong to
 * people who eat.
 */
export function nameGuesses(spans: readonly Span[], context: PostContext): NameGuess[] {
  const reading = nameReading(context)
  return possibleNames(spans, reading).map((guess) => ({ ...guess, score: context.nameOdds(guess.span) }))
}

/** The same before they are scored. */
export function possibleNames(spans: readonly Span[], reading: NameReading): Omit<NameGuess, 'score'>[] {
  const written = spans
    .filter((span) => isPossible(span, reading))
    .map((span) => ({ span, key: span.key, words: span.form === 'repaired' ? span.key : spanWords(span) }))
  return [...written, ...reading.context.texts.flatMap((text) => tagged(text, reading))]
}

/** Marks that end a name, though less surely than the end of a phrase. */
const LIGHT_BREAK = /[,/;·:]|\.\s|\p{Extended_Pictographic}/u
function isPossible(span: Span, { context, bitsOf }: NameReading): boolean {
  const { first, last, key, form } = span
  const isRead = form === 'words' || form === 'repaired'
  if (!isRead || last - first >= MAX_WORDS || onlyGenericWords(key)) return false
  if (hasBreak(span) || isInAddress(span, context)) return false
  const cues = context.cues(span)
  if (cues.compared || (isCreators(key, context) && cues.pin !== 'direct' && !cues.label)) return false
  const isMarked = cues.pin === 'direct' || cues.label || cues.quoted || cues.capitals || cues.item
  return bitsOf(key.split(' ')) >= (isMarked ? MIN_MARKED_BITS : MIN_BITS)
}

const isCreators = (key: string, { texts, keyOf }: NameReading['context']): boolean =>
  texts.some(
    ({ source, text }) => source === 'creator' && keyOf(text).replaceAll(' ', '') === key.replaceAll(' ', ''),
  )

function hasBreak({ text: { text, tokens }, first, last }: Span): boolean {
  for (let i = first + 1; i <= last; i++)
    if (LIGHT_BREAK.test(text.slice(tokens[i - 1]?.end, tokens[i]?.start))) return true
  return false
}

/** True for words of an address; those before its last phrase may be a name. */
function isInAddress({ text, first, last, key }: Span, { addresses }: NameReading['context']): boolean {
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

/** Handles and hashtags, split into words. */
function tagged(
  text: TokenText,
  { context, isKnown, split, bitsOf }: NameReading,
): Omit<NameGuess, 'score'>[] {
  if (text.source === 'creator') return []
  return text.tokens.flatMap((token, at) => {
    const { kind } = token
    if (kind === 'word' || isCreators(token.key, context)) return []
    const words = split(token)
    const bits = bitsOf(words.split(' ').filter((word) => !isKnown(word) && !STOP_WORDS.has(word)))
    if (bits < (kind === 'handle' ? MIN_BITS : MIN_HASHTAG_BITS)) return []
    return [{ words, key: nameKey(words), span: { text, first: at, last: at, key: token.key, form: kind } }]
  })
}
