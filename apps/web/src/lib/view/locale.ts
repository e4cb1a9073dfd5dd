import { getLocale, overwriteGetLocale } from '@antojo/i18n/runtime'

/** Sets the language of all messages from the next render on. */
export function applyLocale(locale: 'es' | 'en'): void {
  overwriteGetLocale(() => locale)
  document.documentElement.lang = locale
}

/** The BCP 47 tag for Intl: the browser's own where it is of the app's language, such as es-MX; otherwise es-ES or en-GB. */
export function intlLocale(): string {
  const locale = getLocale()
  if (navigator.language.startsWith(`${locale}-`)) return navigator.language
  return locale === 'es' ? 'es-ES' : 'en-GB'
}

export function dateText(at: Date | string, form: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(intlLocale(), form).format(new Date(at))
}

export function numberText(value: number, form?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(intlLocale(), form).format(value)
}
