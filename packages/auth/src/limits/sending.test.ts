import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { clientAt } from '../testing/client-at.ts'
import { type AuthFixture, startAuth } from '../testing/fixture.ts'
import { codeOf, linkOf } from '../testing/mail.ts'

const password = 'correct horse'
const refused = { status: 429, code: 'over_email_send_rate_limit' }

let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth({ settings: { mail: { maxFrequency: 60, perHourAndNetwork: 5, perHour: 10 } } })
})
afterAll(() => auth.close())
afterEach(async () => {
  await auth.db.pool.query('truncate auth.rate_limits')
})

let addresses = 0
const newAddress = () => `somebody${(addresses += 1)}@example.org`

function recover(address: string, email: string, cookie?: string) {
  return clientAt(auth, address, cookie).ask('/recover', { email })
}

async function signUp(address: string) {
  const { status } = await clientAt(auth, address).ask('/signup', { email: newAddress(), password })
  if (status === 200) await auth.mails.take()
  return status
}

describe('mails', () => {
  it('requested by one /64 do not stop the sign-up of somebody elsewhere', async () => {
    let accepted = 0
    for (let host = 1; host <= 100; host += 1) {
      const { status } = await recover(`2001:db8:1:2::${host.toString(16)}`, newAddress())
      if (status === 200) accepted += 1
    }
    expect(accepted).toBe(5)
    expect(await signUp('198.51.100.77')).toBe(200)
  })

  it('to addresses without an account count for the requesting network, not for the installation', async () => {
    const sent = auth.mails.all.length
    for (let network = 1; network <= 30; network += 1)
      expect((await recover(`2001:db8:${network}::1`, newAddress())).status).toBe(200)
    expect(await signUp('198.51.100.77')).toBe(200)
    expect(auth.mails.all).toHaveLength(sent + 1)
  })

  it('are kept in reserve for networks that have requested few', async () => {
    const asked: number[] = []
    for (const network of ['192.0.2.1', '198.51.100.1', '203.0.113.1'])
      for (let turn = 0; turn < 3; turn += 1) asked.push(await signUp(network))
    // Three tenths of ten mails are left, and these networks have used up their part of them.
    expect(asked).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429])
    expect(await signUp('203.0.113.1')).toBe(429)
    expect(await signUp('2001:db8:7::1')).toBe(200)
    expect(await signUp('2001:db8:8::1')).toBe(200)
    expect(await signUp('2001:db8:9::1')).toBe(429)
  })

  it('requested by strangers do not stop the owner from recovering the account', async () => {
    const email = newAddress()
    await auth.admin().createUser({ email, password, email_confirm: true })
    const session = await clientAt(auth, '203.0.113.7').ask('/token?grant_type=password', { email, password })
    expect((await recover('192.0.2.1', email)).status).toBe(200)
    await auth.mails.take()
    expect(await recover('192.0.2.2', email)).toMatchObject(refused)
    expect((await recover('192.0.2.3', email, session.cookie)).status).toBe(200)
    await auth.mails.take()
    expect(await recover('192.0.2.3', email, session.cookie)).toMatchObject(refused)
  })

  it('requested by strangers do not void the link that the owner waits for', async () => {
    const email = newAddress()
    await auth.admin().createUser({ email, password, email_confirm: true })
    const mails = []
    for (const stranger of ['203.0.113.1', '192.0.2.1', '198.51.100.1']) {
      expect((await recover(stranger, email)).status).toBe(200)
      mails.push(await auth.mails.take())
      await auth.db.pool.query('truncate auth.rate_limits')
    }
    const codes = mails.map(codeOf)
    const verify = (proof: Record<string, unknown>) =>
      clientAt(auth, '203.0.113.1').ask('/verify', { type: 'recovery', ...proof })
    expect((await verify({ email, token: codes[0] })).status).toBe(403)
    const [link, ...otherLinks] = mails.map((mail) => linkOf(mail).token)
    expect((await verify({ token_hash: link })).status).toBe(200)
    for (const other of otherLinks) expect((await verify({ token_hash: other })).status).toBe(403)
    expect((await verify({ email, token: codes[2] })).status).toBe(403)
  })

  it('are refused with the codes that the client understands', async () => {
    const client = auth.client()
    const email = newAddress()
    expect((await client.resetPasswordForEmail(email)).error).toBeNull()
    const again = await client.resetPasswordForEmail(email)
    expect(again.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    expect(again.error?.message).toContain('60 seconds')
    for (let turn = 0; turn < 4; turn += 1) await client.resetPasswordForEmail(newAddress())
    const used = await client.resetPasswordForEmail(newAddress())
    expect(used.error).toMatchObject({
      status: 429,
      code: 'over_email_send_rate_limit',
      message: 'email rate limit exceeded',
    })
  })
})
