import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'

export interface SmtpOptions {
  /** `smtp://user:pass@host:587` or `smtps://…:465`. */
  url: string
  /** Sender, e.g. `Example <hello@example.org>`. */
  from: string
}

/** A mailer over SMTP with a small pool of connections. */
export function createSmtpMailer(options: SmtpOptions): Mailer & { close(): void } {
  const transport = createTransport(
    { url: options.url, pool: true, maxConnections: 3 },
    { from: options.from },
  )
  return {
    async send(mail) {
      await transport.sendMail(mail)
    },
    close() {
      transport.close()
    },
  }
}
