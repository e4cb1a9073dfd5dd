export interface Sms {
  /** Digits only, without "+". */
  to: string
  text: string
  channel: 'sms' | 'whatsapp'
}

/** Hands a short message over for delivery; rejects when that fails. */
export interface SmsSender {
  /** Shown in `/settings`. */
  readonly name: string
  send(sms: Sms): Promise<{ messageId?: string }>
}
