import { duplicateKey } from '../database.ts'
import { AuthError } from '../errors.ts'

/** The refusal for an address that somebody took at the same moment; undefined for other failures. */
export function takenError(error: unknown): AuthError | undefined {
  const constraint = duplicateKey(error)
  if (constraint === 'users_email_key') return emailTaken()
  if (constraint === 'users_phone_key') return phoneTaken()
  return undefined
}

export function emailTaken(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
}

export function phoneTaken(): AuthError {
  return new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')
}
