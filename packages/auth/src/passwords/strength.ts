import { AuthError, invalid } from '../errors.ts'
import type { Settings } from '../settings.ts'

export interface Weakness {
  message: string
  reasons: string[]
}

/** Why a password is too weak, in the words of the wire format; undefined when it is strong enough. */
export function weaknessOf(password: string, rules: Settings['password']): Weakness | undefined {
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
  return reasons.length === 0 ? undefined : { message: messages.join(' '), reasons }
}

const MAX_BYTES = 72

/** Throws 422 `weak_password` with reasons, or 400 for a password longer than 72 bytes. */
export function requireStrongPassword(password: string, rules: Settings['password']): void {
  if (Buffer.byteLength(password) > MAX_BYTES) throw invalid('Password cannot be longer than 72 characters')
  const weakness = weaknessOf(password, rules)
  if (weakness === undefined) return
  throw new AuthError(422, 'weak_password', weakness.message, {
    weak_password: { reasons: weakness.reasons },
  })
}
