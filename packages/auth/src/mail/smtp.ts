import { createTransport } from 'nodemailer'
import type { Mail } from '../accounts/ports.ts'
import { isLoopback } from '../network.ts'

interface SmtpOptions {
  /** `smtp://user:pass@host:587` or `smtps://…:465`. */
  url: string
  /** Sender, e.g. `Example <hello@example.org>`. */
  from: string
}

/**
 * A mailer over SMTP with a small pool of connections. Mails hold links that open accounts, so a server elsewhere has
 * to offer TLS with a valid certificate; `?requireTLS=false` in the URL switches this off.
 */
export function createSmtpMailer(options: SmtpOptions) {
  const transport = createTransport(
    {
      url: options.url,
      pool: true,
      maxConnections: 3,
      requireTLS: !isLoopback(new URL(options.url)),
    },
    { from: options.from },
  )
  return {
    async send(mail: Mail): Promise<void> {
      await transport.sendMail(mail)
    },
    /** Connects and signs in without sending anything; rejects when the server refuses. */
    async verify(): Promise<void> {
      await transport.verify()
    },
    close(): void {
      transport.close()
    },
  }
}
