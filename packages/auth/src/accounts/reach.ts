import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import type { Answer, AuthContext } from '../context.ts'
import { duplicateKey, inTransaction, type Queryable } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { Holder } from '../limits/known-origins.ts'
import { limitSending, type Wish } from '../limits/sending.ts'
import { sendTokenMail, type TokenMail } from '../mail/send.ts'
import { normalizeEmail, normalizePhone } from '../users/address.ts'
import { findUserByEmail } from '../users/repo.ts'
import type { UserRow } from '../users/row.ts'

export type AddressKind = 'email' | 'phone'

export const smsChannel = z.enum(['sms', 'whatsapp'])
export type SmsChannel = z.output<typeof smsChannel>

export interface Sms {
  /** Digits only, without "+". */
  to: string
  text: string
  channel: SmsChannel
}

/** Hands a short message over for delivery; rejects when that fails. */
export interface SmsSender {
  /** Shown in `/settings`. */
  readonly name: string
  send(sms: Sms): Promise<{ messageId?: string }>
}

/** A code for the owner of an address. */
export type CodeMessage = TokenMail & { readonly channel?: SmsChannel | undefined }

/** Finds accounts by one kind of address, and sends codes there. E-mail is built in, phones are an extra. */
export interface Reach {
  readonly kind: AddressKind
  /** Addresses count as proven at once, without a code. */
  readonly autoconfirm: boolean
  find(db: Queryable, address: string, lock?: 'lock'): Promise<UserRow | undefined>
  /** Throws when no code can be sent there now. */
  requireSendable(address: string, wish: Wish): Promise<void>
  /** Resolves to fields for the answer to the client. */
  send(message: CodeMessage): Promise<Answer>
}

/** The reach of a kind of address. Throws 400 `phone_provider_disabled` where phones are off. */
export function reachOf(ctx: AuthContext, kind: AddressKind): Reach {
  if (kind === 'phone' && ctx.phone === undefined) throw new AuthError('phone_provider_disabled')
  return (kind === 'phone' ? ctx.phone : undefined) ?? byMail(ctx)
}

function byMail(ctx: AuthContext): Reach {
  return {
    kind: 'email',
    autoconfirm: ctx.autoconfirmEmail,
    find: findUserByEmail,
    requireSendable: (_address, wish) => limitSending(ctx, 'mail', wish),
    async send(message) {
      sendTokenMail(ctx, message)
      return {}
    },
  }
}

/** The account that a client names by an address, for limits. */
export function holderOf(kind: AddressKind, address: string): Holder {
  return kind === 'email' ? { email: address } : { phone: address }
}

/** An address in the form in which it is stored. Throws 400 when it is malformed. */
export function normalizeAddress(kind: AddressKind, input: string): string {
  return kind === 'email' ? normalizeEmail(input) : normalizePhone(input)
}

export function addressTaken(kind: AddressKind): AuthError {
  return new AuthError(`${kind}_exists`)
}

/** Runs a transaction that sets addresses. Throws 422 when another account took one at the same moment. */
export function inAddressTransaction<T>(pool: Pool, fn: (tx: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, fn).catch((error: unknown) => {
    const kind = /^users_(email|phone)_key$/.exec(duplicateKey(error) ?? '')?.[1]
    throw kind === 'email' || kind === 'phone' ? addressTaken(kind) : error
  })
}
