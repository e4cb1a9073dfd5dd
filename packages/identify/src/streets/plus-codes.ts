import { distanceKm, type Point } from '@antojo/domain/distance'
import { OpenLocationCode } from 'open-location-code'
import type { TokenText } from '../text/tokens.ts'

const olc = new OpenLocationCode()

/**
 * A plus code of a post: a cell of some 14 m, whole ('6JXRH8GG+2W') or short for its town ('4X2W+P4 Coimbatore').
 * Format: https://github.com/google/open-location-code/blob/main/Documentation/Specification/specification.md
 */
export interface PlusCode {
  readonly code: string
  readonly text: TokenText
}

const CODE = /(?<![\p{L}\p{N}+])(?:[2-9CFGHJMPQRVWX]{4}){1,2}\+[2-9CFGHJMPQRVWX]{2,3}(?![\p{L}\p{N}+])/gu
const MAX_CODES = 8

/** The plus codes of a text; at most 8. */
export function plusCodes(text: TokenText): PlusCode[] {
  return Array.from(text.text.matchAll(CODE), ([code]) => ({ code, text }))
    .filter(({ code }) => olc.isValid(code))
    .slice(0, MAX_CODES)
}

/** The point of a whole code, or null for a short one. */
export function pointOf({ code }: PlusCode): Point | null {
  if (!olc.isFull(code)) return null
  const { latitudeCenter: lat, longitudeCenter: lng } = olc.decode(code)
  return { lat, lng }
}

/**
 * Kilometres from a place to the code, for a short code to the nearest cell that it can mean. These cells lie a degree
 * apart, so a place is not near one by chance and the town needs not be known.
 */
export function kmToCode(code: PlusCode, place: Point): number {
  const whole = olc.isFull(code.code) ? code.code : olc.recoverNearest(code.code, place.lat, place.lng)
  return distanceKm(place, pointOf({ ...code, code: whole }) ?? place)
}
