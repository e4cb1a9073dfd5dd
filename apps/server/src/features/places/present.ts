import type { OpeningHours, PlaceDetails, PlaceResult } from '@antojo/contract/places'
import { cuisinesOfTypes } from '@antojo/domain/cuisine-labels'
import { mapPlaceUrl } from '@antojo/domain/directions'
import { statusAt, type WeekHours } from '@antojo/domain/hours/hours'
import { parseOsmHours } from '@antojo/domain/hours/hours-osm'
import { hoursLinesOf } from '@antojo/domain/hours/hours-text'
import { webAddress } from '@antojo/domain/links/web-address'
import { keptReviews, type Review } from '@antojo/domain/reviews'
import { placeId } from '@antojo/domain/places/place-facts'
import type { Place } from '@antojo/places/place'
import type { PlaceReview, ProvidedPlace } from '../../adapters/places/port.ts'
import { defined } from '@antojo/domain/unknown-values'

/** A place under the field names of Google's older Places API. */
export function presentPlace(place: ProvidedPlace): PlaceResult {
  const credits = place.credits.map(({ text }) => text).join(', ')
  return {
    place_id: placeId(place),
    name: place.name,
    formatted_address: addressOf(place),
    geometry: { location: { lat: place.lat, lng: place.lng } },
    types: [...place.categories],
    cuisine: cuisinesOfTypes([...place.cuisine, ...place.categories]),
    url: webAddress(place.url) ?? mapsUrl(place),
    attribution: credits,
    ...defined({
      rating: place.rating,
      user_ratings_total: place.ratingCount,
      price_level: place.priceLevel,
    }),
  }
}

export function presentDetails(place: ProvidedPlace, locale: string, hoursOf: HoursOf): PlaceDetails {
  return {
    ...presentPlace(place),
    photos: (place.photos ?? []).map(({ reference, credits }) => ({
      photo_reference: reference,
      html_attributions: credits.map(({ text }) => text),
    })),
    reviews: keptReviews((place.reviews ?? []).map(presentReview)).map(asMapsReview),
    ...defined({
      formatted_phone_number: place.phone,
      website: webAddress(place.website) ?? undefined,
      opening_hours: providedHours(place) ?? hoursOf(place, locale),
    }),
  }
}

function providedHours({ weekdayText, openNow }: ProvidedPlace): OpeningHours | undefined {
  if (weekdayText === undefined) return undefined
  return { weekday_text: [...weekdayText], ...defined({ open_now: openNow }) }
}

function presentReview(review: PlaceReview): Review {
  const { author, authorPhotoUrl, rating, relativeTime, text, time } = review
  const more = defined({ profile_photo_url: authorPhotoUrl, rating, relative_time: relativeTime, time })
  return { author_name: author, text, ...more }
}

/** A review under the field names of Google's older Places API. */
function asMapsReview({
  author_name,
  text,
  profile_photo_url: photo,
  rating,
  relative_time: relativeTime,
  time,
}: Review) {
  return {
    author_name,
    text,
    ...defined({
      profile_photo_url: photo ?? undefined,
      rating: rating ?? undefined,
      relative_time_description: relativeTime ?? undefined,
      time: time ?? undefined,
    }),
  }
}

/** The hours of a place in a language; whether it is open is included only when its time zone is known. */
export type HoursOf = (place: Place, locale: string) => OpeningHours | undefined

/** The most cached texts of hours, which are slow to build. */
const MAX_KEPT = 5_000

export function createHoursOf(now: () => Date): HoursOf {
  const kept = new Map<string, { week: WeekHours; lines: string[] } | null>()
  const read = (text: string, locale: string) => {
    const key = `${locale} ${text}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const week = parseOsmHours(text)
    const made = week && { week, lines: hoursLinesOf(week, locale) }
    const oldest = kept.size >= MAX_KEPT ? kept.keys().next() : undefined
    if (oldest?.done === false) kept.delete(oldest.value)
    kept.set(key, made)
    return made
  }
  return ({ openingHours, openingHoursText, timeZone }, locale) => {
    const hours = openingHours === undefined ? null : read(openingHours, locale)
    if (!hours) return openingHoursText === undefined ? undefined : { weekday_text: [openingHoursText] }
    if (timeZone === undefined) return { weekday_text: hours.lines }
    return { weekday_text: hours.lines, open_now: statusAt(hours.week, now(), timeZone).open }
  }
}

/** Street address, city and region, as far as they are known. */
export function addressOf(place: Place): string {
  const parts = [place.address, place.city, place.region].filter((part) => part !== undefined && part !== '')
  return [...new Set(parts)]
    .filter((part, index) => index === 0 || !parts[0]?.includes(part ?? ''))
    .join(', ')
}

/** City and region, for the card. */
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
