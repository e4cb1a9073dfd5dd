import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthFixture, json, startAuth } from '../testing/fixture.ts'

const password = 'correct horse'

describe('sign-up where accounts are confirmed at once', () => {
  let auth: AuthFixture
  beforeAll(async () => {
    auth = await startAuth({ mail: false, settings: { anonymous: { enabled: true } } })
  })
  afterAll(() => auth.close())

  it('gives a session with the agreed claims', async () => {
    const client = auth.client()
    const { data, error } = await client.signUp({
      email: 'Ana@Example.org',
      password,
      options: { data: { name: 'Ana' } },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: 'ana@example.org',
      phone: '',
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Ana', email_verified: true },
      is_anonymous: false,
    })
    const claims = await client.getClaims()
    expect(claims.data?.claims).toMatchObject({
      iss: auth.url,
      sub: data.user?.id,
      aud: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      email: 'ana@example.org',
      phone: '',
    })
  })

  it('names an invalid address before a weak password', async () => {
    const body = { email: 'no address', password: '1' }
    const refused = { status: 400, body: { message: 'Unable to validate email address: invalid format' } }
    expect(await auth.ask('/signup', body)).toMatchObject(refused)
    expect(await auth.ask('/admin/users', body, auth.serviceRoleKey)).toMatchObject(refused)
  })

  it('reports an existing user', async () => {
    const first = await auth.client().signUp({ email: 'twice@example.org', password })
    expect(first.error).toBeNull()
    const second = await auth.client().signUp({ email: 'twice@example.org', password })
    expect(second.error?.code).toBe('user_already_exists')
  })

  it('makes one user of many simultaneous sign-ups with one address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => auth.call('/signup', json({ email: 'race@example.org', password }))),
    )
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      200, 422, 422, 422, 422,
    ])
  })

  it('signs in anonymously and makes the user permanent with an address', async () => {
    const client = auth.client()
    const { data } = await client.signInAnonymously({ options: { data: { theme: 'dark' } } })
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: '',
      identities: [],
      user_metadata: { theme: 'dark' },
    })
    const updated = await client.updateUser({ email: 'now@example.org', password })
    expect(updated.error).toBeNull()
    expect(updated.data.user).toMatchObject({
      id: data.user?.id,
      is_anonymous: false,
      email: 'now@example.org',
    })
    expect((await auth.client().signInWithPassword({ email: 'now@example.org', password })).error).toBeNull()
  })

  it.each([
    [{ email: 'a@example.org' }, 400, 'validation_failed'],
    [{ email: 'not an address', password }, 400, 'validation_failed'],
    [{ email: 'a@example.org', phone: '34600000000', password }, 400, 'validation_failed'],
    [{ email: 'a@example.org', password: 'short' }, 422, 'weak_password'],
    [{ email: 'ana.lopez@example.org', password: 'AnaLopez2026' }, 422, 'weak_password'],
    [{ email: 'a@example.org', password: 'password1' }, 422, 'weak_password'],
    [{ email: 'a@example.org', password: 'x'.repeat(73) }, 400, 'validation_failed'],
    [{ phone: '34600000000', password }, 400, 'phone_provider_disabled'],
    [{ email: 'a@example.org', password, code_challenge: 'x' }, 400, 'validation_failed'],
  ])('refuses %j', async (body, status, code) => {
    const answer = await auth.call('/signup', json(body))
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code })
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  })

  it('gives old clients the old shape of errors', async () => {
    const answer = await auth.call('/signup', {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 400, error_code: 'bad_json' })
  })
})

describe('sign-up with confirmation by mail', () => {
  let auth: AuthFixture
  beforeAll(async () => {
    auth = await startAuth()
  })
  afterAll(() => auth.close())

  it('gives the same answer for an address with and without an account', async () => {
    const known = { email: 'known@example.org', password, data: { name: 'K' } }
    await auth.call('/signup', json(known))
    expect((await auth.mails.take()).to).toBe('known@example.org')
    await auth.db.pool.query(
      "update auth.users set email_confirmed_at = now() where email = 'known@example.org'",
    )
    const forKnown = (await auth.ask('/signup', known)).body
    const forNew = (await auth.ask('/signup', { ...known, email: 'fresh@example.org' })).body
    expect(shapeOf(forKnown)).toEqual(shapeOf(forNew))
    expect((await auth.mails.take()).to).toBe('fresh@example.org')
    const again = (await auth.ask('/signup', { ...known, email: 'fresh@example.org' })).body
    const knownAgain = (await auth.ask('/signup', known)).body
    expect([again.id, knownAgain.id]).toEqual([forNew.id, forKnown.id])
    expect(shapeOf(again)).toEqual(shapeOf(knownAgain))
  })

  it('refuses to sign in before the address is confirmed', async () => {
    await auth.client().signUp({ email: 'later@example.org', password })
    const { error } = await auth.client().signInWithPassword({ email: 'later@example.org', password })
    expect(error?.code).toBe('email_not_confirmed')
  })
})

/** The fields of an answer, with the type of each value in place of the value. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (value === null || typeof value !== 'object') return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, shapeOf(field)]))
}
