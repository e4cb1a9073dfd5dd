import { nameKey } from '@antojo/domain/text'
import { streetKeyWords } from './address.ts'
import { anyCase, SUFFIX_ALONE, SUFFIX_AFTER_ON, TYPE_ALONE } from './street-types.ts'
import { cuesOf } from '../text/cues.ts'
import type { TokenText } from '../text/tokens.ts'
import type { WordRank } from '../text/word-ranks.ts'
import { FOOD_WORDS, LANDMARK_WORDS, VENUE_WORDS } from '../text/words.ts'

/** A street that a post names, with or without a number, and its position. */
export interface NamedStreet {
  readonly words: readonly string[]
  readonly text: TokenText
  readonly first: number
  readonly last: number
}

const LINK = String.raw`(?:(?:de|del|la|las|los|el|les|y|i)\s+|d['’])`
const WORD = String.raw`\p{Lu}[\p{L}.'’]+`
/** Names of streets that are not where the place is: 'Green Street Market', 'street food', a station, a road trip. */
const NO_STREET = String.raw`(?!\.?\s+(?:${anyCase('station|tube|market|food|park|bridge|style|art|tacos?|burgers?|trips?|thru|through|vlog')})\b)`

const CORNER = anyCase(String.raw`(?:casi|esq\.?|esquina)`)
const SMALL_WORD = anyCase('(?:con|de|la)')

const CAPITALS: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<![\p{L}@#])(?:[cC]\/\s*|${anyCase(TYPE_ALONE)}\s+)(?<name>${LINK}{0,3}${WORD}(?:\s+${LINK}{0,2}${WORD}){0,3})`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<![\p{L}@#])(?<name>(?:${WORD}\s+){1,3})(?:${anyCase(SUFFIX_ALONE)}\b${NO_STREET}|(?:St|ST)\b\.?(?!\s*\p{Lu}))`,
    'gu',
  ),
  // 'Tucumán casi Maipú', 'Perú esquina Chile': a corner names two streets.
  new RegExp(
    String.raw`(?<![\p{L}@#])(?<name>${WORD}(?:\s+${WORD}){0,2})(?=\s+${CORNER}\s+(?:${SMALL_WORD}\s+){0,2}${WORD})`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<=\s${CORNER}\s+(?:${SMALL_WORD}\s+){0,2})(?<name>${WORD}(?:\s+${WORD}){0,2})`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<=(?<!\p{L})[oO]n\s+)(?<name>(?:${WORD}\s+){1,3})${anyCase(SUFFIX_AFTER_ON)}\b`,
    'gu',
  ),
]
const SMALL: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\p{L}@#])(?:c\/\s*|${TYPE_ALONE}\s+)${LINK}{0,3}(?<name>\p{Ll}{4,})`, 'gu'),
  new RegExp(String.raw`(?<![\p{L}@#])(?<name>\p{Ll}{4,})\s+${SUFFIX_ALONE}\b${NO_STREET}`, 'gu'),
]

/**
 * Streets that the text gives as the place's location: 'Calle Bolívar', 'on Wardour Street'. In lower case, only words
 * that no frequency list holds count. Streets that are only near ('esquina', 'off', 'next to') do not.
 */
export function namedStreets(text: TokenText, rank: WordRank): NamedStreet[] {
  const found: NamedStreet[] = []
  const add = (start: number, end: number, name: string): void => {
    const first = text.tokens.findIndex((token) => token.end > start)
    const last = text.tokens.findLastIndex((token) => token.start < end)
    const words = streetKeyWords(name).filter((word) => !VENUE_WORDS.has(word) && !FOOD_WORDS.has(word))
    if (words.length === 0 || first < 0 || last < first) return
    const span = { text, first, last, key: nameKey(name), form: 'words' } as const
    const cues = cuesOf(span)
    if (!cues.beside && !cues.compared) found.push({ words, text, first, last })
  }
  for (const pattern of CAPITALS)
    for (const match of text.text.matchAll(pattern))
      add(match.index, match.index + match[0].length, match.groups?.['name'] ?? '')
  for (const pattern of SMALL)
    for (const match of text.text.matchAll(pattern)) {
      const name = match.groups?.['name'] ?? ''
      if (rank(nameKey(name)) === undefined && !LANDMARK_WORDS.has(nameKey(name)))
        add(match.index, match.index + match[0].length, name)
    }
  return found
}
