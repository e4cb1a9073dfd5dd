import { describe, expect, it } from 'vitest'
import { startAuth } from '../testing/fixture.ts'
import { startSmtp } from '../testing/smtp.ts'
import { htmlMail } from './send.ts'
import { createSmtpMailer } from './smtp.ts'
import { mailTexts } from './texts.ts'

describe('mail over SMTP', () => {
  it('carries password recovery', async () => {
    const smtp = await startSmtp()
    const mailer = createSmtpMailer({ url: smtp.url, from: 'Testbed <hello@example.org>' })
    const auth = await startAuth({ mailer, settings: { mail: { autoconfirm: true } } })
    try {
      const email = 'ana@example.org'
      await auth.client().signUp({ email, password: 'correct horse' })
      const client = auth.client()
      await client.resetPasswordForEmail(email)
      const mail = await smtp.mailTo(email)
      expect(mail).toMatchObject({ from: 'hello@example.org', to: [email] })
      expect(mail.raw).toContain('From: Testbed <hello@example.org>')
      const token = new URL(mail.link).searchParams.get('token') ?? ''
      expect((await client.verifyOtp({ type: 'recovery', token_hash: token })).error).toBeNull()
    } finally {
      mailer.close()
      await auth.close()
      await smtp.close()
    }
  })
})

it('is not sent without TLS to a server elsewhere, unless the operator allows it', async () => {
  const smtp = await startSmtp()
  const text = { to: 'ana@example.org', subject: 'Hi', text: 'https://example.org', html: '' }
  const send = async (url: string) => {
    const mailer = createSmtpMailer({ url, from: 'Testbed <hello@example.org>' })
    await mailer.send(text).finally(() => mailer.close())
  }
  try {
    // A name that leads to this machine and is none of its own names.
    const elsewhere = smtp.url.replace('127.0.0.1', '0.0.0.0')
    await expect(send(elsewhere)).rejects.toThrow('STARTTLS')
    await send(`${elsewhere}?requireTLS=false`)
    expect(await smtp.mailTo(text.to)).toMatchObject({ to: [text.to] })
  } finally {
    await smtp.close()
  }
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
        expect(html).toContain('&#34;')
        expect(html).toContain('123456')
      }
    }
  })
})
