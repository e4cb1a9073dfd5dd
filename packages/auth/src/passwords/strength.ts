import { AuthError, invalid } from '../errors.ts'
import type { Settings } from '../settings.ts'

interface Weakness {
  message: string
  reasons: string[]
}

/** The facts that a password is checked against. */
type PasswordRules = Pick<Settings, 'password' | 'appName' | 'siteUrl'>

/** The reasons why a password is too weak, in the words of the wire format; undefined when it is strong enough. */
export async function weaknessOf(
  password: string,
  settings: PasswordRules,
  address?: string,
): Promise<Weakness | undefined> {
  const rules = settings.password
  const messages: string[] = []
  const reasons: string[] = []
  if (Array.from(password).length < rules.minLength) {
    reasons.push('length')
    messages.push(`Password should be at least ${rules.minLength} characters.`)
  }
  if (rules.requiredCharacters.some((set) => !Array.from(set).some((char) => password.includes(char)))) {
    reasons.push('characters')
    messages.push(
      `Password should contain at least one character of each: ${rules.requiredCharacters.join(', ')}.`,
    )
  }
  if (rules.refuseGuessable && (await isGuessable(password, settings, address))) {
    reasons.push('pwned')
    messages.push('Password is known to be weak and easy to guess, please choose a different one.')
  }
  return reasons.length === 0 ? undefined : { message: messages.join(' '), reasons }
}

const MAX_LENGTH = 72

/** Throws 422 `weak_password` with reasons, or 400 for a password longer than 72 characters. */
export async function requireStrongPassword(
  password: string,
  settings: PasswordRules,
  address?: string,
): Promise<void> {
  if (Array.from(password).length > MAX_LENGTH) throw invalid('Password cannot be longer than 72 characters')
  const weakness = await weaknessOf(password, settings, address)
  if (weakness === undefined) return
  throw new AuthError('weak_password', weakness.message, {
    extra: {
      weak_password: { reasons: weakness.reasons },
    },
  })
}

/** About 49,000 passwords of leaked databases, the most frequent first; 18,000 of them have eight characters or more. */
const readLeaked = async (): Promise<readonly unknown[]> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common']
}
/** Shorter names, such as "com", would refuse passwords that are mostly digits. */
const MIN_NAME = 4

/**
 * True for a password that attackers try first: one of a leaked database, or a name of this installation or of the
 * account (application, host, address) with any digits and signs around or between its letters.
 */
async function isGuessable(
  password: string,
  { appName, siteUrl }: Pick<Settings, 'appName' | 'siteUrl'>,
  address = '',
): Promise<boolean> {
  const leaked = await readLeaked()
  if (leaked.includes(password) || leaked.includes(password.toLowerCase())) return true
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
