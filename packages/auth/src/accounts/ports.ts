import { z } from 'zod'
import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../database.ts'
import type { Device } from '../http/device.ts'
import type { Language } from '../http/language.ts'
import type { MailKind } from '../mail/texts.ts'
import type { UserRow } from '../users/row.ts'

/** A request for a new account. */
export interface AccountRequest {
  /** The transaction that makes the account, or the pool for a check beforehand. */
  readonly db: Queryable
  /** `email`, `phone`, `anonymous`, `google`, `web3`, `sso:<uuid>`… */
  readonly provider: string
  /** The result of `invitationOf`. */
  readonly invitation: string | undefined
}

/**
 * Decides about new accounts; without a policy everybody may have one. Administrators are not bound by it. It does not see
 * the address, so its answers cannot reveal whether the address has an account.
 */
export interface AccountPolicy {
  /** The invitation that a request carries. */
  invitationOf(request: FastifyRequest): string | undefined
  /** Resolves to null when no account may be made. Changes nothing. */
  mayCreateAccount(request: AccountRequest): Promise<Admission | null>
  /** True when strangers may sign up now. `GET /settings` shows it. */
  isOpen(): Promise<boolean>
}

/** Permission to create one account. */
export interface Admission {
  /**
   * Uses the invitation up, in the transaction that inserted the account. False when another sign-up has used it
   * meanwhile.
   */
  use(): Promise<boolean>
}

export type DeletionEvent =
  | { readonly kind: 'scheduled'; readonly userId: string; readonly deleteAfter: Date }
  | { readonly kind: 'cancelled'; readonly userId: string }
  | { readonly kind: 'deleted'; readonly userId: string }

/**
 * Records what happens to the deletion of accounts outside of the database, so that a restored backup can be brought up
 * to date. Called before each commit: a failure undoes the change. The last event of an account counts.
 */
export type RecordDeletion = (event: DeletionEvent) => Promise<void>

/** A person as an outside provider describes them. */
export interface ExternalProfile {
  /** `google`, `facebook`, `web3`, `sso:<uuid>`… */
  provider: string
  /** The subject at the provider. */
  providerId: string
  email: string | undefined
  emailVerified: boolean
  /** Kept as identity_data and merged into the user's metadata. */
  data: Record<string, unknown>
  isSso?: boolean
}

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Hands a mail over for delivery; rejects when that fails. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** A code to type and a link to open; either works, once. Only their hashes are stored. */
export interface OneTimeToken {
  code: string
  link: string
}

/** A code or link for the owner of an address. */
export interface CodeMessage {
  kind: MailKind
  to: string
  token: OneTimeToken
  client: { readonly language: Language; readonly redirectTo: string }
  newEmail?: string | undefined
  /** Another sign-up with this address is pending, and nobody has proven it yet. */
  contested?: boolean | undefined
  channel?: SmsChannel | undefined
}

/** The network and the browser of a client. */
export interface Origin {
  readonly ip: string
  readonly device: Device | undefined
}

/** An account by its id, or by the address that a client typed. */
export type Holder = { readonly id: string } | { readonly email: string } | { readonly phone: string }

/** A requested message: its kind, its recipient and the client. */
export interface Wish {
  readonly kind: string
  readonly to: Holder
  readonly client: Origin
}

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
  send(sms: Sms): Promise<{ messageId?: string | undefined }>
}

/** Finds accounts by one kind of address, and sends codes there. E-mail is built in, phones are an extra. */
export interface Reach {
  readonly kind: AddressKind
  /** Addresses count as proven at once, without a code. */
  readonly autoconfirm: boolean
  find(db: Queryable, address: string, lock?: 'lock'): Promise<UserRow | undefined>
  /** Throws when no code can be sent there now. */
  requireSendable(wish: Wish): Promise<void>
  /** Resolves to fields for the answer to the client. */
  send(message: CodeMessage): Promise<Record<string, unknown>>
}
