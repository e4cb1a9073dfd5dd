import type { OpeningHours, PlaceDetails, PlaceResult } from '@antojo/contract/places'
import { cuisinesOfTypes } from '@antojo/domain/cuisine-labels'
import { mapPlaceUrl } from '@antojo/domain/directions'
import { statusAt } from '@antojo/domain/hours'
import { parseOsmHours } from '@antojo/domain/hours-osm'
import { hoursLinesOf } from '@antojo/domain/hours-text'
import { type Place, placeId } from '@antojo/places/place'

/** A place in the names of the maps service; `now` decides open or closed. */
export function presentPlace(place: Place): PlaceResult {
  return {
    place_id: placeId(place),
    name: place.name,
    formatted_address: addressOf(place),
    geometry: { location: { lat: place.lat, lng: place.lng } },
    types: [...place.categories],
    cuisine: cuisinesOfTypes([...place.cuisine, ...place.categories]),
    url: mapsUrl(place),
    ...defined({
      rating: place.rating,
      user_ratings_total: place.ratingCount,
      price_level: place.priceLevel,
    }),
  }
}

export function presentDetails(place: Place, locale: string, now: Date): PlaceDetails {
  const hours = openingHoursOf(place, locale, now)
  return {
    ...presentPlace(place),
    ...defined({ formatted_phone_number: place.phone, website: place.website, opening_hours: hours }),
  }
}

/** Day lines in the language and open-now, as far as the place tells its hours and time zone. */
export function openingHoursOf(place: Place, locale: string, now: Date): OpeningHours | undefined {
  const week = place.openingHours === undefined ? null : parseOsmHours(place.openingHours)
  if (!week)
    return place.openingHoursText === undefined ? undefined : { weekday_text: [place.openingHoursText] }
  const weekday_text = hoursLinesOf(week, locale)
  if (place.timeZone === undefined) return { weekday_text }
  return { weekday_text, open_now: statusAt(week, now, place.timeZone).open }
}

/** Street address with the town, or as much of it as is known. */
export function addressOf(place: Place): string {
  const parts = [place.address, place.city, place.region].filter((part) => part !== undefined && part !== '')
  return [...new Set(parts)]
    .filter((part, index) => index === 0 || !parts[0]?.includes(part ?? ''))
    .join(', ')
}

/** Town and region, for the card. */
export function locationOf(place: Place): string | null {
  const parts = [place.city, place.region === place.city ? undefined : place.region]
  return parts.filter((part) => part !== undefined).join(', ') || null
}

export function mapsUrl(place: Place): string {
  const google = place.source === 'google' ? { googlePlaceId: place.sourceId } : {}
  return mapPlaceUrl({
    name: place.name,
    address: addressOf(place),
    lat: place.lat,
    lng: place.lng,
    ...google,
  })
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Leaves out what is undefined. */
function defined<T extends object>(fields: T): Defined<T> {
  const kept: Defined<T> = {}
  for (const key of keysOf(fields)) {
    const value = fields[key]
    if (isDefined(value)) kept[key] = value
  }
  return kept
}

function keysOf<T extends object>(fields: T): (keyof T)[] {
  const keys: (keyof T)[] = []
  for (const key in fields) keys.push(key)
  return keys
}

function isDefined<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined
}
