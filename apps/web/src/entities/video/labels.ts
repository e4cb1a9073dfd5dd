import { isCuisineKey, type CuisineKey } from '@antojo/domain/cuisine-labels'
import { distanceKm, type Point } from '@antojo/domain/distance'
import { PLATFORM_FACTS, type Platform } from '@antojo/domain/platforms/platform'
import { relativeDate } from '@antojo/domain/relative-date'
import { m } from '@antojo/i18n/messages'
import { texts as cuisines } from '@antojo/i18n/messages/cuisine'
import { getLocale } from '@antojo/i18n/runtime'
import { dateText, intlLocale, numberText } from '../../lib/view/locale.ts'
import type { Place, Video } from './video.ts'

/** The name of a video's place; without one, its own title. */
export function nameOf({ place, title }: Pick<Video, 'place' | 'title'>): string {
  return place.name ?? title ?? m.no_restaurant()
}

/** By the cuisine in small letters. */
const cuisineNames: Readonly<Record<string, () => string>> = cuisines satisfies Readonly<
  Record<Lowercase<CuisineKey>, () => string>
>

/** A cuisine's name in the person's language; an unknown cuisine is shown as it is. */
export function cuisineName(cuisine: string): string {
  return isCuisineKey(cuisine) ? (cuisineNames[cuisine.toLowerCase()]?.() ?? cuisine) : cuisine
}

export function dateLabel(date: Date, now = new Date()): string {
  const ago = relativeDate(date, now)
  switch (ago.kind) {
    case 'today':
      return m.date_today()
    case 'yesterday':
      return m.date_yesterday()
    case 'days':
      return m.date_days({ n: ago.n })
    case 'weeks':
      return m.date_weeks({ n: ago.n })
    case 'months':
      return m.date_months({ n: ago.n })
    default:
      return dateText(date, { dateStyle: 'medium' })
  }
}

/** Estimated price, always with two decimals (spec §3). A bare dollar sign may mean any dollar or peso: the code says which. */
export function priceLabel(price: number, currency: string | null): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  if (!currency) return `$${numberText(price, digits)}`
  const text = numberText(price, { style: 'currency', currency, ...digits })
  return text.startsWith('$') ? `${text}\u{a0}${currency}` : text
}

/** The Spanish of these regions writes a decimal point. */
const WITH_POINT = /-(419|CU|DO|GT|HN|MX|NI|P[AER]|SV|US)/

/** Without Intl, whose first use in a browser takes longer than drawing a card. */
export function ratingLabel(rating: number): string {
  const text = rating.toFixed(1)
  return getLocale() === 'en' || WITH_POINT.test(intlLocale()) ? text : text.replace('.', ',')
}

/** Formats a count; small ones without Intl too. */
export function countLabel(count: number): string {
  if (count < 1000) return String(count)
  return numberText(count, {
    notation: count >= 10_000 ? 'compact' : 'standard',
  })
}

/** The letters of the platform's badge (spec §2); null for a place that was saved without a video. */
export function platformBadge(platform: Platform): string | null {
  return platform === 'Other' ? null : PLATFORM_FACTS[platform].badge
}

/** Says where the link of a video, or of a place without one, leads. */
export function openLinkLabel(platform: Platform): string {
  return platform === 'Other' ? m.card_open_map() : m.card_open_post_of({ platform })
}

/** The platform's name; a place without a video is called so in the person's language. */
export function platformName(platform: string): string {
  return platform === 'Other' ? m.platform_other() : platform
}

export function pointOf({ lat, lng }: Pick<Place, 'lat' | 'lng'>): Point | null {
  return lat === null || lng === null ? null : { lat, lng }
}

/** How far a place is, in kilometres; null when that is unknown. */
export function distanceTo(place: Place, near: Point | null): number | null {
  const point = pointOf(place)
  return near && point && distanceKm(near, point)
}
