import { SMTPServer } from 'smtp-server'

interface CaughtMail {
  from: string
  to: string[]
  /** The raw message. */
  raw: string
  /** The first link in it. */
  link: string
}

/** A mail server on loopback that keeps all mails. */
export interface SmtpCatcher {
  url: string
  /** The first mail to an address; waits for it. */
  mailTo(address: string): Promise<CaughtMail>
  close(): Promise<void>
}

export async function startSmtp(): Promise<SmtpCatcher> {
  const mails: CaughtMail[] = []
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        mails.push({ from, to: envelope.rcptTo.map((each) => each.address), raw, link: firstLink(raw) })
        for (const wake of waiting) wake()
        waiting.clear()
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    async mailTo(recipient) {
      for (;;) {
        const mail = mails.find(({ to }) => to.includes(recipient))
        if (mail !== undefined) return mail
        await new Promise<void>((resolve) => waiting.add(resolve))
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Undoes quoted-printable encoding as far as links need it. */
function firstLink(raw: string): string {
  const plain = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  return /https?:\/\/\S+/.exec(plain)?.[0] ?? ''
}
