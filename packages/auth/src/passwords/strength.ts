import { AuthError, invalid } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { isGuessable } from './guessable.ts'

export interface Weakness {
  message: string
  reasons: string[]
}

/** The facts that a password is checked against. */
export type PasswordRules = Pick<Settings, 'password' | 'appName' | 'siteUrl'>

/** The reasons why a password is too weak, in the words of the wire format; undefined when it is strong enough. */
export function weaknessOf(
  password: string,
  settings: PasswordRules,
  address?: string,
): Weakness | undefined {
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
  if (rules.refuseGuessable && isGuessable(password, settings, address)) {
    reasons.push('pwned')
    messages.push('Password is known to be weak and easy to guess, please choose a different one.')
  }
  return reasons.length === 0 ? undefined : { message: messages.join(' '), reasons }
}

const MAX_LENGTH = 72

/** Throws 422 `weak_password` with reasons, or 400 for a password longer than 72 characters. */
export function requireStrongPassword(password: string, settings: PasswordRules, address?: string): void {
  if (Array.from(password).length > MAX_LENGTH) throw invalid('Password cannot be longer than 72 characters')
  const weakness = weaknessOf(password, settings, address)
  if (weakness === undefined) return
  throw new AuthError(422, 'weak_password', weakness.message, {
    weak_password: { reasons: weakness.reasons },
  })
}
