import { isCuisineKey, type CuisineKey } from '@antojo/domain/cuisine-labels'
import type { DietKey } from '@antojo/domain/diet-tags'
import { PLATFORM_FACTS, type Platform } from '@antojo/domain/platforms/platform'
import { relativeDate } from '@antojo/domain/relative-date'
import { m } from '@antojo/i18n/messages'
import { intlLocale, type Locale } from '../../lib/view/locale.ts'

const cuisineNames: Readonly<Record<CuisineKey, () => string>> = {
  Ramen: m.cuisine_ramen,
  Japanese: m.cuisine_japanese,
  Mexican: m.cuisine_mexican,
  Italian: m.cuisine_italian,
  Thai: m.cuisine_thai,
  Korean: m.cuisine_korean,
  Chinese: m.cuisine_chinese,
  Indian: m.cuisine_indian,
  Mediterranean: m.cuisine_mediterranean,
  Seafood: m.cuisine_seafood,
  Steakhouse: m.cuisine_steakhouse,
  Burgers: m.cuisine_burgers,
  Barbecue: m.cuisine_barbecue,
  Cafe: m.cuisine_cafe,
  Bakery: m.cuisine_bakery,
  Dessert: m.cuisine_dessert,
  French: m.cuisine_french,
  Spanish: m.cuisine_spanish,
  Peruvian: m.cuisine_peruvian,
  Argentine: m.cuisine_argentine,
  Vegetarian: m.cuisine_vegetarian,
  Vegan: m.cuisine_vegan,
}

/** A cuisine's name in the person's language; an unknown cuisine is shown as it is. */
export function cuisineName(cuisine: string): string {
  return isCuisineKey(cuisine) ? cuisineNames[cuisine]() : cuisine
}

const dietNames: Readonly<Record<DietKey, () => string>> = {
  vegetarian: m.diet_vegetarian,
  vegan: m.diet_vegan,
  gluten_free: m.diet_gluten_free,
  halal: m.diet_halal,
  kosher: m.diet_kosher,
}

export function dietName(diet: DietKey): string {
  return dietNames[diet]()
}

export function dateLabel(date: Date, now: Date, locale: Locale): string {
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
      return new Intl.DateTimeFormat(intlLocale(locale), { dateStyle: 'medium' }).format(date)
  }
}

/** Estimated price, always with two decimals (spec §3). A bare dollar sign may mean any dollar or peso: the code says which. */
export function priceLabel(price: number, currency: string | null, locale: Locale): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  if (!currency) return `$${new Intl.NumberFormat(intlLocale(locale), digits).format(price)}`
  const format = new Intl.NumberFormat(intlLocale(locale), { style: 'currency', currency, ...digits })
  const text = format.format(price)
  return text.startsWith('$') ? `${text}\u{a0}${currency}` : text
}

/** The Spanish of these regions writes a decimal point. */
const WITH_POINT = /-(419|CU|DO|GT|HN|MX|NI|P[AER]|SV|US)/

/** Without Intl, whose first use in a browser takes longer than drawing a card. */
export function ratingLabel(rating: number, locale: Locale): string {
  const text = rating.toFixed(1)
  return locale === 'en' || WITH_POINT.test(intlLocale(locale)) ? text : text.replace('.', ',')
}

/** Formats a count; small ones without Intl too. */
export function countLabel(count: number, locale: Locale): string {
  if (count < 1000) return String(count)
  return new Intl.NumberFormat(intlLocale(locale), {
    notation: count >= 10_000 ? 'compact' : 'standard',
  }).format(count)
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
