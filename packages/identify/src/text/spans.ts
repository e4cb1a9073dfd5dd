import { numberSpellings } from './number-words.ts'
import { wordsAsWritten, type Token, type TokenText } from './tokens.ts'
import { STOP_WORDS } from './words.ts'

/** Consecutive words that could be a name, and their position. */
export interface Span {
  readonly text: TokenText
  readonly first: number
  readonly last: number
  readonly key: string
  /** How the key was made from the words. */
  readonly form: 'words' | 'joined' | 'repaired' | 'handle' | 'hashtag' | 'creator' | 'piece'
}

/** "Leopold's" is also written "Leopold". */
const POSSESSIVE = /['’‘`´]s$/iu
const MAX_WORDS = 7
const MAX_SPANS = 3000
/** Names that contain a number are short. */
const MAX_NUMBERED_WORDS = 4

/** Scripts written without spaces: names are found as substrings of a run of letters. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
/** Korean attaches particles to the end of a name. */
const HANGUL = /^\p{Script=Hangul}+$/u

const wordKey = (token: Token): string => (token.kind === 'word' ? token.key : token.text)

/** Emoji within names ('Mc🍟Ejemplo', 'Rotas 🌿 da ilha'), and those that announce one. */
const PICTURES = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F|\u200D| )+$/u
const POINTERS = /📍|📌|🗺|🏠|🧭|👉|➡/u

const pictureBetween = ({ text, tokens }: TokenText, index: number): string | null => {
  const between = text.slice(tokens[index - 1]?.end ?? 0, tokens[index]?.start)
  return PICTURES.test(between) && !POINTERS.test(between) ? between : null
}

function wordSpans(text: TokenText, spans: Span[]): void {
  const { tokens } = text
  const joins = tokens.map((token, i) => (token.gap === 'hard' && i > 0 ? pictureBetween(text, i) : null))
  for (let first = 0; first < tokens.length; first++) {
    const head = tokens[first]
    if (head === undefined || head.kind !== 'word') continue
    let key = ''
    let joined = ''
    for (let last = first; last < Math.min(tokens.length, first + MAX_WORDS); last++) {
      const token = tokens[last]
      if (
        token === undefined ||
        token.kind !== 'word' ||
        (last > first && token.gap === 'hard' && joins[last] === null)
      )
        break
      key = key === '' ? wordKey(token) : `${key} ${wordKey(token)}`
      joined += token.key.replaceAll(' ', '')
      const size = last - first + 1
      if (size === 1 && (STOP_WORDS.has(key) || (key.length < 2 && !/\p{L}/u.test(key)))) continue
      spans.push({ text, first, last, key, form: 'words' })
      if (size <= MAX_NUMBERED_WORDS)
        for (const spelled of numberSpellings(key))
          if (spelled.length > 2) spans.push({ text, first, last, key: spelled, form: 'words' })
      if (POSSESSIVE.test(token.text) && key.length > 5)
        spans.push({ text, first, last, key: key.slice(0, -1), form: 'words' })
      // 'Fish n Chips' also stands for "Fish'n Chips".
      if (size === 3 && tokens[first + 1]?.key === 'n')
        spans.push({ text, first, last, key: key.replace(' n ', 'n '), form: 'words' })
      const glued = joins[last] !== null && joins[last]?.trim() === joins[last]
      if ((size === 2 || glued) && joined.length >= 5)
        spans.push({ text, first, last, key: joined, form: 'joined' })
    }
  }
}

function pieceSpans(text: TokenText, spans: Span[]): void {
  text.tokens.forEach((token, index) => {
    if (HANGUL.test(token.key)) {
      for (let end = 2; end < token.key.length; end++)
        spans.push({ text, first: index, last: index, key: token.key.slice(0, end), form: 'piece' })
    } else if (SPACELESS.test(token.key)) {
      for (let start = 0; start < Math.min(token.key.length, 60); start++)
        for (let size = 2; size <= 10 && start + size <= token.key.length; size++)
          spans.push({
            text,
            first: index,
            last: index,
            key: token.key.slice(start, start + size),
            form: 'piece',
          })
    }
  })
}

/** All spans of a text whose key may be a name; their number is bounded. */
export function spansOf(text: TokenText): Span[] {
  const spans: Span[] = []
  wordSpans(text, spans)
  pieceSpans(text, spans)
  return spans.slice(0, MAX_SPANS)
}

/** The index of the first word after a comma within a span; -1 when there is none. */
export function afterComma({ text: { text, tokens }, first, last }: Span): number {
  for (let i = first + 1; i <= last; i++)
    if (text.slice(tokens[i - 1]?.end ?? 0, tokens[i]?.start).includes(',')) return i
  return -1
}

/** The words of a span as written in the text. */
export const spanWords = ({ text, first, last }: Span): string => wordsAsWritten(text, first, last)
