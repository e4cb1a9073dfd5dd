import type { TokenText } from '../text/tokens.ts'

const FLAG = /[\u{1F1E6}-\u{1F1FF}]{2}/gu
const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:bs\.?\s?\d|\d+\s?(?:bs|bolivianos)\b)/i, 'BO'],
  [/\b(?:s\/\.?\s?\d|\d+\s?soles\b)/i, 'PE'],
  [/£\s?\d|\b\d+\s?(?:quid|pounds)\b/i, 'GB'],
  [/\b\d+\s?(?:lucas|mangos)\b/i, 'AR'],
  [/\bmxn\b|\bvarito|\bpesos mexicanos\b/i, 'MX'],
  [/\b\d+\s?(?:coras?|colones)\b/i, 'SV'],
  [/\bclp\b/i, 'CL'],
  [/\bcop\b/i, 'CO'],
]
const PREFIXES: Readonly<Record<string, string>> = {
  '34': 'ES',
  '52': 'MX',
  '54': 'AR',
  '503': 'SV',
  '591': 'BO',
  '44': 'GB',
  '51': 'PE',
  '57': 'CO',
  '56': 'CL',
  '598': 'UY',
}

const flagCountry = (flag: string): string =>
  Array.from(flag, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0x1f1e6) - 0x1f1e6 + 65)).join('')

/** Scripts that are used almost only in posts of one country. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hangul}{2}/u, 'KR'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]{2}/u, 'JP'],
  [/\p{Script=Thai}{3}/u, 'TH'],
  [/\p{Script=Greek}{3}/u, 'GR'],
  [/\p{Script=Hebrew}{3}/u, 'IL'],
  [/\p{Script=Georgian}{3}/u, 'GE'],
  [/\p{Script=Armenian}{3}/u, 'AM'],
]

/** Countries that flags, money and phone prefixes point to. */
export function countryCues(texts: readonly TokenText[]): Map<string, number> {
  const found = new Map<string, number>()
  const add = (country: string, weight: number): void =>
    void found.set(country, Math.max(found.get(country) ?? 0, weight))
  for (const { text } of texts) {
    const flags = new Set(text.match(FLAG) ?? [])
    for (const flag of flags) add(flagCountry(flag), flags.size === 1 ? 0.6 : 0.3)
    for (const [pattern, country] of SCRIPTS) if (pattern.test(text)) add(country, 0.5)
    for (const [pattern, country] of CURRENCIES) if (pattern.test(text)) add(country, 0.5)
    for (const match of text.matchAll(/\+(\d{2,3})[\s\d-]{6,}/g)) {
      const prefix = match[1] ?? ''
      const country = PREFIXES[prefix] ?? PREFIXES[prefix.slice(0, 2)]
      if (country !== undefined) add(country, 0.8)
    }
  }
  return found
}
