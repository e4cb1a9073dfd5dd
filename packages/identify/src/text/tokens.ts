import { findLinks } from '@antojo/domain/links/find-urls'
import { nameKey } from '@antojo/domain/text'
import { spokenNumber } from './number-words.ts'
import type { EvidenceSource, EvidenceText } from '../evidence.ts'

export type TokenKind = 'word' | 'handle' | 'hashtag'
/** The gap between a token and the one before it: only space, light punctuation, or the end of a phrase. */
export type Gap = 'space' | 'soft' | 'hard'
export type Casing = 'lower' | 'title' | 'upper' | 'none'

export interface Token {
  readonly kind: TokenKind
  /** As written, without # or @. */
  readonly text: string
  readonly key: string
  readonly start: number
  readonly end: number
  readonly gap: Gap
  readonly casing: Casing
}

/** One text of the evidence, cut into tokens. */
export interface TokenText {
  readonly source: EvidenceSource
  readonly second?: number
  readonly text: string
  readonly tokens: readonly Token[]
  /** Keys of the tokens; empty for handles and hashtags. */
  readonly wordKeys: readonly string[]
  /** `wordKeys` with spelled-out numbers replaced: 'mayor', 'ochenta', 'y', 'seis' becomes 'mayor', '86', '', ''. */
  readonly numberedKeys: readonly string[]
}

/** A word spelled letter by letter is one word: 'H.u.m.m.u.s', 'L U N E S'. */
const SPELLED = String.raw`(?<![\p{L}\p{N}])\p{L}(?<mark>[.·•*_ -])\p{L}(?:\k<mark>\p{L}){2,}(?![\p{L}\p{N}])`
const TOKEN = new RegExp(
  String.raw`[@#][\p{L}\p{N}_][\p{L}\p{N}\p{M}._]*|${SPELLED}|[\p{L}\p{N}\p{M}]+(?:['’‘\x60´][\p{L}\p{N}\p{M}]+)*`,
  'gu',
)
const HARD = /[\n!?¡¿;:|()[\]{}"“”«»•*=~→▷◁┃<>✓✔]|\p{Extended_Pictographic}|[–—-]{2,}|\s[–—-]\s|\.{2,}|…/u

const casingOf = (text: string): Casing => {
  const letters = text.replace(/[^\p{L}]/gu, '')
  if (letters === '' || letters.toLowerCase() === letters.toUpperCase()) return 'none'
  if (letters === letters.toUpperCase()) return letters.length > 1 ? 'upper' : 'title'
  return letters[0] === letters[0]?.toUpperCase() ? 'title' : 'lower'
}

const gapOf = (between: string, previous: string): Gap => {
  if (/^[ \t\u00a0]*$/.test(between)) return 'space'
  if (HARD.test(between)) return 'hard'
  return /\.\s/.test(between) && previous.length > 3 ? 'hard' : 'soft'
}

/** A line end in a picture counts as light punctuation. */
const OCR_LINE_END = ' , '

/** The text with line ends instead of its links, so that they separate the words around them. */
function withoutLinks(text: string): string {
  let words = text
  for (const { from, to } of findLinks(text))
    words = words.slice(0, from) + '\n'.repeat(to - from) + words.slice(to)
  return words.replaceAll(/www\.\S+/giu, (site) => '\n'.repeat(site.length))
}

/** Cuts a text into words, handles and hashtags; links are left out. */
export function tokenize(input: EvidenceText): TokenText {
  const text = input.source === 'ocr' ? input.text.replace(/\n/g, OCR_LINE_END) : input.text
  const tokens: Token[] = []
  let last = 0
  const words = withoutLinks(text)
  for (const match of words.matchAll(TOKEN)) {
    const raw = match[0]
    const marked = raw.startsWith('@') || raw.startsWith('#')
    const body = marked ? raw.slice(1).replace(/(?<![._])[._]+$/u, '') : raw
    const mark = match.groups?.['mark']
    const key = nameKey(
      marked ? body.replace(/[._]/gu, '') : mark === undefined ? body : body.replaceAll(mark, ''),
    )
    if (key === '') continue
    const between = words.slice(last, match.index)
    const previous = tokens.at(-1)
    tokens.push({
      kind: raw.startsWith('@') ? 'handle' : raw.startsWith('#') ? 'hashtag' : 'word',
      text: body,
      key,
      start: match.index,
      end: match.index + (marked ? 1 : 0) + body.length,
      gap:
        previous === undefined || marked || previous.kind !== 'word' ? 'hard' : gapOf(between, previous.text),
      casing: casingOf(body),
    })
    last = match.index + raw.length
  }
  const wordKeys = tokens.map((token) => (token.kind === 'word' ? token.key : ''))
  return {
    source: input.source,
    ...(input.second === undefined ? {} : { second: input.second }),
    text,
    tokens,
    wordKeys,
    numberedKeys: withNumbers(wordKeys),
  }
}

/** Smaller numbers in words are seldom house numbers. */
const MIN_SPOKEN = 10

function withNumbers(keys: readonly string[]): readonly string[] {
  const numbered = [...keys]
  for (let i = 0; i < keys.length; i++) {
    const spoken = spokenNumber(keys, i)
    if (spoken === null) continue
    if (spoken.value >= MIN_SPOKEN) {
      numbered.fill('', i, spoken.last + 1)
      numbered[i] = String(spoken.value)
    }
    i = spoken.last
  }
  return numbered
}

/** A run of tokens as the text writes it; line ends of a picture become spaces again. */
export function wordsAsWritten({ source, text, tokens }: TokenText, first: number, last: number): string {
  const written = text.slice(tokens[first]?.start, tokens[last]?.end)
  return source === 'ocr' ? written.replaceAll(OCR_LINE_END, ' ') : written
}
