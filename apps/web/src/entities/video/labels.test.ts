import { KNOWN_PLATFORMS } from '@antojo/domain/platforms/platform'
import { m } from '@antojo/i18n/messages'
import { texts as diets } from '@antojo/i18n/messages/diet'
import { CUISINE_KEYS } from '@antojo/domain/cuisine-labels'
import { DIET_KEYS } from '@antojo/domain/diet-tags'
import { overwriteGetLocale } from '@antojo/i18n/runtime'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { countLabel, cuisineName, dateLabel, platformBadge, priceLabel, ratingLabel } from './labels.ts'

test.each(['es', 'en'] as const)('the %s texts that list the platforms name each one', (locale) => {
  for (const text of [m.error_unsupported_host({}, { locale }), m.onboarding_1_text({}, { locale })])
    expect(KNOWN_PLATFORMS.filter((platform) => !text.includes(platform))).toEqual([])
})

describe('labels', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { language: 'en-US' })
    overwriteGetLocale(() => 'es')
  })
  afterEach(() => vi.unstubAllGlobals())

  test('each cuisine and each diet has a name of its own', () => {
    expect(new Set(CUISINE_KEYS.map(cuisineName)).size).toBe(CUISINE_KEYS.length)
    expect(new Set(DIET_KEYS.map((diet) => diets[diet]())).size).toBe(DIET_KEYS.length)
    expect([cuisineName('Seafood'), cuisineName('Fondue')]).toEqual([m.cuisine_seafood(), 'Fondue'])
    expect(diets.gluten_free()).toBe(m.diet_gluten_free())
  })

  test.each([
    [0, () => m.date_today()],
    [1, () => m.date_yesterday()],
    [6, () => m.date_days({ n: 6 })],
    [15, () => m.date_weeks({ n: 2 })],
    [70, () => m.date_months({ n: 2 })],
    [400, () => '14 oct 2025'],
  ])('%d days ago', (days, label) => {
    const now = new Date(2026, 10, 18, 12)
    const then = new Date(2026, 10, 18 - days, 12)
    expect(dateLabel(then, now)).toBe(label())
  })

  test.each([
    [120, 'MXN', 'en', 'MX$120.00'],
    [120, 'USD', 'en', '$120.00 USD'],
    [120, 'MXN', 'es', '120,00 MXN'],
    [12.5, 'EUR', 'es', '12,50 €'],
    [12.5, null, 'es', '$12,50'],
  ] as const)('the price %d %s in %s is %s', (price, currency, locale, label) => {
    overwriteGetLocale(() => locale)
    expect(priceLabel(price, currency).replace(/\s/u, ' ')).toBe(label)
  })

  test('a peso is told from other money that is written with its sign', () => {
    vi.stubGlobal('navigator', { language: 'es-MX' })
    const labels = ['MXN', 'USD'].map((currency) => priceLabel(185, currency).replace(/\s/gu, ' '))
    expect(labels).toEqual(['$185.00 MXN', 'USD 185.00'])
  })

  test.each(['ES', 'MX', 'AR', 'CL', 'CO', 'PE', 'US', 'EC', 'UY', 'GT', 'VE', 'CU', 'DO', 'PR', '419'])(
    'a rating in es-%s has the decimal sign of that region',
    (region) => {
      const language = `es-${region}`
      vi.stubGlobal('navigator', { language })
      expect(ratingLabel(4.5)).toBe(new Intl.NumberFormat(language).format(4.5))
    },
  )

  test('ratings and counts are written as people of the language write them', () => {
    expect(ratingLabel(4)).toBe('4,0')
    overwriteGetLocale(() => 'en')
    expect(ratingLabel(4.55)).toBe('4.5')
    expect([999, 1000, 9999, 12_345].map((count) => countLabel(count))).toEqual([
      '999',
      '1,000',
      '9,999',
      '12K',
    ])
  })

  test('each platform has a badge, and a place without a video has none', () => {
    expect([platformBadge('TikTok'), platformBadge('Other')]).toEqual(['TT', null])
  })
})
