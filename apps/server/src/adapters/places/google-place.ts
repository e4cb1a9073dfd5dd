import { timeZoneAt } from '@antojo/places/time-zone'
import { defined } from '@antojo/domain/unknown-values'
import type { GoogleHours, GooglePlace } from './google-shapes.ts'
import type { Credit, PlaceReview, ProvidedPlace } from './port.ts'

/** Google's enum on the spec's scale 0–3, which has no value for FREE and unknown. */
const PRICE_LEVELS: Readonly<Record<string, number>> = {
  PRICE_LEVEL_INEXPENSIVE: 0,
  PRICE_LEVEL_MODERATE: 1,
  PRICE_LEVEL_EXPENSIVE: 2,
  PRICE_LEVEL_VERY_EXPENSIVE: 3,
}

/** A place of Places API (New); null when it has no name or point, or is permanently closed. */
export function providedPlace(place: GooglePlace): ProvidedPlace | null {
  const { displayName, location } = place
  if (displayName === undefined || location === undefined || place.businessStatus === 'CLOSED_PERMANENTLY')
    return null
  return {
    source: 'google',
    sourceId: place.id,
    name: displayName.text,
    lat: location.latitude,
    lng: location.longitude,
    categories: place.types,
    cuisine: place.primaryType === undefined ? [] : [place.primaryType],
    timeZone: timeZoneAt(location.latitude, location.longitude),
    ...addressFacts(place),
    ...details(place),
    credits: [
      { text: 'Google Maps', ...(place.googleMapsUri !== undefined && { url: place.googleMapsUri }) },
    ],
  }
}

function addressFacts({ formattedAddress, addressComponents = [] }: GooglePlace): Partial<ProvidedPlace> {
  const part = (type: string): string | undefined =>
    addressComponents.find((component) => component.types.includes(type))?.longText
  const country = addressComponents.find((component) => component.types.includes('country'))?.shortText
  return defined({
    address: formattedAddress,
    neighbourhood: part('neighborhood') ?? part('sublocality'),
    city: part('locality') ?? part('postal_town') ?? part('administrative_area_level_2'),
    region: part('administrative_area_level_1'),
    postcode: part('postal_code'),
    country,
  })
}

function details(place: GooglePlace): Partial<ProvidedPlace> {
  const hours = place.regularOpeningHours ?? place.currentOpeningHours
  const level = place.priceLevel === undefined ? undefined : PRICE_LEVELS[place.priceLevel]
  return defined({
    url: place.googleMapsUri,
    phone: place.nationalPhoneNumber ?? place.internationalPhoneNumber,
    website: place.websiteUri,
    rating: place.rating,
    ratingCount: place.userRatingCount,
    priceLevel: level,
    openNow: place.currentOpeningHours?.openNow,
    weekdayText: hours?.weekdayDescriptions,
    openingHours: hours && osmHours(hours),
    photos: place.photos?.map((photo) => ({
      reference: photo.name,
      credits: photo.authorAttributions.map((author) => credit(author.displayName, author.uri)),
    })),
    reviews: place.reviews?.flatMap((review) => reviewOf(review) ?? []),
  })
}

function reviewOf(review: NonNullable<GooglePlace['reviews']>[number]): PlaceReview | null {
  const text = review.text?.text ?? review.originalText?.text
  if (text === undefined) return null
  const author = review.authorAttribution
  return {
    author: author?.displayName ?? '',
    text,
    ...defined({
      authorPhotoUrl: author?.photoUri,
      rating: review.rating,
      relativeTime: review.relativePublishTimeDescription,
      time: review.publishTime === undefined ? undefined : Math.floor(Date.parse(review.publishTime) / 1000),
    }),
  }
}

const DAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']

/** Google's periods (day 0 is Sunday) as an OpenStreetMap `opening_hours` value; a period without an end means always open. */
function osmHours({ periods = [] }: GoogleHours): string | undefined {
  if (periods.some((period) => period.close === undefined)) return '24/7'
  const days = DAYS.map((day, index) => {
    const times = periods
      .filter((period) => period.open.day === index)
      .map(({ open, close }) => `${clock(open)}-${clock(close)}`)
    return times.length === 0 ? [] : [`${day} ${times.join(',')}`]
  })
  return days.flat().join('; ') || undefined
}

function clock(moment: { hour: number; minute: number } | undefined): string {
  const { hour, minute } = moment ?? { hour: 24, minute: 0 }
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

function credit(name: string | undefined, uri: string | undefined): Credit {
  const url = uri?.startsWith('//') === true ? `https:${uri}` : uri
  return { text: name ?? 'Google Maps', ...(url !== undefined && { url }) }
}
