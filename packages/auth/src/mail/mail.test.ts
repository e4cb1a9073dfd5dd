import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAuth } from '../testing/fixture.ts'
import { linkOf } from '../testing/mail.ts'
import { htmlMail } from './layout.ts'
import { createSmtpMailer } from './smtp.ts'
import { mailTexts } from './texts.ts'

describe('mail over SMTP', () => {
  const received: { from: string; to: string[]; body: string }[] = []
  let server: SMTPServer
  let port: number
  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, { envelope }, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
          const to = envelope.rcptTo.map((each) => each.address)
          received.push({ from, to, body: Buffer.concat(chunks).toString() })
          done()
        })
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.server.address()
    port = address !== null && typeof address === 'object' ? address.port : 0
  })
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

  it('carries password recovery', async () => {
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Testbed <hello@example.org>' })
    const auth = await startAuth({ mailer, settings: { mail: { autoconfirm: true } } })
    try {
      const email = 'ana@example.org'
      await auth.client().signUp({ email, password: 'correct horse' })
      const client = auth.client()
      await client.resetPasswordForEmail(email)
      await expect.poll(() => received.length).toBe(1)
      const [mail] = received
      expect(mail).toMatchObject({ from: 'hello@example.org', to: [email] })
      expect(mail?.body).toContain('From: Testbed <hello@example.org>')
      const plain = (mail?.body ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
      const { token } = linkOf({ to: email, subject: '', text: plain, html: '' })
      expect((await client.verifyOtp({ type: 'recovery', token_hash: token })).error).toBeNull()
    } finally {
      mailer.close()
      await auth.close()
    }
  })
})

describe('the texts of mails', () => {
  it('are complete in both languages, and escaped', () => {
    for (const language of ['es', 'en'] as const) {
      const texts = mailTexts(language, '<App>', 'x@example.org')
      for (const content of Object.values(texts)) {
        expect(content.subject).toContain('<App>')
        expect(content.body.length).toBeGreaterThan(0)
        const html = htmlMail({
          language,
          text: content,
          link: 'https://example.org/?a=1&b="',
          code: '123456',
        })
        expect(html).not.toContain('<App>')
        expect(html).toContain('&quot;')
        expect(html).toContain('123456')
      }
    }
  })
})
