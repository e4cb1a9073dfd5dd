import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthFixture, startAuth } from '../testing/fixture.ts'
import { codeOf, fragmentOf, linkOf, queryOf } from '../testing/mail.ts'

const password = 'correct horse'
let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth({
    settings: {
      signup: { phone: true },
      anonymous: { enabled: true },
      redirectAllowList: ['https://ok.example.org/**'],
    },
  })
})
afterAll(() => auth.close())

/** A user who has signed up and followed the link. */
async function confirmedUser(email: string) {
  const client = auth.client()
  await client.signUp({ email, password })
  const { token } = linkOf(await auth.mails.take())
  const { data, error } = await client.verifyOtp({ type: 'signup', token_hash: token })
  expect(error).toBeNull()
  return { client, session: data.session, user: data.user }
}

describe('links in mails', () => {
  it('confirm an address and sign in, once', async () => {
    await auth.client().signUp({
      email: 'link@example.org',
      password,
      options: { emailRedirectTo: 'https://ok.example.org/done' },
    })
    const mail = await auth.mails.take()
    expect(mail.to).toBe('link@example.org')
    const { path } = linkOf(mail)
    const looked = await auth.call(path, { method: 'HEAD' })
    expect(looked.status).toBe(404)
    const answer = await auth.call(path)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(/^https:\/\/ok\.example\.org\/done#/)
    const session = fragmentOf(answer)
    expect([...session.keys()]).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ])
    expect(
      (await auth.client().getUser(session.get('access_token') ?? '')).data.user?.email_confirmed_at,
    ).toBeTruthy()
    const replayed = await auth.call(path)
    expect(Object.fromEntries(fragmentOf(replayed))).toMatchObject({
      error: 'access_denied',
      error_code: 'otp_expired',
    })
  })

  it('work for exactly one of many requests at the same moment', async () => {
    await auth.client().signUp({ email: 'race@example.org', password })
    const { token } = linkOf(await auth.mails.take())
    const tries = Array.from({ length: 5 }, () => auth.ask('/verify', { type: 'signup', token_hash: token }))
    const statuses = (await Promise.all(tries)).map((answer) => answer.status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403, 403])
  })

  it('speak the language of the browser', async () => {
    const ask = (language: string) =>
      auth.call('/recover', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': language },
        body: JSON.stringify({ email: 'lang@example.org' }),
      })
    await confirmedUser('lang@example.org')
    await ask('fr, en;q=0.5, es;q=0.2')
    expect((await auth.mails.take()).subject).toContain('Reset')
    await ask('de')
    expect((await auth.mails.take()).subject).toContain('Recupera')
  })

  it('give a code under PKCE, which needs the verifier and works once', async () => {
    const client = auth.client({ flowType: 'pkce' })
    await confirmedUser('pkce@example.org')
    await client.signInWithOtp({ email: 'pkce@example.org' })
    const answer = await auth.call(linkOf(await auth.mails.take()).path)
    const code = queryOf(answer).get('code') ?? ''
    const wrong = await auth.ask('/token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(50) })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'bad_code_verifier' } })
    const { data, error } = await client.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.email).toBe('pkce@example.org')
    const again = await auth.ask('/token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(50) })
    expect(again).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } })
  })

  it('expire', async () => {
    await auth.client().signUp({ email: 'old@example.org', password })
    const { token } = linkOf(await auth.mails.take())
    await auth.db.pool.query("update auth.one_time_tokens set created_at = now() - interval '3601 s'")
    expect(await auth.ask('/verify', { type: 'signup', token_hash: token })).toMatchObject({
      body: { code: 'otp_expired' },
    })
  })

  it('that sign in expire sooner, and so do their codes', async () => {
    const email = 'soon@example.org'
    await confirmedUser(email)
    await auth.client().signInWithOtp({ email })
    const mail = await auth.mails.take()
    await auth.db.pool.query("update auth.one_time_tokens set created_at = now() - interval '601 s'")
    const proofs = [{ token_hash: linkOf(mail).token }, { email, token: codeOf(mail) }]
    for (const proof of proofs)
      expect(await auth.ask('/verify', { type: 'magiclink', ...proof })).toMatchObject({
        body: { code: 'otp_expired' },
      })
  })

  it('are stored as hashes only', async () => {
    await auth.client().signUp({ email: 'hash@example.org', password })
    const mail = await auth.mails.take()
    const { rows } = await auth.db.pool.query<{ row: string }>(
      'select t::text as row from auth.one_time_tokens t',
    )
    const stored = rows.map(({ row }) => row).join()
    expect(stored).not.toContain(linkOf(mail).token)
    expect(stored).not.toContain(codeOf(mail))
  })
})

describe('codes', () => {
  it('sign in by e-mail, and die after ten wrong ones', async () => {
    const email = 'code@example.org'
    await confirmedUser(email)
    await auth.client().signInWithOtp({ email })
    const right = codeOf(await auth.mails.take())
    expect((await auth.client().verifyOtp({ type: 'email', email, token: right })).error).toBeNull()
    expect((await auth.client().verifyOtp({ type: 'email', email, token: right })).error?.code).toBe(
      'otp_expired',
    )
    await auth.client().signInWithOtp({ email })
    const next = codeOf(await auth.mails.take())
    const wrong = next === '000000' ? '000001' : '000000'
    for (let attempt = 0; attempt < 10; attempt += 1)
      await auth.ask('/verify', { type: 'email', email, token: wrong })
    expect((await auth.client().verifyOtp({ type: 'email', email, token: next })).error?.code).toBe(
      'otp_expired',
    )
  })

  it('sign in by phone', async () => {
    const client = auth.client()
    const { data } = await client.signInWithOtp({ phone: '+34 600 000 001' })
    expect(data.messageId).toBe('message-1')
    const sms = await auth.messages.take()
    expect(sms.to).toBe('34600000001')
    const verified = await client.verifyOtp({ type: 'sms', phone: '34600000001', token: codeOf(sms) })
    expect(verified.data.user).toMatchObject({ phone: '34600000001', app_metadata: { provider: 'phone' } })
  })

  it('that replace one which died of wrong tries are valid', async () => {
    const phone = '34600000002'
    const verify = (token: string) => auth.client().verifyOtp({ type: 'sms', phone, token })
    const send = async () => {
      await auth.client().signInWithOtp({ phone })
      return codeOf(await auth.messages.take())
    }
    await verify(await send())
    const dead = await send()
    const wrong = dead === '000000' ? '000001' : '000000'
    for (let attempt = 0; attempt < 10; attempt += 1) await verify(wrong)
    expect((await verify(dead)).error?.code).toBe('otp_expired')
    expect((await verify(await send())).error).toBeNull()
  })

  it('are not sent to unknown addresses when the client allows known ones only', async () => {
    const { error } = await auth
      .client()
      .signInWithOtp({ email: 'nobody@example.org', options: { shouldCreateUser: false } })
    expect(error?.code).toBe('otp_disabled')
  })
})

describe('recovery', () => {
  it('sets a new password, ends other sessions and voids other links', async () => {
    const email = 'recover@example.org'
    const { session: old } = await confirmedUser(email)
    const client = auth.client()
    await client.resetPasswordForEmail(email)
    const { token } = linkOf(await auth.mails.take())
    expect((await client.verifyOtp({ type: 'recovery', token_hash: token })).error).toBeNull()
    expect((await client.updateUser({ password })).error?.code).toBe('same_password')
    expect((await client.updateUser({ password: 'battery staple' })).error).toBeNull()
    expect((await auth.client().getUser(old?.access_token)).error?.name).toBe('AuthSessionMissingError')
    expect((await auth.client().signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await auth.client().signInWithPassword({ email, password: 'battery staple' })).error).toBeNull()
  })

  it('gives the same answer for an unknown address', async () => {
    const answer = await auth.ask('/recover', { email: 'noone@example.org' })
    expect(answer).toEqual({ status: 200, body: {} })
  })

  it('takes an account that somebody else made with my address', async () => {
    const email = 'victim@example.org'
    await auth.client().signUp({ email, password: 'attackers own' })
    await auth.mails.take()
    const victim = auth.client()
    await victim.signInWithOtp({ email })
    await victim.verifyOtp({ type: 'email', email, token: codeOf(await auth.mails.take()) })
    const attacker = await auth.client().signInWithPassword({ email, password: 'attackers own' })
    expect(attacker.error?.code).toBe('invalid_credentials')
  })
})

describe('sending again', () => {
  it('sends a new link for an unconfirmed address and nothing to others', async () => {
    await auth.client().signUp({ email: 'again@example.org', password })
    const first = linkOf(await auth.mails.take())
    expect((await auth.client().resend({ type: 'signup', email: 'again@example.org' })).error).toBeNull()
    const second = linkOf(await auth.mails.take())
    expect(await auth.ask('/verify', { type: 'signup', token_hash: first.token })).toMatchObject({
      status: 403,
    })
    expect(await auth.ask('/verify', { type: 'signup', token_hash: second.token })).toMatchObject({
      status: 200,
    })
    const sent = auth.mails.all.length
    expect((await auth.client().resend({ type: 'signup', email: 'again@example.org' })).error).toBeNull()
    expect((await auth.client().resend({ type: 'signup', email: 'unknown@example.org' })).error).toBeNull()
    expect(auth.mails.all.length).toBe(sent)
  })

  it.each(['sms', 'phone_change'])(
    'answers alike for an unknown phone, also the second time (%s)',
    async (type) => {
      for (let time = 0; time < 2; time++)
        expect(await auth.ask('/resend', { type, phone: '34600999888' })).toMatchObject({
          status: 200,
          body: {},
        })
    },
  )

  it.each([
    [{ type: 'other', email: 'a@example.org' }],
    [{ type: 'signup' }],
    [{ type: 'sms' }],
    [{ type: 'sms', email: 'a@example.org', phone: '34600000000' }],
  ])('refuses %j', async (body) => {
    expect(await auth.ask('/resend', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  })
})

describe('a new address', () => {
  it('must be confirmed from the old and from the new one', async () => {
    const { client } = await confirmedUser('before@example.org')
    await client.updateUser({ email: 'after@example.org' })
    const mails = [await auth.mails.take(), await auth.mails.take()]
    expect(mails.map((mail) => mail.to).toSorted()).toEqual(['after@example.org', 'before@example.org'])
    const half = await auth.call(linkOf(mails[0] ?? never()).path)
    expect(fragmentOf(half).get('message')).toContain('proceed to confirm link sent to the other email')
    const twice = await auth.call(linkOf(mails[0] ?? never()).path)
    expect(fragmentOf(twice).get('error_code')).toBe('otp_expired')
    const whole = await auth.call(linkOf(mails[1] ?? never()).path)
    const { data } = await auth.client().getUser(fragmentOf(whole).get('access_token') ?? '')
    expect(data.user?.email).toBe('after@example.org')
    expect(data.user?.identities?.map((identity) => identity.identity_data?.['email'])).toEqual([
      'after@example.org',
    ])
  })

  it('cannot be one that another account has', async () => {
    const { client } = await confirmedUser('mine@example.org')
    expect((await client.updateUser({ email: 'link@example.org' })).error?.code).toBe('email_exists')
  })

  it('by phone is confirmed by its code', async () => {
    const { client } = await confirmedUser('phone@example.org')
    await client.updateUser({ phone: '34600000009' })
    const token = codeOf(await auth.messages.take())
    const { data } = await client.verifyOtp({ type: 'phone_change', phone: '34600000009', token })
    expect(data.user?.phone).toBe('34600000009')
  })
})

function never(): never {
  throw new Error('missing')
}
