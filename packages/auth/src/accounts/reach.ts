import type { Pool, PoolClient } from 'pg'
import type { AuthContext } from '../context.ts'
import { duplicateKey, inTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import { limitSending } from '../limits/sending.ts'
import { sendTokenMail } from '../mail/send.ts'
import { normalizeEmail, normalizePhone } from '../users/address.ts'
import { findUserByEmail } from '../users/repo.ts'
import type { AddressKind, Holder, Reach } from './ports.ts'

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
    requireSendable: (wish) => limitSending(ctx, 'mail', wish),
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
