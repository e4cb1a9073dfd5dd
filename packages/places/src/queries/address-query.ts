import { nameKey } from '@antojo/domain/text'
import type pg from 'pg'
import { ask } from './prepared-query.ts'
import { parseStreetAddress, streetWords } from '../text/street-address.ts'
import { distanceMetres } from '@antojo/domain/distance'
import { areaBounds } from '../geo.ts'
import type { Area } from '@antojo/identify/name-index'
import type { Place } from '../place.ts'
import { CANDIDATE_COLUMNS, toPlace, type PlaceRow } from './place-row.ts'

export interface AddressQuery {
  readonly street: string
  readonly number?: string
  readonly city?: string
  readonly area?: Area
}

/**
 * Places at an address. All words of the given street must be in the place's street or vice versa ("Raúl Scalabrini
 * Ortiz 2101" finds "Scalabrini Ortiz 2101"); full agreement comes first.
 */
export async function placesAtAddress(pool: pg.Pool, query: AddressQuery): Promise<Place[]> {
  const line = query.number === undefined ? query.street : `${query.street} ${query.number}`
  const words =
    query.number === undefined ? streetWords(query.street) : (parseStreetAddress(line)?.words ?? [])
  const number = query.number === undefined ? undefined : parseStreetAddress(line)?.number
  if (words.length === 0 || (number === undefined && query.city === undefined && query.area === undefined))
    return []
  const keys = number === undefined ? words : words.map((word) => `${word} ${number}`)
  const bounds = query.area === undefined ? null : areaBounds(query.area)
  const rows = await ask<PlaceRow & { address_keys: string[] }>(
    pool,
    `select ${CANDIDATE_COLUMNS}, p.address_keys from places p
     where p.address_keys && $1::text[] and ($2::float8 is null or (p.lat between $2 and $3 and p.lng between $4 and $5))
     limit 2000`,
    [keys, bounds?.south ?? null, bounds?.north ?? null, bounds?.west ?? null, bounds?.east ?? null],
  )
  return rows
    .map((row) => ({ row, agreement: agreement(words, row.address_keys) }))
    .filter(({ row, agreement: share }) => share >= 0.5 && inCity(row, query))
    .toSorted((a, b) => b.agreement - a.agreement)
    .slice(0, 50)
    .map(({ row }) => toPlace(row))
}

/** The number of shared words over that of all words, if one street's words are all in the other; else 0. */
function agreement(words: readonly string[], keys: readonly string[]): number {
  const street = keys.filter((key) => !key.includes(' '))
  const shared = words.filter((word) => street.includes(word)).length
  return shared === Math.min(words.length, street.length) ? shared / Math.max(words.length, street.length) : 0
}

function inCity(row: PlaceRow, query: AddressQuery): boolean {
  if (query.area !== undefined && distanceMetres(row, query.area) > query.area.radius) return false
  if (query.city === undefined) return true
  const city = nameKey(query.city)
  return [row.city, row.neighbourhood, row.region].some((name) => name !== null && nameKey(name) === city)
}
