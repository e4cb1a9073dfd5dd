import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { authService } from '../service.ts'
import { createAuthenticator } from '../testing/authenticator.ts'
import { type AuthFixture, json, startAuth, WITH_EXTRAS } from '../testing/fixture.ts'
import { codeOf, linkOf } from '../testing/mail.ts'
import { makeOld } from '../testing/old-session.ts'
import { addTotp, codeAt } from '../testing/totp.ts'

const password = 'correct horse'
const newPassword = 'battery staple'
const GOOGLE = { clientId: 'id', clientSecret: 'secret' }
const settings = {
  ...WITH_EXTRAS,
  anonymous: { enabled: true },
  providers: { google: { kind: 'oidc' as const, issuer: 'https://accounts.google.com', ...GOOGLE } },
}

let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth({ mail: false, settings })
})
afterAll(() => auth.close())

/** A person who has one of everything that opens an account; `owner` is signed in at the highest level. */
async function createPerson(email: string, level: 'aal1' | 'aal2') {
  const owner = auth.client()
  const { data } = await owner.signUp({ email, password })
  const factor = level === 'aal2' ? await addTotp(owner) : undefined
  const token = (await owner.getSession()).data.session?.access_token
  const { body: begun } = await auth.ask('/factors', { factor_type: 'totp', friendly_name: 'begun' }, token)
  const { body: challenge } = await auth.ask(`/factors/${begun.id}/challenge`, {}, token)
  const options = await auth.ask('/passkeys/registration/options', {}, token)
  const { challenge_id: ceremony, options: creation } = z
    .object({ challenge_id: z.string(), options: z.object({ challenge: z.string() }) })
    .parse(options.body)
  const key = createAuthenticator({ rpId: 'localhost', origin: 'http://localhost:3000' })
  const userId = data.user?.id
  const insert = async (table: string, columns: string, values: string) => {
    const sql = `insert into auth.${table} (user_id, ${columns}) values ($1, ${values}) returning id`
    return (await auth.db.pool.query<{ id: string }>(sql, [userId])).rows[0]?.id ?? ''
  }
  return {
    owner,
    factor,
    verified: factor?.id ?? (await insert('mfa_factors', 'factor_type, status', `'webauthn', 'unverified'`)),
    begun: {
      id: begun.id,
      challenge: challenge.id,
      totp: z.object({ secret: z.string() }).parse(begun['totp']),
    },
    registration: { challenge_id: ceremony, credential: key.create(creation) },
    passkey: await insert('passkeys', 'credential_id, public_key', `gen_random_uuid()::text, ''`),
    identity: await insert('identities', 'provider, provider_id', `'google', gen_random_uuid()::text`),
  }
}
type Person = Awaited<ReturnType<typeof createPerson>>

const challenge = 'x'.repeat(43)
/** Every route that changes a credential, with a body that would be accepted otherwise. */
const CHANGES: Readonly<
  Record<string, (person: Person) => readonly [method: string, path: string, body?: unknown]>
> = {
  'PUT /user email': () => ['PUT', '/user', { email: 'thief@example.org' }],
  'PUT /user phone': () => ['PUT', '/user', { phone: '34600000099' }],
  'PUT /user password': () => ['PUT', '/user', { password: newPassword }],
  'POST /factors totp': () => ['POST', '/factors', { factor_type: 'totp', friendly_name: 'thief' }],
  'POST /factors phone': () => ['POST', '/factors', { factor_type: 'phone', phone: '34600000098' }],
  'POST /factors webauthn': () => ['POST', '/factors', { factor_type: 'webauthn', friendly_name: 'key' }],
  'POST /factors/:factor_id/challenge': ({ begun }) => ['POST', `/factors/${begun.id}/challenge`, {}],
  'POST /factors/:factor_id/verify': ({ begun }) => [
    'POST',
    `/factors/${begun.id}/verify`,
    { challenge_id: begun.challenge, code: codeAt(begun.totp.secret) },
  ],
  'DELETE /factors/:factor_id verified': ({ verified }) => ['DELETE', `/factors/${verified}`],
  'DELETE /factors/:factor_id begun': ({ begun }) => ['DELETE', `/factors/${begun.id}`],
  'GET /user/identities/authorize': () => [
    'GET',
    `/user/identities/authorize?provider=google&skip_http_redirect=true&code_challenge=${challenge}&code_challenge_method=s256`,
  ],
  'DELETE /user/identities/:identity_id': ({ identity }) => ['DELETE', `/user/identities/${identity}`],
  'POST /token link_identity': () => [
    'POST',
    '/token?grant_type=id_token',
    { provider: 'google', id_token: 'x', link_identity: true },
  ],
  'POST /passkeys/registration/options': () => ['POST', '/passkeys/registration/options', {}],
  'POST /passkeys/registration/verify': ({ registration }) => [
    'POST',
    '/passkeys/registration/verify',
    registration,
  ],
  'PATCH /passkeys/:passkey_id': ({ passkey }) => [
    'PATCH',
    `/passkeys/${passkey}`,
    { friendly_name: 'mine' },
  ],
  'DELETE /user/sessions/:session_id': ({ passkey }) => ['DELETE', `/user/sessions/${passkey}`],
  'DELETE /passkeys/:passkey_id': ({ passkey }) => ['DELETE', `/passkeys/${passkey}`],
}

/** Routes that change nothing of a known account, or that open it first. */
const OTHERS = [
  'POST /signup',
  'POST /token',
  'POST /otp',
  'POST /magiclink',
  'POST /recover',
  'POST /resend',
  'POST /verify',
  'POST /logout',
  'POST /user/restore',
  'POST /callback',
  'POST /sso',
  'POST /sso/saml/acs',
  'POST /passkeys/authentication/options',
  'POST /passkeys/authentication/verify',
  'POST /invite',
]

async function call(person: Person, change: (typeof CHANGES)[string], token: string) {
  const [method, path, body] = change(person)
  const authorization = `Bearer ${token}`
  const init = method === 'GET' ? { headers: { authorization } } : { ...json(body ?? {}, token), method }
  const answer = await auth.call(path, init)
  return answer.headers.get('x-sb-error-code')
}

describe('a person with a second step who has not shown it', () => {
  let person: Person
  let half: string
  beforeAll(async () => {
    const email = 'half@example.org'
    person = await createPerson(email, 'aal2')
    const { data } = await auth.client().signInWithPassword({ email, password })
    half = data.session?.access_token ?? ''
  })

  it.each(Object.entries(CHANGES))('may not %s', async (_name, change) => {
    expect(await call(person, change, half)).toBe('insufficient_aal')
  })

  it('was refused without any change', async () => {
    const { data } = await person.owner.getUser()
    expect(data.user).toMatchObject({ email: 'half@example.org', phone: '' })
    expect(data.user?.factors).toMatchObject([{ status: 'verified' }, { status: 'unverified' }])
    expect(data.user?.identities).toHaveLength(2)
  })
})

describe('a session of yesterday', () => {
  /** These routes only finish, rename or take back a change. */
  const LIGHT = /factors\/:factor_id\/|begun|registration\/verify|PATCH/
  let person: Person
  let token: string
  beforeAll(async () => {
    person = await createPerson('yesterday@example.org', 'aal1')
    token = await makeOld(auth, person.owner)
  })

  it.each(Object.entries(CHANGES).filter(([name]) => !LIGHT.test(name) && !name.includes('verified')))(
    'may not %s',
    async (name, change) => {
      const expected = name.includes('password') ? 'current_password_required' : 'reauthentication_needed'
      expect(await call(person, change, token)).toBe(expected)
    },
  )

  it('may remove a verified factor only after another code', async () => {
    const { owner, factor } = await createPerson('removes@example.org', 'aal2')
    await makeOld(auth, owner)
    const factorId = factor?.id ?? ''
    expect((await owner.mfa.unenroll({ factorId })).error?.code).toBe('reauthentication_needed')
    const code = codeAt(factor?.secret ?? '')
    expect((await owner.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    expect((await owner.mfa.unenroll({ factorId })).error).toBeNull()
  })

  it('changes the address with the password', async () => {
    const { owner } = await createPerson('moves@example.org', 'aal1')
    await makeOld(auth, owner)
    const change = { email: 'moved@example.org', current_password: 'wrong' }
    expect((await owner.updateUser(change)).error?.code).toBe('current_password_invalid')
    const { data } = await owner.updateUser({ ...change, current_password: password })
    expect(data.user?.email).toBe('moved@example.org')
  })

  it('becomes recent again by signing in', async () => {
    const { owner } = await createPerson('renews@example.org', 'aal1')
    await makeOld(auth, owner)
    const enroll = () => owner.mfa.enroll({ factorType: 'totp', friendlyName: 'new' })
    expect((await enroll()).error?.code).toBe('reauthentication_needed')
    await owner.signInWithPassword({ email: 'renews@example.org', password })
    expect((await enroll()).error).toBeNull()
  })
})

it('covers every source file that can change a credential', async () => {
  const routes = new Set<string>()
  const app = Fastify()
  app.addHook('onRoute', ({ method, routePath }) => {
    for (const name of [method].flat()) routes.add(`${name} ${routePath}`)
  })
  const { url, db, keys } = auth
  await app.register(authService, { pool: db.pool, keys, settings: { externalUrl: url, siteUrl: url } })
  await app.close()
  const open = [...routes].filter((route) => !/^(GET|HEAD|OPTIONS) | \/admin\//.test(route))
  const tried = Object.keys(CHANGES).map((name) => name.split(' ').slice(0, 2).join(' '))
  expect(open.filter((route) => !tried.includes(route) && !OTHERS.includes(route))).toEqual([])
})

describe('a change begun with the password alone', () => {
  let mailed: AuthFixture
  beforeAll(async () => {
    mailed = await startAuth({
      settings: { ...settings, mail: { secureEmailChange: false } },
    })
  })
  afterAll(() => mailed.close())

  async function signUp(email: string) {
    const client = mailed.client()
    await client.signUp({ email, password })
    await client.verifyOtp({ type: 'signup', token_hash: linkOf(await mailed.mails.take()).token })
    return client
  }

  it('ends with the second step: factors, addresses, identities, passkeys', async () => {
    const owner = await signUp('owner@example.org')
    const thief = mailed.client()
    await thief.signInWithPassword({ email: 'owner@example.org', password })
    const begun = await thief.mfa.enroll({ factorType: 'webauthn', friendlyName: 'key' })
    await thief.updateUser({ email: 'thief@example.org' })
    const link = linkOf(await mailed.mails.take())
    await thief.updateUser({ phone: '34600000097' })
    const code = codeOf(await mailed.messages.take())
    const token = (await thief.getSession()).data.session?.access_token
    await mailed.call(
      `/user/identities/authorize?provider=google&skip_http_redirect=true&code_challenge=${challenge}&code_challenge_method=s256`,
      { headers: { authorization: `Bearer ${token}` } },
    )
    await addTotp(owner)
    await thief.signInWithPassword({ email: 'owner@example.org', password })
    const challenged = await thief.mfa.challenge({ factorId: begun.data?.id ?? '' })
    expect(challenged.error?.code).toBe('mfa_factor_not_found')
    const moved = await thief.verifyOtp({ type: 'email_change', token_hash: link.token })
    expect(moved.error?.code).toBe('otp_expired')
    const called = await thief.verifyOtp({ type: 'phone_change', phone: '34600000097', token: code })
    expect(called.error?.code).toBe('otp_expired')
    const { rows } = await mailed.db.pool.query(
      'select from auth.flow_states where linking_target_id is not null',
    )
    expect(rows).toEqual([])
    const { data } = await owner.getUser()
    expect(data.user).toMatchObject({
      email: 'owner@example.org',
      phone: '',
      factors: [{ status: 'verified' }],
    })
  })

  it('is void after five minutes', async () => {
    const owner = await signUp('slow@example.org')
    const { data: factor } = await owner.mfa.enroll({ factorType: 'totp' })
    const factorId = factor?.id ?? ''
    const { data: asked } = await owner.mfa.challenge({ factorId })
    await mailed.db.pool.query(
      `update auth.mfa_factors set created_at = now() - interval '301 s' where id = $1`,
      [factorId],
    )
    const code = codeAt(factor?.totp.secret ?? '')
    const late = await owner.mfa.verify({ factorId, challengeId: asked?.id ?? '', code })
    expect(late.error?.code).toBe('mfa_factor_not_found')
    expect((await owner.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found')
  })
})
