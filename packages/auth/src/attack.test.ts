import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateKeySet, loadKeySet, signApiKey } from './keys.ts'
import { clientAt } from './testing/client-at.ts'
import { type AuthFixture, startAuth, WITH_EXTRAS } from './testing/fixture.ts'
import { fragmentOf, linkOf } from './testing/mail.ts'

const password = 'correct horse'

async function signUp(auth: AuthFixture, email: string) {
  const { data } = await auth.client().signUp({ email, password })
  if (data.session === null) throw new Error('no session')
  return data.session
}

describe('administration', () => {
  let auth: AuthFixture
  beforeAll(async () => {
    auth = await startAuth({ mail: false, settings: WITH_EXTRAS })
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
  const STOPPED = {
    answers: ['400 invalid_credentials', '429 over_request_rate_limit'],
    isFew: true,
    network: 429,
    owner: 200,
  }

  /** Guesses a password from one network, and then has the right one sent from there and from the owner's network. */
  async function guess(count: number) {
    const auth = await startAuth({
      mail: false,
      settings: { rateLimits: { token: { burst: 10_000, perSeconds: 1 } } },
    })
    try {
      const email = 'target@example.org'
      await signUp(auth, email)
      const tries = new Map<unknown, number>()
      for (let attempt = 0; attempt < count; attempt += 1) {
        const { status, body } = await auth.ask('/token?grant_type=password', {
          email,
          password: `wrong ${attempt}`,
        })
        const answer = `${status} ${body.code}`
        tries.set(answer, (tries.get(answer) ?? 0) + 1)
      }
      const network = await auth.ask('/token?grant_type=password', { email, password })
      const owner = await clientAt(auth, '192.0.2.7').ask('/token?grant_type=password', { email, password })
      const checked = tries.get('400 invalid_credentials') ?? 0
      return {
        answers: [...tries.keys()],
        isFew: checked <= 12,
        network: network.status,
        owner: owner.status,
      }
    } finally {
      await auth.close()
    }
  }

  it('a password 100 times is stopped early, and does not lock out its owner elsewhere', async () => {
    expect(await guess(100)).toEqual(STOPPED)
  })

  it('a password 1,000 times ends the same way', { tags: 'slow', timeout: 120_000 }, async () => {
    expect(await guess(1000)).toEqual(STOPPED)
  })

  it('accounts takes the same work and gives the same answer whether or not they exist', async () => {
    const auth = await startAuth()
    try {
      await auth.client().signUp({ email: 'known@example.org', password })
      const { token } = linkOf(await auth.mails.take())
      await auth.client().verifyOtp({ type: 'signup', token_hash: token })
      const answers = new Set<string>()
      const hashes: Record<string, number> = {}
      const ask = async (email: string) => {
        const answer = await auth.ask('/token?grant_type=password', { email, password: 'wrong' })
        answers.add(JSON.stringify(answer))
      }
      // The first unknown address of a node costs one hash more: that of the decoy.
      await ask('first@example.org')
      for (const email of ['known@example.org', 'nobody@example.org', 'somebody@example.org'])
        hashes[email] = await countHashes(() => ask(email))
      expect(answers.size).toBe(1)
      expect(hashes).toEqual({ 'known@example.org': 1, 'nobody@example.org': 1, 'somebody@example.org': 1 })
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

it('a text of thousands of characters is refused by the name of its field', async () => {
  const auth = await startAuth({ mail: false })
  try {
    const refused = {
      status: 400,
      body: { code: 'validation_failed', message: expect.stringContaining('password') },
    }
    const ask = (length: number) =>
      auth.ask('/signup', { email: 'a@example.org', password: 'x'.repeat(length) })
    expect(await ask(4_097)).toMatchObject(refused)
    expect(await ask(4_096)).not.toMatchObject({ body: { message: expect.stringContaining('at most 4096') } })
  } finally {
    await auth.close()
  }
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

/** The number of native tasks that the work starts: argon2 has one for each hash, and nothing else has any here. */
async function countHashes(work: () => Promise<void>): Promise<number> {
  let count = 0
  const hook = createHook({
    init(_id, type) {
      // The library gives its tasks no name.
      if (type === 'undefined') count += 1
    },
  })
  hook.enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  return count
}
