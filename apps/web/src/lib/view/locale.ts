import { overwriteGetLocale } from '@antojo/i18n/runtime'

export type Locale = 'es' | 'en'

/** Sets the language of all messages from the next render on. */
export function applyLocale(locale: Locale): void {
  overwriteGetLocale(() => locale)
  document.documentElement.lang = locale
}

/** The BCP 47 tag for Intl: es-ES in Spanish, the browser's English in English (spec-notes). */
export function intlLocale(locale: Locale): string {
  if (locale === 'es') return 'es-ES'
  return navigator.language.startsWith('en-US') ? 'en-US' : 'en-GB'
}
