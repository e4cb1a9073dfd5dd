import { matchStreet, placeStreet, streetKeyWords, type PostAddress, type StreetMatch } from './address.ts'
import type { Candidate } from './candidate.ts'
import type { Why } from './evidence.ts'
import { nameWordBits, type PostContext } from './post-context.ts'
import type { TokenText } from './tokens.ts'

export interface StreetFeatures {
  /** 1 for street and number, 0.8 for the block. */
  readonly number: number
  readonly street: number
  /** 0–1: how rare the street's words are beside 'Mayor' and 'San Martín'. */
  readonly rareStreet: number
  /** The post gives an address in another street. */
  readonly addressConflict: number
  /** The post gives another number in the same street. */
  readonly numberConflict: number
  /** The post gives an address and the place's is not known. */
  readonly addressMissing: number
}

const STREET_VALUE: Readonly<Record<StreetMatch, { number: number; street: number }>> = {
  number: { number: 1, street: 1 },
  block: { number: 0.8, street: 1 },
  street: { number: 0, street: 1 },
  none: { number: 0, street: 0 },
}

/** How the place's address agrees with the post's words and addresses. */
export function streetEvidence(candidate: Candidate, context: PostContext, why: Why[]): StreetFeatures {
  const address = candidate.place.address
  const sure = context.addresses.filter((a) => a.sure)
  // In a list each address belongs to one of the places only.
  const doubt = context.list ? 0.15 : 1
  if (address === undefined) return { ...NONE, addressMissing: sure.length > 0 ? doubt : 0 }
  let best: { match: StreetMatch; words: string; text: TokenText } | null = null
  for (const text of context.texts) {
    const found = matchStreet(address, text)
    if (found.match === 'none') continue
    const value = STREET_VALUE[found.match]
    const known = best === null ? { number: 0, street: 0 } : STREET_VALUE[best.match]
    if (value.number + value.street > known.number + known.street)
      best = { match: found.match, words: found.words, text }
  }
  if (best !== null) {
    why.push({
      kind: best.match === 'street' ? 'street' : 'address',
      source: best.text.source,
      words: best.words,
      ...(best.text.second === undefined ? {} : { second: best.text.second }),
    })
    const own = placeStreet(address).words.every((w) => candidate.nameWords.includes(w))
    const value = STREET_VALUE[best.match]
    const elsewhere = value.number === 0 && otherNumber(address, sure)
    const street = (own && value.number === 0) || (elsewhere && !context.list) ? 0 : 1
    return {
      ...NONE,
      number: value.number,
      street,
      rareStreet: street * rarity(address, best.text, context),
      numberConflict: elsewhere ? doubt : 0,
    }
  }
  const words = placeStreet(address).words
  const clash = sure.length > 0 && sure.every((a) => !streetKeyWords(a.street).some((w) => words.includes(w)))
  return { ...NONE, addressConflict: clash && words.length > 0 ? doubt : 0 }
}

/** Bits of a street's words from which they begin to tell it from others, and beyond which more tell no more. */
const USUAL_STREET_BITS = 15
const RARE_STREET_BITS = 28

function rarity(address: string, text: TokenText, context: PostContext): number {
  const said = new Set(text.tokens.map((token) => token.key))
  // Streets called after cities are many.
  for (const mention of context.areas.mentions) if (mention.weight > 0.4) said.delete(mention.key)
  const bits = placeStreet(address)
    .words.filter((word) => said.has(word))
    .reduce((sum, word) => sum + nameWordBits(word, context), 0)
  return Math.min(1, Math.max(0, (bits - USUAL_STREET_BITS) / (RARE_STREET_BITS - USUAL_STREET_BITS)))
}

const NONE: StreetFeatures = {
  number: 0,
  street: 0,
  rareStreet: 0,
  addressConflict: 0,
  numberConflict: 0,
  addressMissing: 0,
}

/** True when the post gives a number for the place's street and the place's own is another. */
function otherNumber(address: string, given: readonly PostAddress[]): boolean {
  const { words, numbers } = placeStreet(address)
  return (
    numbers.length > 0 &&
    given.some((a) => !a.block && streetKeyWords(a.street).some((w) => words.includes(w)))
  )
}
