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
