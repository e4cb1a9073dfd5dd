import { dictionary } from '@zxcvbn-ts/language-common'
import type { Settings } from '../settings.ts'

/** Some 49,000 passwords of leaked databases, the most frequent first; 18,000 of them have eight characters or more. */
const leaked: ReadonlySet<string> = new Set(dictionary['passwords-common'])
/** Shorter names, such as "com", would refuse passwords that are mostly digits. */
const MIN_NAME = 4

/**
 * True for a password that attackers try first: one of a leaked database, or a name of this installation or of the
 * account (application, host, address) with any digits and signs around or between its letters.
 */
export function isGuessable(
  password: string,
  { appName, siteUrl }: Pick<Settings, 'appName' | 'siteUrl'>,
  address = '',
): boolean {
  if (leaked.has(password) || leaked.has(password.toLowerCase())) return true
  const names = [appName, new URL(siteUrl).hostname, address].flatMap((name) => [
    name,
    ...name.split('@'),
    ...name.split(/[^\p{L}\p{N}]+/u),
  ])
  const letters = lettersOf(password)
  return names.map(lettersOf).some((name) => name.length >= MIN_NAME && name === letters)
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/\P{L}+/gu, '')
}
