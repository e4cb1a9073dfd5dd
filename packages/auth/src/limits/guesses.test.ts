import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientAt } from '../testing/client-at.ts'
import { type AuthFixture, startAuth } from '../testing/fixture.ts'
import { codeOf, linkOf } from '../testing/mail.ts'

const password = 'correct horse'
const home = '203.0.113.7'
const rateLimits = {
  account: { burst: 8, perSeconds: 3600 },
  accountByAddress: { burst: 3, perSeconds: 3600 },
}

let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth({ settings: { rateLimits } })
})
afterAll(() => auth.close())
beforeEach(async () => {
  await auth.db.pool.query('truncate auth.rate_limits')
})

let accounts = 0
/** A confirmed account with a sign-in from home; the cookie is that of the browser there. */
async function makeAccount() {
  accounts += 1
  const email = `owner${accounts}@example.org`
  await auth.admin().createUser({ email, password, email_confirm: true })
  const { status, cookie } = await signIn(home, email, password)
  expect(status).toBe(200)
  return { email, cookie }
}

function signIn(address: string, email: string, tried: string, cookie?: string) {
  return clientAt(auth, address, cookie).ask('/token?grant_type=password', { email, password: tried })
}

/** Uses up the tries of the account from many networks. */
async function guessEverywhere(email: string) {
  for (let network = 0; network < 8; network += 1) await signIn(`2001:db8:${network}::1`, email, 'wrong')
}

describe('guesses', () => {
  it('from all addresses of a /64 count as one client', async () => {
    const { email } = await makeAccount()
    const answers = []
    for (let host = 1; host <= 4; host += 1)
      answers.push((await signIn(`2001:db8:1:1::${host}`, email, 'wrong')).code)
    expect(answers).toEqual([...Array(3).fill('invalid_credentials'), 'over_request_rate_limit'])
  })

  it.each([
    ['/48', (network: number) => `2001:db8:1:${network}::1`],
    ['/24', (network: number) => `198.51.100.${network}`],
  ])('from networks of one %s share twice the tries of one', async (_, address) => {
    const { email } = await makeAccount()
    await auth.db.pool.query('truncate auth.rate_limits')
    const answers = []
    for (let network = 1; network <= 7; network += 1)
      answers.push((await signIn(address(network), email, 'wrong')).code)
    expect(answers.filter((code) => code === 'invalid_credentials')).toHaveLength(6)
  })

  it('lock out neither the network nor the device from which the owner signed in before', async () => {
    const { email, cookie } = await makeAccount()
    await guessEverywhere(email)
    expect(await signIn('192.0.2.1', email, password)).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
    })
    expect((await signIn(home, email, password)).status).toBe(200)
    expect((await signIn('192.0.2.2', email, password, cookie)).status).toBe(200)
    expect((await signIn('192.0.2.3', email, password, 'sb-device=' + 'x'.repeat(43))).status).toBe(429)
  })

  it('in the network of the owner do not lock out the device', async () => {
    const { email, cookie } = await makeAccount()
    for (let turn = 0; turn < 4; turn += 1) await signIn(home, email, 'wrong')
    expect((await signIn(home, email, password)).status).toBe(429)
    expect((await signIn(home, email, password, cookie)).status).toBe(200)
    const tries = []
    for (let turn = 0; turn < 4; turn += 1) tries.push((await signIn(home, email, 'wrong', cookie)).status)
    expect(tries).toEqual([400, 400, 400, 429])
  })

  it('reveal nothing to a neighbour of the owner, whether the account exists or not', async () => {
    const { email } = await makeAccount()
    for (const account of [email, 'nobody@example.org']) {
      await guessEverywhere(account)
      expect(await signIn(home, account, 'wrong')).toMatchObject({
        status: 429,
        code: 'over_request_rate_limit',
      })
    }
  })

  it('of passwords do not affect codes and links in mails', async () => {
    const { email } = await makeAccount()
    await guessEverywhere(email)
    const stranger = clientAt(auth, '192.0.2.9')
    await stranger.ask('/recover', { email })
    const code = codeOf(await auth.mails.take())
    expect((await stranger.ask('/verify', { type: 'recovery', email, token: code })).status).toBe(200)
    for (let network = 0; network < 8; network += 1)
      await clientAt(auth, `2001:db8:${network}::1`).ask('/verify', {
        type: 'recovery',
        email,
        token: '000000',
      })
    await stranger.ask('/recover', { email })
    const second = await auth.mails.take()
    const byCode = { type: 'recovery', email, token: codeOf(second) }
    expect((await clientAt(auth, '192.0.2.10').ask('/verify', byCode)).status).toBe(429)
    const byLink = { type: 'recovery', token_hash: linkOf(second).token }
    expect((await clientAt(auth, '192.0.2.10').ask('/verify', byLink)).status).toBe(200)
  })

  it('do not count when they are right', async () => {
    const { email } = await makeAccount()
    for (let turn = 0; turn < 8; turn += 1) expect((await signIn(home, email, password)).status).toBe(200)
  })
})

describe('the known origins of an account', () => {
  const origins = async (email: string) => {
    const { rows } = await auth.db.pool.query<{ count: number }>(
      `select count(*)::int as count from auth.known_origins k join auth.users u on u.id = k.user_id where u.email = $1`,
      [email],
    )
    return rows[0]?.count
  }

  it('are bounded, and those in use are kept', async () => {
    const { email, cookie } = await makeAccount()
    for (let network = 1; network <= 15; network += 1) await signIn(`2001:db8:${network}::1`, email, password)
    expect(await origins(email)).toBe(20)
    await guessEverywhere(email)
    expect((await signIn('192.0.2.2', email, password, cookie)).status).toBe(429)
    expect((await signIn('2001:db8:15::1', email, password)).status).toBe(200)
  })

  it('are forgotten with a new password, except where it was set', async () => {
    const { email, cookie } = await makeAccount()
    const session = await signIn('192.0.2.20', email, password)
    const token = String(session.body['access_token'])
    const headers = { ...jsonHeaders(token), 'x-forwarded-for': '192.0.2.20' }
    const body = JSON.stringify({ password: 'battery staple', current_password: password })
    expect((await auth.call('/user', { method: 'PUT', headers, body })).status).toBe(200)
    await guessEverywhere(email)
    expect((await signIn('192.0.2.2', email, 'battery staple', cookie)).status).toBe(429)
    expect((await signIn('192.0.2.20', email, 'battery staple')).status).toBe(200)
  })
})

function jsonHeaders(token: string) {
  return { 'content-type': 'application/json', authorization: `Bearer ${token}` }
}
