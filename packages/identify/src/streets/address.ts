import { nameKey } from '@antojo/domain/text'
import { spokenNumber } from '../text/number-words.ts'
import { wordsAsWritten, type TokenText } from '../text/tokens.ts'
import { FOOD_WORDS, VENUE_WORDS } from '../text/words.ts'
import { STREET_TYPES, SUFFIX, TYPE } from './street-types.ts'

/** A street with its number as a post gives it. */
export interface PostAddress {
  readonly street: string
  readonly number: string
  /** 'Cerrito al 800': any number from 800 to 899. */
  readonly block: boolean
  /** Written like an address: with a street type or capitals. */
  readonly sure: boolean
  readonly words: string
  readonly text: TokenText
}

const GLUE = new Set('de del la las los el lo the of y e and da do dos a al en on at in'.split(' '))

const NAME = String.raw`[\p{L}][\p{L}.'’]{0,40}`
const NUMBER = String.raw`\d{1,5}(?!\d)`
/** Units after a number that is not a house number: money, time, weight, counts. */
const NOT_UNIT = String.raw`(?!(?:st|nd|rd|th)\b|\s?(?:[€$£%°º]|:\d|k\b|mil\b|pesos|bs\b|euros?|lucas|min|mins|minutos|minutes|hs?\b|hrs?|horas?|hours?|am\b|pm\b|a[nñ]os|years?|d[ií]as?|days?|km|kg|gr?\b|gramos|ml|cm|personas|people|cuadras|blocks|tacos|lugares|sitios|places|veces|times|piezas|x\b|stars?|de (?:la tarde|la ma|enero|febr|marzo|abril|mayo|junio|julio|agosto|sept|octu|novi|dici))|[.,]\d)`

/** 'Calle 60 #491', but '#3: …' is the third of a ranking. */
const HASH = String.raw`#\s*(?!\d{1,2}\s*:)`
const NUMBER_SIGN = String.raw`(?:n(?:[º°.o]+|[uú]m(?:ero)?\.?)\s*|${HASH})`

/** Streets named after a day: 'la confitería de 25 de Mayo 318'. */
const DAY_STREET =
  /(?<!\d)(\d{1,2} de (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre)),? (?:n[º°.]* ?|# ?)?(\d{2,5})(?!\d)(?! ?(?:a las|hs|pesos))/giu

const PATTERNS: readonly (readonly [RegExp, 'street-first' | 'number-first' | 'block'])[] = [
  [DAY_STREET, 'street-first'],
  [
    new RegExp(String.raw`((?:${TYPE}\s+)?${NAME}(?:\s+${NAME}){0,4})\s+al\s+(\d{2,5})(?!\d)`, 'giu'),
    'block',
  ],
  [
    new RegExp(
      String.raw`(${TYPE}\s+${NAME}(?:\s+${NAME}){0,5})(?:\s*,)?\s*${NUMBER_SIGN}?(${NUMBER})${NOT_UNIT}`,
      'giu',
    ),
    'street-first',
  ],
  [
    new RegExp(
      String.raw`(?<![\d.,:$€£])(${NUMBER})${NOT_UNIT}\s+((?:[nsew]\.?\s+|north\s+|south\s+|east\s+|west\s+)?(?:${NAME}|\d+(?:st|nd|rd|th)?)(?:\s+${NAME}){0,3}\s+${SUFFIX})\b`,
      'giu',
    ),
    'number-first',
  ],
  [
    new RegExp(String.raw`(${NAME}(?:\s+${NAME}){0,3}\s+kalea)(?:\s*,)?\s*(${NUMBER})${NOT_UNIT}`, 'giu'),
    'street-first',
  ],
  [
    new RegExp(
      String.raw`((?:${NAME}|\d{1,3}(?:st|nd|rd|th))(?:\s+${NAME}){0,3})(?:\s*,)?\s+${NUMBER_SIGN}?(\d{2,5}|[1-9])(?!\d)${NOT_UNIT}`,
      'giu',
    ),
    'street-first',
  ],
  [
    new RegExp(
      String.raw`(?<![\d.,:$€£])(\d{2,5})(?!\d)${NOT_UNIT}\s+(\p{Lu}[\p{L}.'’]{1,40}(?:\s+\p{Lu}[\p{L}.'’]{1,40}){0,2})`,
      'gu',
    ),
    'number-first',
  ],
]

const MAX_ADDRESSES = 8

/** Addresses with a number in the text: Spanish, Latin American, Basque, US and UK forms; at most 8. */
export function postAddresses(text: TokenText): PostAddress[] {
  const found = new Map<string, PostAddress>()
  for (const address of spokenAddresses(text)) found.set(`${address.street} ${address.number}`, address)
  if (!/\d/.test(text.text)) return [...found.values()]
  for (const [pattern, order] of PATTERNS) {
    for (const match of text.text.matchAll(pattern)) {
      const [words, a, b] = match
      if (a === undefined || b === undefined) continue
      const street = order === 'number-first' ? b : a
      const number = order === 'number-first' ? a : b
      const distinctive = streetKeyWords(lastPhrase(street))
      if (distinctive.length === 0 || distinctive.join('').length < 3) continue
      const key = `${distinctive.join(' ')} ${number}`
      if (!found.has(key))
        found.set(key, {
          street: distinctive.join(' '),
          number,
          block: order === 'block' && number.endsWith('00'),
          sure: order === 'block' || isSure({ street, number, words }, text),
          words: order === 'number-first' ? words : `${lastPhrase(street)} ${number}`,
          text,
        })
    }
    if (found.size >= MAX_ADDRESSES) break
  }
  return [...found.values()].slice(0, MAX_ADDRESSES)
}

/** The most words before a number that can be those of its street. */
const MAX_STREET_WORDS = 4

/** Addresses whose number is spelled out: 'en la Hannoversche, número ochenta y seis'. */
function spokenAddresses(text: TokenText): PostAddress[] {
  const { tokens, wordKeys, numberedKeys } = text
  return numberedKeys.flatMap((number, at): PostAddress[] => {
    if (number === wordKeys[at] || number === '') return []
    const sign = /^num(?:ero)?$/.test(wordKeys[at - 1] ?? '') ? at - 1 : at
    let first = sign
    while (first > sign - MAX_STREET_WORDS && first > 0 && (first === sign || tokens[first]?.gap === 'space'))
      first--
    const phrase = lastPhrase(text.text.slice(tokens[first]?.start, tokens[sign - 1]?.end))
    const distinctive = streetKeyWords(phrase)
    if (sign === 0 || distinctive.join('').length < 4 || distinctive.some(isNoStreet)) return []
    return [
      {
        street: distinctive.join(' '),
        number,
        block: false,
        sure: TYPED.test(phrase) || sign < at,
        words: wordsAsWritten(text, first, spokenNumber(wordKeys, at)?.last ?? at),
        text,
      },
    ]
  })
}

const isNoStreet = (word: string): boolean =>
  NUMBERED.has(word) || FOOD_WORDS.has(word) || VENUE_WORDS.has(word)

const TYPED = new RegExp(`(?:^|\\s)(?:${TYPE}|${SUFFIX})(?:\\s|$)`, 'iu')

/** Words that are counted or numbered, so they are not streets: 'Puesto 3', 'Capítulo 12', 'Combo 2'. */
const NUMBERED = new Set(
  (
    'puesto capitulo parte dia day part top episodio episode temporada season semana week vol volumen ruta route sitio lugar nivel menu combo chapter ' +
    'level numero number mesa table piso planta grado talla serie video reel paso step lunes martes miercoles jueves viernes sabado domingo ' +
    'monday tuesday wednesday thursday friday saturday sunday enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre ' +
    'january february march april may june july august september october november december total desde hasta solo only about around nota score puntaje rating'
  ).split(' '),
)

/**
 * True with a street type, or when every distinctive word has a capital and the number is neither a count nor a year.
 */
const isSure = (given: { street: string; number: string; words: string }, text: TokenText): boolean => {
  const { street, number } = given
  const phrase = lastPhrase(street)
  const distinctive = streetKeyWords(phrase)
  if (distinctive.some(isNoStreet)) return false
  if (isShouted(text)) return TYPED.test(phrase) && distinctive.length <= MOST_SHOUTED
  if (TYPED.test(phrase)) return true
  const words = phrase.split(/\s+/).filter((w) => !GLUE.has(nameKey(w)))
  const year = /^(?:19|20)\d\d$/.test(number)
  return (
    number.length >= (text.source === 'ocr' ? 3 : 2) &&
    !year &&
    words.length > 0 &&
    words.length <= 3 &&
    words.every((w) => /^\p{Lu}/u.test(w)) &&
    // 'Salimos 14, llegamos 13': the capital only begins the sentence.
    (words.length > 1 || number.length > 2 || !opensSentence(phrase, text))
  )
}

/** The most distinctive words of a street in a text of capitals only, where the words after it look alike. */
const MOST_SHOUTED = 2

const isShouted = ({ tokens }: TokenText): boolean => {
  const cased = tokens.filter(({ kind, casing }) => kind === 'word' && casing !== 'none')
  return cased.filter(({ casing }) => casing === 'upper').length > cased.length / 2
}

const opensSentence = (phrase: string, { text, tokens }: TokenText): boolean =>
  tokens.some(({ start, gap }) => gap === 'hard' && text.startsWith(phrase, start))

/** Only the part after the last preposition can be the street: 'comí en Moreno' → 'Moreno'. */
const lastPhrase = (street: string): string =>
  street.split(/\s(?:en|at|in|on|sobre|por|the|btw|between|entre)(?:\s|$)/iu).at(-1) ?? street

const DIRECTIONS = new Set('north south east west norte sur este oeste'.split(' '))

/** 'Carrer d'Aragó' is also written 'Carrer Aragó'. */
const ELISION = /(?<!\p{L})[dl]['’](?=\p{L})/giu

/** Distinctive words of a street's name: no type, no articles, no numbers. */
export function streetKeyWords(street: string): string[] {
  const words = nameKey(street.replace(ELISION, ''))
    .split(' ')
    .filter((w) => w.length > 1 && !GLUE.has(w) && !/^\d+[a-z]?$/.test(w))
  const distinctive = words.filter((w) => !STREET_TYPES.has(w))
  // 'Court St': the name consists of a street type.
  return distinctive.length > 0 ? distinctive : words.slice(0, -1).filter((w) => w.length > 4)
}

/** The longest word of a street's name that is not just a direction. */
const longest = (words: readonly string[]): string =>
  words.reduce(
    (most, word) =>
      DIRECTIONS.has(most) || (word.length > most.length && !DIRECTIONS.has(word)) ? word : most,
    '',
  )

/** True when the longest word of either occurs in the other: 'Hipólito Yrigoyen' and 'YRIGOYEN'. */
export const isSameStreet = (a: readonly string[], b: readonly string[]): boolean =>
  a.includes(longest(b)) || b.includes(longest(a))

const numbersOf = (parts: readonly string[]): string[] => parts.join(' ').match(/\d{1,5}/g) ?? []

/** Street words and numbers of a place's address line. */
export interface PlaceStreet {
  readonly words: readonly string[]
  readonly numbers: readonly string[]
}

export function placeStreet(address: string): PlaceStreet {
  const parts = address.replace(/<[^<>]*>/g, ' ').split(/[,;(]/)
  const head = parts.find((p) => streetKeyWords(p).length > 0) ?? ''
  const early = numbersOf(parts.slice(0, 2))
  // Registers write 'RAVIGNANI, EMILIO, Dr. 1905'.
  const numbers = early.length > 0 ? early : numbersOf(parts.slice(2, 3))
  return { words: streetKeyWords(head).slice(0, 6), numbers }
}

export type StreetMatch = 'number' | 'block' | 'street' | 'none'

/** The fewest letters of a street's longest word that identify it alone, and beside its number. */
const SHORTEST = 4
const SHORTEST_NUMBERED = 3

/**
 * How well a text matches a place's address: `at` is the position of its longest word, `words` the whole address as
 * written.
 */
export interface StreetFound {
  readonly match: StreetMatch
  readonly words: string
  readonly at: number
}

/** Looks for a place's address among the words of a text. */
export function matchStreet({ words, numbers }: PlaceStreet, text: TokenText): StreetFound {
  const none = { match: 'none' as const, words: '', at: -1 }
  const last = words.toSorted((a, b) => b.length - a.length)[0]
  if (last === undefined || last.length < SHORTEST_NUMBERED) return none
  // Leaves out hashtags: '#london' does not mean London Road.
  const keys = text.numberedKeys
  const isLast = (key: string | undefined): boolean =>
    key === last || key === `d${last}` || key === `l${last}`
  if (!keys.some(isLast)) return numberedSurname({ words, numbers }, text) ?? none
  let best: { match: StreetMatch; at: number; number: number } = { ...none, number: -1 }
  for (let i = 0; i < keys.length; i++) {
    if (!isLast(keys[i])) continue
    const near = keys.slice(Math.max(0, i - 4), i + 5)
    if (words.filter((w) => near.includes(w)).length * 2 <= words.length && words.length > 1) continue
    const within = (from: number, to: number, test: (key: string) => boolean): number =>
      keys.findIndex((key, j) => j >= from && j <= to && test(key))
    const isOwn = (key: string): boolean => numbers.includes(key)
    const after = within(i + 1, i + 4, isOwn)
    const exact = after >= 0 ? after : within(i - 3, i - 1, isOwn)
    const said = keys.slice(i + 1, i + 3).includes('al') ? within(i + 1, i + 4, (k) => /^\d+00$/.test(k)) : -1
    const block = exact < 0 && said >= 0 && numbers.some((n) => inBlock(Number(n), Number(keys[said])))
    const match: StreetMatch = exact >= 0 ? 'number' : block ? 'block' : 'street'
    if (match === 'street' && last.length < SHORTEST) continue
    if (ORDER[match] > ORDER[best.match]) best = { match, at: i, number: block ? said : exact }
  }
  if (best.match === 'none') return none
  return { match: best.match, at: best.at, words: addressAsWritten(text, best, new Set(words)) }
}

const SHORTEST_SURNAME = 5

/** 'Madero 39' for 'Francisco I. Madero 39': another word of the street, followed directly by its number. */
function numberedSurname({ words, numbers }: PlaceStreet, text: TokenText): StreetFound | null {
  const keys = text.numberedKeys
  const at = keys.findIndex(
    (key, i) => key.length >= SHORTEST_SURNAME && words.includes(key) && numbers.includes(keys[i + 1] ?? ''),
  )
  if (at < 0) return null
  return { match: 'number', at, words: addressAsWritten(text, { at, number: at + 1 }, new Set(words)) }
}

/** The street with its type and number as the post writes them: 'C/ Mayor 12' when `street` is only 'mayor'. */
function addressAsWritten(
  text: TokenText,
  { at, number }: { at: number; number: number },
  street: ReadonlySet<string>,
): string {
  const { tokens, wordKeys: keys } = text
  const belongs = (i: number): boolean => {
    const key = keys[i] ?? ''
    return street.has(key) || STREET_TYPES.has(key) || GLUE.has(key)
  }
  let first = number < 0 ? at : Math.min(at, number)
  let last = Math.max(at, number)
  while (tokens[first]?.gap !== 'hard' && belongs(first - 1)) first--
  while (last + 1 < tokens.length && tokens[last + 1]?.gap !== 'hard' && belongs(last + 1)) last++
  while (first < at && first !== number && GLUE.has(keys[first] ?? '')) first++
  while (last > at && last !== number && !street.has(keys[last] ?? '') && !ENDING.test(keys[last] ?? ''))
    last--
  return wordsAsWritten(text, first, last)
}

/** A street type after the name; 'esquina' or 'piso' in that position begin something else. */
const ENDING = new RegExp(`^${SUFFIX}$`, 'iu')

/** People say 'al 4600' for number 4598, too. */
export const inBlock = (number: number, block: number): boolean =>
  number >= block - 20 && number < block + 100

const ORDER: Readonly<Record<StreetMatch, number>> = { none: 0, street: 1, block: 2, number: 3 }
