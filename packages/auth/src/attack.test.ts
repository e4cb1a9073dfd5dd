import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateKeySet, loadKeySet, signApiKey } from './keys.ts'
import { clientAt } from './testing/client-at.ts'
import { startAuth } from './testing/fixture.ts'
import type { AuthFixture } from './testing/fixture.ts'
import { fragmentOf } from './testing/mail.ts'

const password = 'correct horse'

async function signUp(auth: AuthFixture, email: string) {
  const { data } = await auth.client().signUp({ email, password })
  if (data.session === null) throw new Error('no session')
  return data.session
}

describe('administration', () => {
  let auth: AuthFixture
  beforeAll(async () => {
    auth = await startAuth({ mail: false })
  })
  afterAll(() => auth.close())

  const id = '00000000-0000-4000-8000-000000000000'
  it.each([
    ['POST', '/invite'],
    ['POST', '/admin/generate_link'],
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${id}`],
    ['PUT', `/admin/users/${id}`],
    ['DELETE', `/admin/users/${id}`],
    ['GET', `/admin/users/${id}/factors`],
    ['PUT', `/admin/users/${id}/factors/${id}`],
    ['DELETE', `/admin/users/${id}/factors/${id}`],
    ['GET', `/admin/users/${id}/passkeys`],
    ['DELETE', `/admin/users/${id}/passkeys/${id}`],
    ['GET', '/admin/audit'],
    ['GET', '/admin/sso/providers'],
    ['POST', '/admin/sso/providers'],
    ['PUT', `/admin/sso/providers/${id}`],
    ['DELETE', `/admin/sso/providers/${id}`],
  ])('%s %s is for administrators only', async (method, path) => {
    const call = async (token: string | undefined) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const answer = await auth.call(path, { method, headers })
      return [answer.status, answer.headers.get('x-sb-error-code')]
    }
    const { access_token: user } = await signUp(
      auth,
      `${method}${path.replaceAll('/', '-')}@example.org`.toLowerCase(),
    )
    expect(await call(undefined)).toEqual([401, 'no_authorization'])
    expect(await call(auth.anonKey)).toEqual([403, 'not_admin'])
    expect(await call(user)).toEqual([403, 'not_admin'])
    expect(await call(await signApiKey(await loadKeySet(await generateKeySet()), 'service_role'))).toEqual([
      403,
      'bad_jwt',
    ])
  })

  it('of oneself is refused', async () => {
    const { access_token: token } = await signUp(auth, 'self@example.org')
    const answer = await auth.call('/user', {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ app_metadata: { role: 'admin' } }),
    })
    expect(answer.headers.get('x-sb-error-code')).toBe('not_admin')
    const made = await auth.ask('/signup', {
      email: 'role@example.org',
      password,
      role: 'service_role',
      app_metadata: { role: 'admin' },
    })
    expect(made.body.user).toMatchObject({
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    })
  })
})

describe('guessing', () => {
  it('a password 100 times is stopped early, and does not lock out its owner elsewhere', async () => {
    const auth = await startAuth({
      mail: false,
      settings: { rateLimits: { token: { burst: 10_000, perSeconds: 1 } } },
    })
    try {
      const email = 'target@example.org'
      await signUp(auth, email)
      const tries = new Map<unknown, number>()
      for (let attempt = 0; attempt < 100; attempt += 1) {
        const { status, body } = await auth.ask('/token?grant_type=password', {
          email,
          password: `wrong ${attempt}`,
        })
        const answer = `${status} ${body.code}`
        tries.set(answer, (tries.get(answer) ?? 0) + 1)
      }
      expect([...tries.keys()]).toEqual(['400 invalid_credentials', '429 over_request_rate_limit'])
      expect(tries.get('400 invalid_credentials')).toBeLessThanOrEqual(12)
      expect((await auth.ask('/token?grant_type=password', { email, password })).status).toBe(429)
      const owner = clientAt(auth, '192.0.2.7')
      expect((await owner.ask('/token?grant_type=password', { email, password })).status).toBe(200)
    } finally {
      await auth.close()
    }
  })

  it('accounts takes the same work and gives the same answer whether or not they exist', async () => {
    const auth = await startAuth()
    try {
      await auth.client().signUp({ email: 'known@example.org', password })
      await auth.db.pool.query('update auth.users set email_confirmed_at = now()')
      const known: number[] = []
      const unknown: number[] = []
      const answers = new Set<string>()
      for (let round = 0; round < 15; round += 1) {
        for (const [email, times] of [
          ['known@example.org', known],
          [`u${round}@example.org`, unknown],
        ] as const) {
          // Processor time does not depend on other programs of the machine, as time on the clock does.
          const before = process.cpuUsage()
          const answer = await auth.ask('/token?grant_type=password', { email, password: 'wrong' })
          const { user, system } = process.cpuUsage(before)
          times.push(user + system)
          answers.add(JSON.stringify(answer))
        }
      }
      expect(answers.size).toBe(1)
      expect(median(unknown) / median(known)).toBeGreaterThan(0.6)
      expect(median(unknown) / median(known)).toBeLessThan(1.7)
      const recover = (email: string) => auth.ask('/recover', { email })
      expect(await recover('known@example.org')).toEqual(await recover('nobody@example.org'))
    } finally {
      await auth.close()
    }
  })

  it("is limited by the client's address on every route that sends something", async () => {
    const one = { burst: 1, perSeconds: 3600 }
    const auth = await startAuth({
      settings: {
        anonymous: { enabled: true },
        saml: { enabled: true },
        web3: { ethereum: true },
        rateLimits: { send: one, token: one, verify: one, anonymous: one, sso: one, web3: one },
      },
    })
    try {
      const asks: [string, unknown][] = [
        ['/signup', { email: 'a@example.org', password }],
        ['/signup', {}],
        ['/recover', { email: 'a@example.org' }],
        ['/verify', { type: 'email', email: 'a@example.org', token: '000000' }],
        ['/token?grant_type=password', { email: 'a@example.org', password }],
        ['/token?grant_type=web3', { chain: 'ethereum', message: 'x' }],
        ['/sso', { domain: 'x.example.org' }],
      ]
      for (const [path, body] of asks) {
        await auth.ask(path, body)
        expect({ path, ...(await auth.ask(path, body)) }).toMatchObject({
          status: 429,
          body: { code: 'over_request_rate_limit' },
        })
      }
    } finally {
      await auth.close()
    }
  })

  it('mails and messages are sent at a bounded rate, whether or not there is an account', async () => {
    const auth = await startAuth({ settings: { mail: { maxFrequency: 60 } } })
    try {
      await auth.client().signUp({ email: 'some@example.org', password })
      for (const email of ['some@example.org', 'none@example.org']) {
        expect((await auth.ask('/recover', { email })).status).toBe(200)
        expect(await auth.ask('/recover', { email })).toMatchObject({
          status: 429,
          body: { code: 'over_email_send_rate_limit' },
        })
      }
    } finally {
      await auth.close()
    }
  })
})

describe('an open redirect', () => {
  let auth: AuthFixture
  beforeAll(async () => {
    auth = await startAuth({
      settings: { siteUrl: 'https://app.example.org', redirectAllowList: ['https://*.example.org/**'] },
    })
  })
  afterAll(() => auth.close())

  it.each([
    'https://evil.example.com',
    '//evil.example.com',
    'https://app.example.org.evil.com',
    'https://app.example.org@evil.com',
    'https://evil.com/https://app.example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://2130706433/',
    'https://app.example.org\\@evil.com',
  ])('to %s falls back to the site', async (target) => {
    const answer = await auth.call(`/verify?type=signup&token=x&redirect_to=${encodeURIComponent(target)}`, {
      headers: { redirect_to: 'https://evil.example.com', referer: 'https://evil.example.com' },
    })
    expect(new URL(answer.headers.get('location') ?? '').origin).toBe('https://app.example.org')
    expect(fragmentOf(answer).get('error_code')).toBe('otp_expired')
  })
})

describe('a captcha', () => {
  it('is demanded of people, not of administrators or refreshes', async () => {
    const auth = await startAuth({ mail: false, checkCaptcha: async (token) => token === 'human' })
    try {
      const body = { email: 'a@example.org', password }
      expect((await auth.ask('/signup', body)).body.code).toBe('captcha_failed')
      expect(
        (await auth.ask('/signup', { ...body, gotrue_meta_security: { captcha_token: 'robot' } })).body.code,
      ).toBe('captcha_failed')
      const made = await auth.ask('/signup', { ...body, gotrue_meta_security: { captcha_token: 'human' } })
      expect(made.status).toBe(200)
      expect((await auth.ask('/token?grant_type=password', body, auth.serviceRoleKey)).status).toBe(200)
      const { refresh_token: token } = made.body
      expect((await auth.ask('/token?grant_type=refresh_token', { refresh_token: token })).status).toBe(200)
    } finally {
      await auth.close()
    }
  })
})

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
