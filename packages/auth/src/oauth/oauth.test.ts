import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { isRecentlyAuthenticated } from '../recent-authentication.ts'
import { createBrowser } from '../testing/browser.ts'
import { type AuthFixture, startAuth } from '../testing/fixture.ts'
import { reservePort } from '../testing/free-port.ts'
import { type IdentityProvider, startIdentityProvider } from '../testing/identity-provider.ts'
import { linkOf } from '../testing/mail.ts'
import { addTotp } from '../testing/totp.ts'
import { facebookProvider } from './presets.ts'

const SITE = 'https://app.example.org'
const password = 'correct horse'

let auth: AuthFixture
let idp: IdentityProvider
beforeAll(async () => {
  // The identity provider needs the address of the service, and the service needs that of the provider.
  const port = await reservePort()
  idp = await startIdentityProvider(`http://127.0.0.1:${port}/auth/v1/callback`)
  auth = await startAuth({
    port,
    settings: {
      siteUrl: SITE,
      providers: {
        google: { kind: 'oidc', ...idp },
        facebook: facebookProvider(idp, 'v24.0', idp.issuer),
      },
    },
  })
})
afterAll(async () => {
  await auth.close()
  await idp.close()
})

const isSite = (url: URL) => url.origin === SITE

async function signInWith(provider: 'google' | 'facebook', account: IdentityProvider['account']) {
  idp.account = account
  const client = auth.client({ flowType: 'pkce' })
  const { data } = await client.signInWithOAuth({ provider, options: { skipBrowserRedirect: true } })
  const target = await createBrowser().follow(data.url ?? '', isSite)
  const code = target.searchParams.get('code')
  if (code === null) return { client, target, user: null, session: null }
  const exchanged = await client.exchangeCodeForSession(code)
  return { client, target, ...exchanged.data }
}

describe('signing in with a provider', () => {
  it.each(['google', 'facebook'] as const)('%s makes an account and finds it again', async (provider) => {
    const account = {
      sub: `${provider}-1`,
      email: `${provider}@Example.org`,
      email_verified: true,
      name: 'Ana',
    }
    const { user, session } = await signInWith(provider, account)
    expect(user).toMatchObject({
      email: `${provider}@example.org`,
      app_metadata: { provider, providers: [provider] },
      user_metadata: { name: 'Ana', full_name: 'Ana', email_verified: true },
      identities: [{ id: `${provider}-1`, provider }],
    })
    expect(session?.provider_token).toBeTruthy()
    // Without a password or a mail server, a new sign-in proves who deletes the account.
    expect(isRecentlyAuthenticated(decodeJwt(session?.access_token ?? ''), 300)).toBe(true)
    const again = await signInWith(provider, { ...account, name: 'Ana María' })
    expect(again.user).toMatchObject({ id: user?.id, user_metadata: { name: 'Ana María' } })
  })

  it('answers with a session in the fragment where the client cannot do PKCE', async () => {
    idp.account = { sub: 'implicit', email: 'implicit@example.org', email_verified: true }
    const target = await createBrowser().follow(`${auth.url}/authorize?provider=google`, isSite)
    const token = new URLSearchParams(target.hash.slice(1)).get('access_token') ?? ''
    expect((await auth.client().getUser(token)).data.user?.email).toBe('implicit@example.org')
  })

  it('joins the account with the same confirmed address, and takes over an unconfirmed one', async () => {
    const email = 'both@example.org'
    await auth.client().signUp({ email, password })
    await auth.client().verifyOtp({ type: 'signup', token_hash: linkOf(await auth.mails.take()).token })
    const joined = await signInWith('google', { sub: 'both', email, email_verified: true })
    expect(joined.user?.app_metadata['providers']).toEqual(['email', 'google'])
    expect((await auth.client().signInWithPassword({ email, password })).error).toBeNull()

    const squatted = 'squatted@example.org'
    await auth.client().signUp({ email: squatted, password: 'attackers own' })
    await auth.mails.take()
    const owner = await signInWith('google', { sub: 'squatted', email: squatted, email_verified: true })
    expect(owner.user?.app_metadata['providers']).toEqual(['google'])
    const attacker = await auth.client().signInWithPassword({ email: squatted, password: 'attackers own' })
    expect(attacker.error?.code).toBe('invalid_credentials')
  })

  it('never joins by an address the provider has not verified', async () => {
    const email = 'both@example.org'
    const { user } = await signInWith('google', { sub: 'impostor', email, email_verified: false })
    expect(user?.email).toBe('')
    const { target } = await signInWith('google', {
      sub: 'new',
      email: 'unproven@example.org',
      email_verified: false,
    })
    expect(target.searchParams.get('error_code')).toBe('provider_email_needs_verification')
    expect((await auth.mails.take()).to).toBe('unproven@example.org')
  })

  it("reports the provider's refusal", async () => {
    const browser = createBrowser()
    const left = await browser.get(`${auth.url}/authorize?provider=google&redirect_to=${SITE}/welcome`)
    const state = new URL(left.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const back = await browser.get(
      `${auth.url}/callback?error=access_denied&error_description=No+thanks&state=${state}`,
    )
    const target = new URL(back.headers.get('location') ?? '')
    expect(target.pathname).toBe('/welcome')
    expect(target.searchParams.get('error_description')).toBe('No thanks')
    expect(new URLSearchParams(target.hash.slice(1)).get('error')).toBe('access_denied')
  })

  it('goes back to the app when the provider cannot be reached', async () => {
    const issuer = `http://127.0.0.1:${await reservePort()}`
    const google = { kind: 'oidc' as const, ...idp, issuer }
    const lonely = await startAuth({ settings: { siteUrl: SITE, providers: { google } } })
    const back = await createBrowser().get(
      `${lonely.url}/authorize?provider=google&redirect_to=${SITE}/welcome`,
    )
    const target = new URL(back.headers.get('location') ?? '')
    expect(target.href).toContain(`${SITE}/welcome`)
    expect(target.searchParams.get('error_description')).toBe('The provider cannot be reached')
    await lonely.close()
  })

  it('refuses providers that are not configured', async () => {
    const answer = await auth.call('/authorize?provider=github')
    expect(answer.status).toBe(400)
    const { external } = z
      .object({ external: z.record(z.string(), z.boolean()) })
      .parse(await (await auth.call('/settings')).json())
    expect(external).toMatchObject({ google: true, facebook: true, github: false })
  })
})

async function leave(browser: ReturnType<typeof createBrowser>) {
  idp.account = { sub: 'state', email: 'state@example.org', email_verified: true }
  const isBack = (url: URL) => url.href.startsWith(`${auth.url}/callback`)
  return browser.follow(`${auth.url}/authorize?provider=google`, isBack)
}
const errorOf = (answer: Response) =>
  new URL(answer.headers.get('location') ?? '').searchParams.get('error_code')

describe('the state', () => {
  it('works once', async () => {
    const browser = createBrowser()
    const back = await leave(browser)
    expect(errorOf(await browser.get(back.href))).toBeNull()
    expect(errorOf(await browser.get(back.href))).toBe('flow_state_already_used')
  })

  it('works only in the browser that started', async () => {
    const back = await leave(createBrowser())
    expect(errorOf(await createBrowser().get(back.href))).toBe('bad_oauth_state')
  })

  it('must be one of ours, and recent', async () => {
    expect(errorOf(await auth.call('/callback?code=x&state=made-up'))).toBe('bad_oauth_state')
    expect(errorOf(await auth.call('/callback?code=x'))).toBe('bad_oauth_callback')
    const browser = createBrowser()
    const back = await leave(browser)
    await auth.db.pool.query("update auth.flow_states set created_at = now() - interval '301 s'")
    expect(errorOf(await browser.get(back.href))).toBe('bad_oauth_state')
  })

  it('with the code of another round trip fails', async () => {
    const browser = createBrowser()
    const [first, second] = [await leave(browser), await leave(browser)]
    second.searchParams.set('code', first.searchParams.get('code') ?? '')
    expect(errorOf(await browser.get(second.href))).toBe('unexpected_failure')
  })
})

async function member(email: string) {
  const client = auth.client({ flowType: 'pkce' })
  await client.signUp({ email, password })
  await client.verifyOtp({ type: 'signup', token_hash: linkOf(await auth.mails.take()).token })
  return client
}

async function link(client: Awaited<ReturnType<typeof member>>) {
  const { data } = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
  const target = await createBrowser().follow(data.url ?? '', isSite)
  expect((await client.exchangeCodeForSession(target.searchParams.get('code') ?? '')).error).toBeNull()
}

describe('identities', () => {
  it('are linked to and unlinked from the signed-in user', async () => {
    const client = await member('linker@example.org')
    idp.account = { sub: 'linked', email: 'other@example.org', email_verified: true }
    const { data } = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
    const target = await createBrowser().follow(data.url ?? '', isSite)
    // Until the code is redeemed nothing has changed: the browser may be that of a victim.
    expect((await client.getUserIdentities()).data?.identities).toHaveLength(1)
    expect((await client.exchangeCodeForSession(target.searchParams.get('code') ?? '')).error).toBeNull()
    const linked = (await client.getUserIdentities()).data?.identities ?? []
    expect(linked.map((identity) => identity.provider)).toEqual(['email', 'google'])

    const stranger = await member('stranger@example.org')
    const theirs = await stranger.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
    const back = await createBrowser().follow(theirs.data.url ?? '', isSite)
    const refused = await stranger.exchangeCodeForSession(back.searchParams.get('code') ?? '')
    expect(refused.error?.code).toBe('identity_already_exists')

    const [own] = linked
    if (own === undefined) throw new Error('no identity')
    expect((await client.unlinkIdentity(own)).error).toBeNull()
    const { data: after } = await client.getUser()
    expect(after.user).toMatchObject({
      email: 'other@example.org',
      app_metadata: { provider: 'google', providers: ['google'] },
    })
  })

  it('always leave one, also when all are unlinked at the same moment', async () => {
    const client = await member('last@example.org')
    idp.account = { sub: 'last', email: 'last-too@example.org', email_verified: true }
    await link(client)
    const own = (await client.getUserIdentities()).data?.identities ?? []
    const answers = await Promise.all(own.map((identity) => client.unlinkIdentity(identity)))
    expect(answers.map(({ error }) => error?.code ?? 'unlinked').toSorted()).toEqual([
      'single_identity_not_deletable',
      'unlinked',
    ])
    expect((await client.getUserIdentities()).data?.identities).toHaveLength(1)
  })

  it('are reported to the old address when they change', async () => {
    const client = await member('told@example.org')
    const before = auth.notices.all.length
    idp.account = { sub: 'told', email: 'told-too@example.org', email_verified: true }
    await link(client)
    const own = (await client.getUserIdentities()).data?.identities.find(
      ({ provider }) => provider === 'email',
    )
    if (own === undefined) throw new Error('no identity')
    expect((await client.unlinkIdentity(own)).error).toBeNull()
    const notices = () => auth.notices.all.slice(before)
    await expect.poll(() => notices().length).toBe(3)
    expect(notices().map(({ to }) => to)).toEqual(Array(3).fill('told@example.org'))
    const texts = notices().map(({ text }) => text.split('\n')[0])
    expect(texts.toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      'Ahora también se puede entrar a tu cuenta con Google.',
      'Tu cuenta usa ahora el correo told-too@example.org; este ya no sirve para entrar.',
      'Ya no se puede entrar a tu cuenta con este correo.',
    ])
  })

  it('leave no unverified address behind', async () => {
    const client = await member('plain@example.org')
    idp.account = { sub: 'plain', email: 'boss@example.org', email_verified: false }
    await link(client)
    const own = (await client.getUserIdentities()).data?.identities.find(
      ({ provider }) => provider === 'email',
    )
    if (own === undefined) throw new Error('no identity')
    expect((await client.unlinkIdentity(own)).error).toBeNull()
    await client.refreshSession()
    const { data } = await client.getClaims()
    expect(data?.claims).toMatchObject({ email: '', email_verified: false })
    expect((await client.getUser()).data.user?.email_confirmed_at).toBeUndefined()
  })

  it('are not added by address to an account with a second step; the address only opens it', async () => {
    const email = 'guarded@example.org'
    await addTotp(await member(email))
    const { client, user } = await signInWith('google', { sub: 'guarded', email, email_verified: true })
    expect(user?.identities?.map(({ provider }) => provider)).toEqual(['email'])
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
  })

  it('are not linked by a flow that is bound to neither browser nor verifier', async () => {
    const client = await member('unbound@example.org')
    const { data } = await client.getSession()
    const headers = { authorization: `Bearer ${data.session?.access_token}` }
    const answer = await auth.call('/user/identities/authorize?provider=google&skip_http_redirect=true', {
      headers,
    })
    expect(answer.status).toBe(400)
  })

  it('belong to one user', async () => {
    const { client, user } = await signInWith('google', {
      sub: 'mine',
      email: 'mine@example.org',
      email_verified: true,
    })
    expect(user?.identities).toHaveLength(1)
    const only = user?.identities?.[0]
    if (only === undefined) throw new Error('no identity')
    expect((await client.unlinkIdentity(only)).error?.code).toBe('single_identity_not_deletable')
  })
})

it('the tokens of a provider are not passed on where nobody needs them', async () => {
  const port = await reservePort()
  const provider = await startIdentityProvider(`http://127.0.0.1:${port}/auth/v1/callback`)
  const google = { kind: 'oidc' as const, ...provider }
  const quiet = await startAuth({
    port,
    settings: { siteUrl: SITE, providerTokens: false, providers: { google } },
  })
  try {
    provider.account = { sub: 'quiet', email: 'quiet@example.org', email_verified: true }
    const client = quiet.client({ flowType: 'pkce' })
    const { data } = await client.signInWithOAuth({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    })
    const target = await createBrowser().follow(data.url ?? '', isSite)
    const { rows } = await quiet.db.pool.query('select provider_access_token from auth.flow_states')
    expect(rows).toEqual([{ provider_access_token: null }])
    const exchanged = await client.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect(exchanged.data.user?.email).toBe('quiet@example.org')
    expect(exchanged.data.session?.provider_token).toBeFalsy()
  } finally {
    await quiet.close()
    await provider.close()
  }
})
