import { createTransport } from 'nodemailer'
import type { Mailer } from '../accounts/ports.ts'

interface SmtpOptions {
  /** `smtp://user:pass@host:587` or `smtps://…:465`. */
  url: string
  /** Sender, e.g. `Example <hello@example.org>`. */
  from: string
}

/** Hosts that are reached without a network. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

interface SmtpMailer extends Mailer {
  /** Connects and signs in without sending anything; rejects when the server refuses. */
  verify(): Promise<void>
  close(): void
}

/**
 * A mailer over SMTP with a small pool of connections. Mails hold links that open accounts, so a server elsewhere has
 * to offer TLS with a valid certificate; `?requireTLS=false` in the URL switches this off.
 */
export function createSmtpMailer(options: SmtpOptions): SmtpMailer {
  const transport = createTransport(
    {
      url: options.url,
      pool: true,
      maxConnections: 3,
      requireTLS: !LOCAL_HOSTS.has(new URL(options.url).hostname),
    },
    { from: options.from },
  )
  return {
    async send(mail) {
      await transport.sendMail(mail)
    },
    async verify() {
      await transport.verify()
    },
    close() {
      transport.close()
    },
  }
}
