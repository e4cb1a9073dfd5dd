import { AuthError } from '../errors.ts'
import type { ClientRequest } from '../http/client-request.ts'
import type { ApplyChange, UserRow } from '../users/row.ts'

export interface Sms {
  /** Digits only, without "+". */
  to: string
  text: string
  channel: SmsChannel
}

export type SmsChannel = 'sms' | 'whatsapp'

/** Hands a short message over for delivery; rejects when that fails. */
export interface SmsSender {
  /** Shown in `/settings`. */
  readonly name: string
  send(sms: Sms): Promise<{ messageId?: string }>
}

/** What a person who names a phone number asks for. */
export interface PhoneRequest {
  readonly phone: string
  readonly data: Record<string, unknown>
  readonly channel: SmsChannel
}

type Answer = Promise<Record<string, unknown>>

/** Phone numbers as addresses of accounts, next to e-mail. An extra: see `extras/mount.ts`. */
export interface PhoneAccounts {
  signUp(request: PhoneRequest & { readonly password: string }, client: ClientRequest): Answer
  /** Sends a code to sign in. */
  sendCode(request: PhoneRequest & { readonly createUser: boolean }, client: ClientRequest): Answer
  /** Sends a pending code again. */
  resend(request: { type: 'sms' | 'phone_change'; phone: string }, client: ClientRequest): Answer
  /** Sends the user a code that proves their presence. */
  reauthenticate(user: UserRow, client: ClientRequest): Answer
  /** Prepares a new number of a user. */
  prepareChange(
    change: { userId: string; phone: string; channel: SmsChannel },
    client: ClientRequest,
  ): Promise<ApplyChange>
}

/** Throws 400 `phone_provider_disabled` where the extra is off. */
export function requirePhone(ctx: { readonly phone: PhoneAccounts | undefined }): PhoneAccounts {
  if (ctx.phone === undefined) throw noPhoneProvider()
  return ctx.phone
}

export function noPhoneProvider(): AuthError {
  return new AuthError('phone_provider_disabled')
}
