import { intlLocale, numberText } from './locale.ts'

/** Names in a sentence: 'Contramar, El Califa y Rosetta'. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(intlLocale()).format(names)
}

export function percentText(value: number): string {
  return numberText(value, { style: 'percent' })
}
