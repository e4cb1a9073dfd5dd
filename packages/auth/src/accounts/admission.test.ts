import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { base58 } from '@scure/base'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createBrowser } from '../testing/browser.ts'
import { type AuthFixture, startAuth } from '../testing/fixture.ts'
import { reservePort } from '../testing/free-port.ts'
import { type IdentityProvider, startIdentityProvider } from '../testing/identity-provider.ts'
import { createSamlIdp, type SamlIdp } from '../testing/saml-idp.ts'

const TOKEN_ISSUER = 'https://tokens.example.org'
const password = 'correct horse'

let auth: AuthFixture
let idp: IdentityProvider
let saml: SamlIdp
let appKey: CryptoKey
/** The invitation of the client, and how many accounts it is still good for. */
let carried: string | undefined
let uses = 0
/** These providers need no invitation. */
let trusted: RegExp = /^$/
let asked: string[] = []

beforeAll(async () => {
  const port = await reservePort()
  idp = await startIdentityProvider(`http://127.0.0.1:${port}/auth/v1/callback`)
  saml = createSamlIdp('https://idp.example.org/metadata')
  const pair = await generateKeyPair('ES256', { extractable: true })
  appKey = pair.privateKey
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'app', alg: 'ES256' }] }
  auth = await startAuth({
    port,
    fetch: (input, init) =>
      new Request(input).url === `${TOKEN_ISSUER}/jwks`
        ? Promise.resolve(Response.json(jwks))
        : fetch(input, init),
    accountPolicy: {
      invitationOf: () => carried,
      mayCreateAccount: async ({ provider, invitation }) => {
        asked.push(provider)
        if (trusted.test(provider)) return { use: async () => true }
        return invitation === 'golden' && uses > 0 ? { use: async () => (uses -= 1) >= 0 } : null
      },
      isOpen: async () => false,
    },
    settings: {
      siteUrl: 'https://app.example.org',
      redirectAllowList: ['https://app.example.org/**'],
      signup: { phone: true },
      anonymous: { enabled: true },
      web3: { solana: true, ethereum: true },
      saml: { enabled: true },
      providers: {
        google: { kind: 'oidc', ...idp },
        keycloak: {
          kind: 'oauth2',
          authorizationEndpoint: TOKEN_ISSUER,
          tokenEndpoint: TOKEN_ISSUER,
          userinfoEndpoint: TOKEN_ISSUER,
          clientId: 'testbed',
          clientSecret: 'secret',
          skipNonceCheck: true,
          idTokens: { issuer: TOKEN_ISSUER, jwksUri: `${TOKEN_ISSUER}/jwks` },
        },
      },
    },
  })
  const provider = { type: 'saml', metadata_xml: saml.metadata, domains: ['corp.example.org'] }
  await auth.ask('/admin/sso/providers', provider, auth.serviceRoleKey)
})
afterAll(async () => {
  await auth.close()
  await idp.close()
})
beforeEach(() => {
  carried = undefined
  uses = 0
  trusted = /^$/
  asked = []
})

const newEmail = () => `${randomUUID()}@example.org`
const newPhone = () => `+5255${String(Math.random()).slice(2, 10)}`

/** Each way to create an account without an administrator. */
const WAYS: Readonly<Record<string, () => Promise<unknown>>> = {
  'password and e-mail': () => auth.ask('/signup', { email: newEmail(), password }),
  'password and phone': () => auth.ask('/signup', { phone: newPhone(), password }),
  'no address at all': () => auth.ask('/signup', {}),
  'a code by mail': () => auth.ask('/otp', { email: newEmail(), create_user: true }),
  'a magic link': () => auth.ask('/magiclink', { email: newEmail() }),
  'a code by SMS': () => auth.ask('/otp', { phone: newPhone(), create_user: true }),
  'an OAuth provider': async () => {
    idp.account = { sub: randomUUID(), email: newEmail(), email_verified: true }
    return createBrowser().follow(`${auth.url}/authorize?provider=google`, isSite)
  },
  'an ID token': async () => {
    const token = new SignJWT({ sub: randomUUID(), email: newEmail(), email_verified: true })
      .setProtectedHeader({ alg: 'ES256', kid: 'app' })
      .setIssuer(TOKEN_ISSUER)
      .setAudience('testbed')
      .setIssuedAt()
      .setExpirationTime('5m')
    return auth.ask('/token?grant_type=id_token', {
      provider: 'keycloak',
      id_token: await token.sign(appKey),
    })
  },
  'a wallet': () => auth.ask('/token?grant_type=web3', { chain: 'solana', ...signedMessage() }),
  'single sign-on': () => signOn(randomUUID()),
}

const isSite = (url: URL) => url.origin === 'https://app.example.org'

function signedMessage(): { message: string; signature: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const address = base58.encode(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
  const message = `app.example.org wants you to sign in with your Solana account:
${address}

URI: https://app.example.org/login
Version: 1
Chain ID: solana:mainnet
Nonce: ${randomUUID().slice(0, 8)}
Issued At: ${new Date().toISOString()}`
  return { message, signature: sign(null, Buffer.from(message), privateKey).toString('base64') }
}

async function signOn(nameId: string): Promise<Response> {
  const { body } = await auth.ask('/sso', { domain: 'corp.example.org', skip_http_redirect: true })
  const url = new URL(z.string().parse(body['url']))
  const form = saml.answer(url, { nameId, attributes: { email: newEmail() } })
  return auth.call('/sso/saml/acs', { method: 'POST', body: new URLSearchParams(form) })
}

async function countUsers(): Promise<number> {
  const { rows } = await auth.db.pool.query<{ n: number }>('select count(*)::int as n from auth.users')
  return rows[0]?.n ?? 0
}

describe.each(Object.entries(WAYS))('an account by %s', (_name, enter) => {
  it('is not made without an invitation', async () => {
    const before = await countUsers()
    await enter()
    expect(asked).not.toEqual([])
    expect(await countUsers()).toBe(before)
    carried = 'made up'
    await enter()
    expect(await countUsers()).toBe(before)
  })

  it('uses one invitation up', async () => {
    const before = await countUsers()
    carried = 'golden'
    uses = 1
    await enter()
    expect([await countUsers(), uses]).toEqual([before + 1, 0])
    await enter()
    expect(await countUsers()).toBe(before + 1)
  })
})

it('makes one account when two requests use an invitation for one', async () => {
  const before = await countUsers()
  carried = 'golden'
  uses = 1
  const answers = await Promise.all([1, 2].map(() => auth.ask('/signup', { email: newEmail(), password })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(await countUsers()).toBe(before + 1)
})

it('lets people in who already have an account', async () => {
  const email = newEmail()
  trusted = /./
  idp.account = { sub: randomUUID(), email, email_verified: true }
  const enter = () => createBrowser().follow(`${auth.url}/authorize?provider=google`, isSite)
  expect((await enter()).hash).toContain('access_token')
  await signOn('known')
  const before = await countUsers()
  trusted = /^$/
  expect((await enter()).hash).toContain('access_token')
  expect((await signOn('known')).headers.get('location')).toContain('access_token')
  idp.account = { sub: randomUUID(), email: newEmail(), email_verified: true }
  expect((await enter()).searchParams.get('error_code')).toBe('signup_disabled')
  expect(await countUsers()).toBe(before)
})

it('lets administrators make accounts, and trusted providers', async () => {
  const before = await countUsers()
  const made = [
    await auth.ask('/admin/users', { email: newEmail(), password }, auth.serviceRoleKey),
    await auth.ask('/invite', { email: newEmail() }, auth.serviceRoleKey),
    await auth.ask('/admin/generate_link', { type: 'magiclink', email: newEmail() }, auth.serviceRoleKey),
  ]
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await countUsers()).toBe(before + 3)
  trusted = /^sso:/
  await signOn(randomUUID())
  expect(await countUsers()).toBe(before + 4)
})

describe('a client that may not have an account cannot find out which addresses have one', () => {
  const known = { email: newEmail(), phone: newPhone() }
  beforeAll(async () => {
    const confirmed = { email_confirm: true, phone_confirm: true, password }
    await auth.ask('/admin/users', { ...known, ...confirmed }, auth.serviceRoleKey)
  })

  it.each<[string, 'email' | 'phone', Record<string, unknown>]>([
    ['/signup', 'email', { password }],
    ['/signup', 'email', { password: 'short' }],
    ['/signup', 'phone', { password }],
    ['/otp', 'email', { create_user: true }],
    ['/otp', 'email', { create_user: false }],
    ['/otp', 'phone', { create_user: true }],
    ['/otp', 'phone', { create_user: false }],
    ['/magiclink', 'email', {}],
  ])('by %s with %s and %j', async (path, kind, body) => {
    const forKnown = await auth.ask(path, { [kind]: known[kind], ...body })
    const forUnknown = await auth.ask(path, { [kind]: kind === 'email' ? newEmail() : newPhone(), ...body })
    expect(forKnown).toEqual(forUnknown)
  })

  it('and a known address is still sent its code', async () => {
    const email = newEmail()
    await auth.ask('/admin/users', { email, email_confirm: true, password }, auth.serviceRoleKey)
    await auth.ask('/otp', { email })
    await expect.poll(() => auth.mails.all.map(({ to }) => to)).toContain(email)
  })
})

it('shows in the settings that sign-up is closed', async () => {
  const settings: unknown = await (await auth.call('/settings')).json()
  expect(settings).toMatchObject({ disable_signup: true })
})

it('tries every source file that makes an account', async () => {
  // A new file is either for administrators only or has to be added to the ways above.
  const sources = new URL('..', import.meta.url).pathname
  const files = (await readdir(sources, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const makers: string[] = []
  for (const name of files)
    if (/(?:insertUser|createUser|createAdmitted)\(tx/.test(await readFile(join(sources, name), 'utf8')))
      makers.push(name)
  expect(makers.toSorted()).toEqual([
    'accounts/external-sign-in.ts',
    'admin/generate-link.ts',
    'admin/users.ts',
    'otp/sign-in.ts',
    'signup/routes.ts',
    'signup/sign-up.ts',
  ])
})
