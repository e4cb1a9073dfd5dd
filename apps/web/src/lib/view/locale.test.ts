import { overwriteGetLocale } from '@antojo/i18n/runtime'
import { afterEach, expect, test, vi } from 'vitest'
import { intlLocale } from './locale.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['es-MX', 'es', 'es-MX'],
  ['es-AR', 'es', 'es-AR'],
  ['es-419', 'es', 'es-419'],
  ['es', 'es', 'es-ES'],
  ['en-US', 'es', 'es-ES'],
  ['en-US', 'en', 'en-US'],
  ['en-AU', 'en', 'en-AU'],
  ['es-MX', 'en', 'en-GB'],
  ['est-EE', 'es', 'es-ES'],
] as const)('with a browser in %s, the app in %s writes as in %s', (browser, language, locale) => {
  vi.stubGlobal('navigator', { language: browser })
  overwriteGetLocale(() => language)
  expect(intlLocale()).toBe(locale)
})
