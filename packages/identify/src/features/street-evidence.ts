import {
  isSameStreet,
  matchStreet,
  streetKeyWords,
  type PlaceStreet,
  type PostAddress,
  type StreetFound,
  type StreetMatch,
} from '../streets/address.ts'
import type { Candidate } from '../candidates/candidate.ts'
import type { Why } from '../evidence.ts'
import type { NamedStreet } from '../streets/named-streets.ts'
import type { PostContext } from '../post-context.ts'
import { nameWordBits } from '../text/word-ranks.ts'
import { kmToCode } from '../streets/plus-codes.ts'
import type { TokenText } from '../text/tokens.ts'

export interface StreetFeatures {
  /** 1 for street and number, 0.8 for the block only. */
  readonly number: number
  readonly street: number
  /** 0–1: how rare the street's words are, compared with 'Mayor' and 'San Martín'. */
  readonly rareStreet: number
  /** The post gives an address in another street. */
  readonly addressConflict: number
  /** The post names another street, without a number or while the place's street is unknown. */
  readonly streetOther: number
  /** The post gives another number in the same street. */
  readonly numberConflict: number
  /** The post gives an address, and the place's address is unknown. */
  readonly addressMissing: number
}

const STREET_VALUE: Readonly<Record<StreetMatch, { number: number; street: number }>> = {
  number: { number: 1, street: 1 },
  block: { number: 0.8, street: 1 },
  street: { number: 0, street: 1 },
  none: { number: 0, street: 0 },
}

/** How well the place's address agrees with the words and addresses of the post. */
export function streetEvidence(candidate: Candidate, context: PostContext, why: Why[]): StreetFeatures {
  const coded = codeEvidence(candidate, context)
  if (coded.why !== null) why.push(coded.why)
  if (coded.features !== null) return coded.features
  const { street } = candidate
  // The number in '81 Ejemplo' is part of a name when the place has it in its own.
  const sure = context.addresses.filter((a) => a.sure && !candidate.nameWords.includes(a.number))
  // In a list each address belongs to only one of the places.
  const doubt = context.list ? 0.15 : 1
  const named = streetsBeside(candidate, context)
  if (street === null)
    return {
      ...NONE,
      addressMissing: sure.length > 0 ? doubt : 0,
      streetOther: named.length > 0 ? doubt : 0,
    }
  const { words } = street
  const found = bestMatch(street, context)
  if (found === null || isCityOnly(found.match, words, context)) {
    const clash = (streets: readonly (readonly string[])[]): number =>
      words.length > 0 && streets.length > 0 && !streets.some((other) => isSameStreet(other, words))
        ? doubt
        : 0
    return {
      ...NONE,
      addressConflict: clash(sure.map((given) => streetKeyWords(given.street))),
      streetOther: clash(named.map((other) => other.words)),
    }
  }
  const { match, text } = found
  why.push({
    kind: match === 'street' ? 'street' : 'address',
    source: text.source,
    words: found.words,
    ...(text.second === undefined ? {} : { second: text.second }),
  })
  const own = words.every((w) => candidate.nameWords.includes(w))
  const { number } = STREET_VALUE[match]
  const elsewhere = number === 0 && otherNumber(street, sure)
  const agrees = (own && number === 0) || (elsewhere && !context.list) ? 0 : 1
  return {
    ...NONE,
    number,
    street: agrees,
    rareStreet: agrees * rarity(street, text, context),
    numberConflict: elsewhere ? doubt : 0,
  }
}

/** Kilometres up to which a place is the one of a plus code, and those from which it is another. */
const AT_CODE_KM = 0.06
const OTHER_CODE_KM = 0.4

/** Plus codes of the post count as the place's street and number, or as those of another. */
function codeEvidence(
  { place }: Candidate,
  { plusCodes, list }: PostContext,
): { features: StreetFeatures | null; why: Why | null } {
  const [nearest] = plusCodes
    .map((code) => ({ code, km: kmToCode(code, place) }))
    .toSorted((a, b) => a.km - b.km)
  if (nearest === undefined || (nearest.km > AT_CODE_KM && nearest.km < OTHER_CODE_KM))
    return { features: null, why: null }
  if (nearest.km >= OTHER_CODE_KM)
    return { features: list ? null : { ...NONE, addressConflict: 1 }, why: null }
  const { source, second } = nearest.code.text
  const why: Why = {
    kind: 'address',
    source,
    words: nearest.code.code,
    ...(second === undefined ? {} : { second }),
  }
  return { features: { ...NONE, number: 1, street: 1, rareStreet: 1 }, why }
}

/** The best match of the place's address in the texts of the post. */
function bestMatch(street: PlaceStreet, context: PostContext): (StreetFound & { text: TokenText }) | null {
  const valued = context.texts
    .map((text) => ({ ...matchStreet(street, text), text }))
    .filter(({ match }) => match !== 'none')
    .map((found) => ({ found, value: STREET_VALUE[found.match].number + STREET_VALUE[found.match].street }))
  return valued.toSorted((a, b) => b.value - a.value)[0]?.found ?? null
}

/** A city's name does not mean 'South Los Angeles Street', unless the post calls it a street. */
const isCityOnly = (match: StreetMatch, words: readonly string[], { areas, streets }: PostContext): boolean =>
  match === 'street' &&
  !streets.some((street) => isSameStreet(street.words, words)) &&
  areas.mentions.some(
    ({ key, weight }) =>
      weight > SURE_AREA && words.every((word) => word.length < 3 || key.split(' ').includes(word)),
  )

/** The weight from which a post means an area. */
const SURE_AREA = 0.4

/** The streets that the post names, without those that are part of the place's own name: 'Bread Street Cuisine'. */
const streetsBeside = (candidate: Candidate, context: PostContext): NamedStreet[] =>
  context.streets.filter(
    ({ text, first, last }) =>
      !candidate.hits.some(
        ({ span }) => span.text === text && span.first <= last && span.last >= first && span.form === 'words',
      ),
  )

/** The bits from which a street's words begin to be distinctive, and those from which more make no difference. */
const USUAL_STREET_BITS = 15
const RARE_STREET_BITS = 28

function rarity({ words }: PlaceStreet, text: TokenText, context: PostContext): number {
  const said = new Set(text.tokens.map((token) => token.key))
  // Many streets are named after cities.
  for (const mention of context.areas.mentions) if (mention.weight > SURE_AREA) said.delete(mention.key)
  const bits = words
    .filter((word) => said.has(word))
    .reduce((sum, word) => sum + nameWordBits(word, context), 0)
  return Math.min(1, Math.max(0, (bits - USUAL_STREET_BITS) / (RARE_STREET_BITS - USUAL_STREET_BITS)))
}

const NONE: StreetFeatures = {
  number: 0,
  street: 0,
  rareStreet: 0,
  addressConflict: 0,
  streetOther: 0,
  numberConflict: 0,
  addressMissing: 0,
}

/** True when the post gives a number or a block for the place's street and the place's own is another. */
function otherNumber({ words, numbers }: PlaceStreet, given: readonly PostAddress[]): boolean {
  return numbers.length > 0 && given.some((a) => isSameStreet(streetKeyWords(a.street), words))
}
