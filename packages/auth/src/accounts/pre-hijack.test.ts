import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowser } from '../testing/browser.ts'
import { type AuthFixture, json, startAuth } from '../testing/fixture.ts'
import { reservePort } from '../testing/free-port.ts'
import { type IdentityProvider, startIdentityProvider } from '../testing/identity-provider.ts'
import { codeOf, fragmentOf, linkOf, queryOf } from '../testing/mail.ts'

const SITE = 'https://app.example.org'
const theirs = 'what a stranger chose'
const mine = 'what the owner chose'

let auth: AuthFixture
let idp: IdentityProvider
beforeAll(async () => {
  const port = await reservePort()
  idp = await startIdentityProvider(`http://127.0.0.1:${port}/auth/v1/callback`)
  auth = await startAuth({
    port,
    settings: {
      siteUrl: SITE,
      signup: { phone: true },
      anonymous: { enabled: true },
      providers: { google: { kind: 'oidc', ...idp } },
    },
  })
})
afterAll(async () => {
  await auth.close()
  await idp.close()
})

const newEmail = () => `${randomUUID()}@example.org`
const newPhone = () => `3460${String(Math.random()).slice(2, 9)}`
const token = (type: string, hash: string) => auth.ask('/verify', { type, token_hash: hash })
const nextToken = async () => linkOf(await auth.mails.take()).token

async function signUp(email: string, password: string, data: Record<string, unknown> = {}) {
  await auth.ask('/signup', { email, password, data })
  return auth.mails.take()
}

async function outcome(address: { email: string } | { phone: string }, password: string) {
  const { status, body } = await auth.ask('/token?grant_type=password', { ...address, password })
  return status === 200 ? 'signed in' : body.code
}

async function userIdOf(address: string): Promise<string> {
  const { rows } = await auth.db.pool.query<{ id: string }>(
    'select id from auth.users where email = $1 or phone = $1',
    [address],
  )
  return rows[0]?.id ?? ''
}

/** All that a stranger might leave in an unproven account, in every table that could hold it. */
async function plant(userId: string): Promise<void> {
  const plants = [
    `update auth.users set email_change = 'eve@example.org' where id = $1`,
    `insert into auth.identities (user_id, provider, provider_id) values ($1, 'google', 'eve-' || $1::uuid)`,
    `insert into auth.sessions (user_id) values ($1)`,
    `insert into auth.mfa_factors (user_id, factor_type, friendly_name, status) values ($1, 'totp', 'a', 'verified'), ($1, 'totp', 'b', 'unverified')`,
    `insert into auth.passkeys (user_id, credential_id, public_key) values ($1, ($1::uuid)::text, '')`,
    `insert into auth.known_origins (user_id, origin) values ($1, 'eve')`,
    `insert into auth.passkey_challenges (user_id, challenge) values ($1, 'c')`,
    `insert into auth.one_time_tokens (user_id, token_type, relates_to, code_hash) select $1, type, 'eve', ''
       from unnest('{reauthentication,email_change_new,email_change_current,phone_change}'::text[]) type`,
    `insert into auth.flow_states (user_id, provider_type, authentication_method) values ($1, 'email', 'oauth')`,
    `insert into auth.flow_states (linking_target_id, provider_type, authentication_method) values ($1, 'google', 'oauth')`,
  ]
  for (const sql of plants) await auth.db.pool.query(sql, [userId])
}

/** The tables in which an account has rows, one entry for each row. New tables are found in the catalogue. */
async function rowsOf(userId: string): Promise<string[]> {
  const { rows: columns } = await auth.db.pool.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     where c.table_schema = 'auth' and c.column_name in ('user_id', 'linking_target_id') and c.table_name <> 'audit_log_entries'`,
  )
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rowCount } = await auth.db.pool.query(`select from auth.${table} where ${column} = $1`, [userId])
    found.push(...Array.from({ length: rowCount ?? 0 }, () => table))
  }
  return found
}

/** Every way in which the owner of an address proves it, from the first request to the last. */
const WAYS: Readonly<Record<string, (email: string) => Promise<unknown>>> = {
  'the link of their own sign-up': async (email) =>
    token('signup', linkOf(await signUp(email, mine, { full_name: 'Ana' })).token),
  'the code of their own sign-up': async (email) =>
    auth.ask('/verify', { type: 'email', email, token: codeOf(await signUp(email, mine)) }),
  'a link that was sent again': async (email) => {
    await signUp(email, mine)
    await auth.ask('/resend', { type: 'signup', email })
    return token('signup', await nextToken())
  },
  'a recovery link': async (email) => {
    await auth.ask('/recover', { email })
    return token('recovery', await nextToken())
  },
  'a magic link': async (email) => {
    await auth.ask('/magiclink', { email })
    return token('email', await nextToken())
  },
  'a code by mail': async (email) => {
    await auth.ask('/otp', { email })
    return auth.ask('/verify', { type: 'email', email, token: codeOf(await auth.mails.take()) })
  },
  'a provider that has verified the address': async (email) => {
    idp.account = { sub: randomUUID(), email, email_verified: true }
    return createBrowser().follow(`${auth.url}/authorize?provider=google`, (url) => url.origin === SITE)
  },
  'the mail after a provider that has not': async (email) => {
    idp.account = { sub: randomUUID(), email: newEmail(), email_verified: false }
    // The identity comes first, then somebody signs up with the address, then the mail is opened.
    await auth.db.pool.query('delete from auth.users where email = $1', [email])
    idp.account.email = email
    await createBrowser().follow(`${auth.url}/authorize?provider=google`, (url) => url.origin === SITE)
    const own = await nextToken()
    await signUp(email, theirs)
    await plant(await userIdOf(email))
    return token('signup', own)
  },
  'an invitation': async (email) => {
    await auth.ask('/invite', { email, data: { team: 'blue' } }, auth.serviceRoleKey)
    return token('invite', await nextToken())
  },
  ...Object.fromEntries(
    ['signup', 'magiclink', 'recovery', 'invite'].map((type) => [
      `an administrator's link of type ${type}`,
      async (email: string) => {
        const body = { type, email, password: mine }
        const made = await auth.ask('/admin/generate_link', body, auth.serviceRoleKey)
        return token(type, String(made.body['hashed_token']))
      },
    ]),
  ),
  'an administrator': async (email) =>
    auth.call(`/admin/users/${await userIdOf(email)}`, {
      ...json(
        { email_confirm: true, password: mine, user_metadata: { full_name: null } },
        auth.serviceRoleKey,
      ),
      method: 'PUT',
    }),
}

describe.each(Object.entries(WAYS))('whoever proves an address by %s', (_way, prove) => {
  it('keeps nothing of the stranger who typed it before', async () => {
    const email = newEmail()
    await signUp(email, theirs, { full_name: 'Eve' })
    await plant(await userIdOf(email))
    await prove(email)
    const userId = await userIdOf(email)
    const { rows } = await auth.db.pool.query<Record<string, unknown>>(
      'select email_confirmed_at, email_change, raw_user_meta_data from auth.users where id = $1',
      [userId],
    )
    expect(rows[0]).toMatchObject({ email_confirmed_at: expect.any(Date), email_change: null })
    expect(JSON.stringify(rows[0])).not.toContain('Eve')
    // The owner's own identity and, where they are signed in by now, their session with its origin.
    const left = (await rowsOf(userId)).toSorted()
    expect([['identities'], ['identities', 'known_origins', 'sessions']]).toContainEqual(left)
    expect(await outcome({ email }, theirs)).toBe('invalid_credentials')
  })
})

describe('of two sign-ups with one address', () => {
  it.each(['first', 'second'] as const)(
    'the %s comes true by its own link, and then the other is void',
    async (which) => {
      const email = newEmail()
      const first = linkOf(await signUp(email, theirs, { full_name: 'Eve' }))
      const second = linkOf(await signUp(email, mine, { full_name: 'Ana' }))
      expect(await outcome({ email }, mine)).toBe('email_not_confirmed')
      const [own, other] = which === 'first' ? [first, second] : [second, first]
      const proven = await token('signup', own.token)
      expect(proven.body.user).toMatchObject({
        user_metadata: { full_name: which === 'first' ? 'Eve' : 'Ana', email_verified: true },
        identities: [{ provider: 'email', identity_data: { email, email_verified: true } }],
      })
      expect(await outcome({ email }, which === 'first' ? theirs : mine)).toBe('signed in')
      expect(await outcome({ email }, which === 'first' ? mine : theirs)).toBe('invalid_credentials')
      expect((await token('signup', other.token)).body.code).toBe('otp_expired')
    },
  )

  it('takes effect the one of the browser that opens a link, whichever link it is', async () => {
    const email = newEmail()
    const browser = { 'sec-fetch-site': 'same-origin' }
    const own = await fetch(`${auth.url}/signup`, {
      ...json({ email, password: mine }),
      headers: { 'content-type': 'application/json', ...browser },
    })
    const cookie = own.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    await auth.mails.take()
    const foreign = await signUp(email, theirs)
    expect(foreign.text).toContain('Otra persona')
    await fetch(`${auth.url}${linkOf(foreign).path}`, { headers: { cookie }, redirect: 'manual' })
    expect([await outcome({ email }, mine), await outcome({ email }, theirs)]).toEqual([
      'signed in',
      'invalid_credentials',
    ])
  })

  it('neither one takes effect by a link that is sent again', async () => {
    const email = newEmail()
    await signUp(email, theirs)
    await signUp(email, mine)
    await auth.ask('/resend', { type: 'signup', email })
    expect((await token('signup', await nextToken())).status).toBe(200)
    expect([await outcome({ email }, mine), await outcome({ email }, theirs)]).toEqual([
      'invalid_credentials',
      'invalid_credentials',
    ])
  })

  it('each has its own code by phone', async () => {
    const phone = newPhone()
    await auth.ask('/signup', { phone, password: theirs })
    await auth.messages.take()
    await auth.ask('/signup', { phone, password: mine })
    const code = codeOf(await auth.messages.take())
    expect((await auth.ask('/verify', { type: 'sms', phone, token: code })).status).toBe(200)
    expect([await outcome({ phone }, mine), await outcome({ phone }, theirs)]).toEqual([
      'signed in',
      'invalid_credentials',
    ])
  })

  it('each has its own PKCE flow, however late its mail is opened', async () => {
    const email = newEmail()
    const owner = auth.client({ flowType: 'pkce' })
    await owner.signUp({ email, password: mine })
    const { path } = linkOf(await auth.mails.take())
    await auth.client({ flowType: 'pkce' }).signUp({ email, password: theirs })
    await auth.mails.take()
    await auth.db.pool.query(`update auth.flow_states set created_at = now() - interval '10 minutes'`)
    const code = queryOf(await auth.call(path)).get('code') ?? ''
    expect((await owner.exchangeCodeForSession(code)).data.user?.email).toBe(email)
  })

  it('at most five are kept, the newest ones', async () => {
    const email = newEmail()
    const links = []
    for (let attempt = 0; attempt < 7; attempt += 1)
      links.push(linkOf(await signUp(email, `${theirs} ${attempt}`)).token)
    expect((await token('signup', links[1] ?? '')).status).toBe(403)
    expect((await token('signup', links[2] ?? '')).status).toBe(200)
  })
})

it("keeps the data of a stranger's sign-up out of the account", async () => {
  const email = newEmail()
  await signUp(email, theirs, { full_name: 'Eve' })
  idp.account = { sub: randomUUID(), email, email_verified: false, name: 'Eve' }
  await createBrowser().follow(`${auth.url}/authorize?provider=google`, (url) => url.origin === SITE)
  const { rows } = await auth.db.pool.query(
    'select encrypted_password, raw_user_meta_data from auth.users where email = $1',
    [email],
  )
  expect(rows).toEqual([{ encrypted_password: null, raw_user_meta_data: {} }])
})

it('sends a lost link again with the data of its sign-up', async () => {
  const email = newEmail()
  await signUp(email, mine)
  await auth.ask('/resend', { type: 'signup', email })
  await token('signup', await nextToken())
  expect(await outcome({ email }, mine)).toBe('signed in')
})

it('keeps only the data of an anonymous visit when an address is proven for it', async () => {
  const email = newEmail()
  const visitor = auth.client()
  const { data } = await visitor.signInAnonymously({ options: { data: { theme: 'dark' } } })
  await visitor.updateUser({ email, password: theirs })
  const { body } = await token('email_change', await nextToken())
  expect(body.user).toMatchObject({ id: data.user?.id, email, user_metadata: { theme: 'dark' } })
  expect((await auth.client().getUser(data.session?.access_token)).error).not.toBeNull()
  expect(await outcome({ email }, theirs)).toBe('invalid_credentials')
})

it('accepts a code only for the address that the account still has', async () => {
  const [email, moved] = [newEmail(), newEmail()]
  const { body } = await auth.ask(
    '/admin/users',
    { email, password: mine, email_confirm: true },
    auth.serviceRoleKey,
  )
  await auth.ask('/recover', { email })
  const { token: hash, path } = linkOf(await auth.mails.take())
  const change = { ...json({ email: moved }, auth.serviceRoleKey), method: 'PUT' }
  await auth.call(`/admin/users/${body.id}`, change)
  expect((await token('recovery', hash)).body.code).toBe('otp_expired')
  expect(fragmentOf(await auth.call(path)).get('error_code')).toBe('otp_expired')
})
