import type { SmsChannel } from '../accounts/phone-port.ts'
import { duplicateKey } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { Authenticated } from '../http/bearer.ts'
import type { ClientRequest } from '../http/client-request.ts'
import type { Challenge } from '../pkce.ts'

export interface OwnChanges {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly password?: string | undefined
  readonly current_password?: string | undefined
  readonly nonce?: string | undefined
  readonly data?: Record<string, unknown> | undefined
  readonly channel: SmsChannel
}

export interface OwnUpdate {
  readonly caller: Authenticated
  readonly client: ClientRequest
  readonly changes: OwnChanges
  readonly challenge: Challenge | undefined
}

/** The refusal when another account took the address at the same moment; undefined for other failures. */
export function takenError(error: unknown): AuthError | undefined {
  const constraint = duplicateKey(error)
  if (constraint === 'users_email_key') return emailTaken()
  if (constraint === 'users_phone_key') return phoneTaken()
  return undefined
}

export function emailTaken(): AuthError {
  return new AuthError('email_exists')
}

export function phoneTaken(): AuthError {
  return new AuthError('phone_exists')
}
