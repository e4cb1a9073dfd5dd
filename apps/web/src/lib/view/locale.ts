import { overwriteGetLocale } from '@antojo/i18n/runtime'

export type Locale = 'es' | 'en'

/** Sets the language of all messages from the next render on. */
export function applyLocale(locale: Locale): void {
  overwriteGetLocale(() => locale)
  document.documentElement.lang = locale
}

/** The BCP 47 tag for Intl: the browser's own where it is of the app's language, such as es-MX; otherwise es-ES or en-GB. */
export function intlLocale(locale: Locale): string {
  if (navigator.language.startsWith(`${locale}-`)) return navigator.language
  return locale === 'es' ? 'es-ES' : 'en-GB'
}
