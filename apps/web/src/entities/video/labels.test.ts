import { KNOWN_PLATFORMS } from '@antojo/domain/platforms/platform'
import { m } from '@antojo/i18n/messages'
import { expect, test } from 'vitest'

test.each(['es', 'en'] as const)('the %s texts that list the platforms name each one', (locale) => {
  for (const text of [m.error_unsupported_host({}, { locale }), m.onboarding_1_text({}, { locale })])
    expect(KNOWN_PLATFORMS.filter((platform) => !text.includes(platform))).toEqual([])
})
