import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBrowser } from '@antojo/auth/testing/browser'
import { reservePort } from '@antojo/auth/testing/free-port'
import { startIdentityProvider, type IdentityProvider } from '@antojo/auth/testing/identity-provider'
import { createSamlIdp } from '@antojo/auth/testing/saml-idp'
import { type SmtpCatcher, startSmtp } from '@antojo/auth/testing/smtp'
import { AppClient } from '@antojo/testing/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestNode, type TestNode } from './test-node.ts'

const password = 'tengo-antojo-de-tacos'
const newEmail = () => `${randomUUID()}@antojo.test`

function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function countAccounts({ database }: TestNode): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from auth.users')
  return rows[0]?.n ?? 0
}

/** With the key of the administration. */
async function asOperator(node: TestNode, path: string, body: unknown): Promise<Response> {
  const key = await readFile(join(node.settings['DATA_DIR'] ?? '', 'keys/service-role-key'), 'utf8')
  return post(`${node.url}/auth/v1${path}`, body, { authorization: `Bearer ${key.trim()}` })
}

/** An account made by the operator, which is the first one and so an administrator. */
async function administrator(node: TestNode): Promise<AppClient> {
  const email = newEmail()
  await asOperator(node, '/admin/users', { email, password, email_confirm: true })
  return AppClient.enter(node.url, { email, password })
}

const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

const created = z.object({ id: z.string(), token: z.string() })

async function invite(inviter: AppClient, maxAccounts = 1): Promise<z.infer<typeof created>> {
  const answer = await inviter.request('/invitations', {
    method: 'POST',
    body: JSON.stringify({ maxAccounts }),
  })
  expect(answer.status).toBe(201)
  return created.parse(await answer.json())
}

/** Opens an invitation as a browser does; the cookie it leaves. */
async function open(node: TestNode, token: string): Promise<string> {
  const answer = await post(`${node.url}/invitations/open`, { token })
  return answer.status === 204 ? cookieOf(answer) : `refused with ${answer.status}`
}

const signUp = (node: TestNode, cookie = '', email = newEmail()) =>
  post(`${node.url}/auth/v1/signup`, { email, password }, { cookie })

const modeShown = async (node: TestNode) => {
  const config: unknown = await (await fetch(`${node.url}/config.json`)).json()
  const settings: unknown = await (await fetch(`${node.url}/auth/v1/settings`)).json()
  return [
    z.object({ signUp: z.string() }).parse(config).signUp,
    z.object({ disable_signup: z.boolean() }).parse(settings).disable_signup,
  ]
}

describe('every way to an account, in every mode', () => {
  const nodes = new Map<string, TestNode>()
  let idp: IdentityProvider
  let smtp: SmtpCatcher
  const saml = createSamlIdp('https://idp.example.org/metadata')

  beforeAll(async () => {
    smtp = await startSmtp()
    const port = await reservePort()
    idp = await startIdentityProvider(`http://127.0.0.1:${port}/auth/v1/callback`)
    for (const mode of ['open', 'invite', 'closed']) {
      const node = await startTestNode([], {
        SIGNUP: mode,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Antojo <hola@antojo.test>',
        GOOGLE_CLIENT_ID: idp.clientId,
        GOOGLE_CLIENT_SECRET: idp.clientSecret,
        GOOGLE_ISSUER: idp.issuer,
      })
      nodes.set(mode, node)
      await administrator(node)
      const provider = { type: 'saml', metadata_xml: saml.metadata, domains: ['corp.test'] }
      expect((await asOperator(node, '/admin/sso/providers', provider)).status).toBe(201)
    }
  })
  afterAll(async () => {
    for (const node of nodes.values()) await node.stop()
    await idp.close()
    await smtp.close()
  })

  const ways: Readonly<Record<string, (node: TestNode) => Promise<unknown>>> = {
    'a password': (node) => signUp(node),
    'a code by mail': (node) => post(`${node.url}/auth/v1/otp`, { email: newEmail(), create_user: true }),
    'a magic link': (node) => post(`${node.url}/auth/v1/magiclink`, { email: newEmail() }),
    'no address': (node) => post(`${node.url}/auth/v1/signup`, {}),
    Google: async (node) => {
      idp.account = { sub: randomUUID(), email: newEmail(), email_verified: true }
      const here = new URL(node.url)
      const browser = createBrowser()
      // The provider sends the browser to the public address, behind which this node stands.
      const back = await browser.follow(`${node.url}/auth/v1/authorize?provider=google`, (url) =>
        url.pathname.endsWith('/callback'),
      )
      back.host = here.host
      return browser.get(back.href)
    },
    'single sign-on': async (node) => {
      const answer = await post(`${node.url}/auth/v1/sso`, { domain: 'corp.test', skip_http_redirect: true })
      const { url } = z.object({ url: z.string() }).parse(await answer.json())
      const form = saml.answer(new URL(url), {
        nameId: randomUUID(),
        attributes: { email: newEmail() },
      })
      return fetch(`${node.url}/auth/v1/sso/saml/acs`, {
        method: 'POST',
        body: new URLSearchParams(form),
        redirect: 'manual',
      })
    },
    'the administration': (node) => asOperator(node, '/admin/users', { email: newEmail(), password }),
    'an invitation by the administration': (node) => asOperator(node, '/invite', { email: newEmail() }),
  }

  it.each<[string, string[]]>([
    ['a password', ['open']],
    ['a code by mail', ['open']],
    ['a magic link', ['open']],
    ['no address', []],
    ['Google', ['open']],
    ['single sign-on', ['open', 'invite', 'closed']],
    ['the administration', ['open', 'invite', 'closed']],
    ['an invitation by the administration', ['open', 'invite', 'closed']],
  ])('%s makes one where the mode is %j', async (way, modes) => {
    const makes: string[] = []
    for (const [mode, node] of nodes) {
      const before = await countAccounts(node)
      await ways[way]?.(node)
      if ((await countAccounts(node)) > before) makes.push(mode)
    }
    expect(makes).toEqual(modes)
  })

  it('the server says which mode it is', async () => {
    const shown = await Promise.all([...nodes.values()].map(modeShown))
    expect(shown).toEqual([
      ['open', false],
      ['invite', true],
      ['closed', true],
    ])
  })
})

describe('the first account', () => {
  it.each(['invite', 'closed'])(
    'is free where the mode is %s, for one of those who come at once',
    async (mode) => {
      const node = await startTestNode([], { SIGNUP: mode })
      expect(await modeShown(node)).toEqual(['open', false])
      const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(node)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200, 422, 422, 422, 422, 422,
      ])
      expect(await modeShown(node)).toEqual([mode, true])
      expect((await signUp(node)).status).toBe(422)
      expect(await countAccounts(node)).toBe(1)
      await node.stop()
    },
  )
})

describe('an invitation', () => {
  let node: TestNode
  let admin: AppClient
  beforeAll(async () => {
    node = await startTestNode([], { SIGNUP: 'invite' })
    admin = await administrator(node)
  })
  afterAll(() => node.stop())

  it('lets one person in, once, also of several who come at once', async () => {
    const { token } = await invite(admin)
    const cookie = await open(node, token)
    const answers = await Promise.all(Array.from({ length: 4 }, () => signUp(node, cookie)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422])
    expect(await open(node, token)).toBe('refused with 404')
    const { rows } = await node.database.asSystem('test', async (tx) => ({
      rows: await tx.selectFrom('signup_invitations').selectAll().execute(),
    }))
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('for several people lets so many in', async () => {
    const { id, token } = await invite(admin, 3)
    const cookie = await open(node, token)
    const statuses: number[] = []
    for (let count = 0; count < 4; count += 1) statuses.push((await signUp(node, cookie)).status)
    expect(statuses).toEqual([200, 200, 200, 422])
    const listed = z
      .object({ invitations: z.array(z.looseObject({ id: z.string() })) })
      .parse(await (await admin.request('/invitations')).json())
    expect(listed.invitations.find((each) => each.id === id)).toMatchObject({
      accounts: 3,
      maxAccounts: 3,
      state: 'used',
    })
  })

  it('is not used up by an address that has an account', async () => {
    const { token } = await invite(admin)
    const cookie = await open(node, token)
    const email = newEmail()
    await asOperator(node, '/admin/users', { email, password, email_confirm: true })
    expect((await signUp(node, cookie, email)).status).toBe(422)
    expect((await signUp(node, cookie)).status).toBe(200)
  })

  it('that was revoked, has expired or was made up lets nobody in', async () => {
    const revoked = await invite(admin)
    const cookie = await open(node, revoked.token)
    expect((await admin.request(`/invitations/${revoked.id}`, { method: 'DELETE', body: '{}' })).status).toBe(
      204,
    )
    expect([await open(node, revoked.token), (await signUp(node, cookie)).status]).toEqual([
      'refused with 404',
      422,
    ])

    const expired = await invite(admin)
    const earlier = await open(node, expired.token)
    await node.database.asSystem('test', (tx) =>
      tx
        .updateTable('signup_invitations')
        .set({ expires_at: new Date() })
        .where('id', '=', expired.id)
        .execute(),
    )
    expect([await open(node, expired.token), (await signUp(node, earlier)).status]).toEqual([
      'refused with 404',
      422,
    ])

    expect(await open(node, 'a'.repeat(43))).toBe('refused with 404')
    expect((await signUp(node, `antojo-invitation=${'a'.repeat(43)}`)).status).toBe(422)
  })

  it('of somebody else can be neither seen nor revoked', async () => {
    const { id, token } = await invite(admin)
    const other = await signUp(node, await open(node, (await invite(admin)).token))
    const { access_token: bearer } = z.object({ access_token: z.string() }).parse(await other.json())
    const headers = { authorization: `Bearer ${bearer}` }
    expect(await (await fetch(`${node.url}/invitations`, { headers })).json()).toEqual({
      mayInvite: false,
      invitations: [],
    })
    expect((await fetch(`${node.url}/invitations/${id}`, { method: 'DELETE', headers })).status).toBe(404)
    expect((await post(`${node.url}/invitations`, { maxAccounts: 1 }, headers)).status).toBe(403)
    expect((await post(`${node.url}/invitations`, { maxAccounts: 1 })).status).toBe(401)
    expect(await open(node, token)).toMatch(/^antojo-invitation=/u)
  })

  it('ends with its inviter’s right to invite', async () => {
    const { token } = await invite(admin)
    const cookie = await open(node, token)
    const setAdmin = (is_admin: boolean) =>
      node.database.asSystem('test', (tx) =>
        tx.updateTable('users').set({ is_admin }).where('id', '=', admin.userId).execute(),
      )
    await setAdmin(false)
    expect([await open(node, token), (await signUp(node, cookie)).status]).toEqual(['refused with 404', 422])
    await setAdmin(true)
    const ban = (until: string | null) =>
      node.database.pool.query('update auth.users set banned_until = $2 where id = $1', [admin.userId, until])
    await ban('infinity')
    expect(await open(node, token)).toBe('refused with 404')
    await ban(null)
    expect((await signUp(node, cookie)).status).toBe(200)
  })
})

describe('an invitation to a list', () => {
  let node: TestNode
  let owner: AppClient
  beforeAll(async () => {
    node = await startTestNode([], { SIGNUP: 'invite' })
    const admin = await administrator(node)
    const email = newEmail()
    await signUp(node, await open(node, (await invite(admin)).token), email)
    // No administrator: everybody may invite to their own lists.
    owner = await AppClient.enter(node.url, { email, password })
  })
  afterAll(() => node.stop())

  async function listInvite(allowed = true): Promise<{ token: string; listId: string }> {
    const made = await owner.request('/rest/v1/video_lists?select=id', {
      method: 'POST',
      headers: { prefer: 'return=representation' },
      body: JSON.stringify({ name: 'Tacos', share_options: { allow_collaborators: allowed } }),
    })
    const [list] = z.array(z.object({ id: z.string() })).parse(await made.json())
    const listId = list?.id ?? ''
    const body = JSON.stringify({ list_id: listId, access: 'edit' })
    const answer = await owner.request('/rest/v1/rpc/create_list_invite', { method: 'POST', body })
    return { token: z.string().parse(await answer.json()), listId }
  }

  it('lets five people have an account, and join the list', async () => {
    const { token, listId } = await listInvite()
    const cookie = await open(node, token)
    const first = await signUp(node, cookie)
    const { access_token: bearer } = z.object({ access_token: z.string() }).parse(await first.json())
    const joined = await post(
      `${node.url}/rest/v1/rpc/accept_list_invite`,
      { token },
      { authorization: `Bearer ${bearer}` },
    )
    expect(await joined.json()).toBe(listId)
    const others = await Promise.all(Array.from({ length: 7 }, () => signUp(node, cookie)))
    expect(others.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(await open(node, token)).toBe('refused with 404')
  })

  it('ends when the owner takes it back', async () => {
    const { token, listId } = await listInvite()
    const cookie = await open(node, token)
    await owner.request(`/rest/v1/list_invites?list_id=eq.${listId}`, { method: 'DELETE' })
    expect([await open(node, token), (await signUp(node, cookie)).status]).toEqual(['refused with 404', 422])
  })

  it('lets people in by five lists a day at most', async () => {
    const links = await Promise.all(Array.from({ length: 8 }, () => listInvite()))
    const statuses: number[] = []
    for (const { token } of links) statuses.push((await signUp(node, `antojo-invitation=${token}`)).status)
    // One of the five has been used by the first test.
    expect(statuses.filter((status) => status === 200)).toHaveLength(4)
  })
})

describe('what the operator chose', () => {
  it('lets everybody invite', async () => {
    const node = await startTestNode([], { SIGNUP: 'invite', INVITERS: 'everybody' })
    const admin = await administrator(node)
    const email = newEmail()
    await signUp(node, await open(node, (await invite(admin)).token), email)
    const guest = await AppClient.enter(node.url, { email, password })
    expect(await open(node, (await invite(guest)).token)).toMatch(/^antojo-invitation=/u)
    await node.stop()
  })

  it('takes no invitation where nobody may sign up', async () => {
    const node = await startTestNode([], { SIGNUP: 'closed', INVITERS: 'everybody' })
    const admin = await administrator(node)
    const body = JSON.stringify({ maxAccounts: 1 })
    expect((await admin.request('/invitations', { method: 'POST', body })).status).toBe(403)
    await node.stop()
  })

  it('is to invite where strangers reach the server, and the cookie is then bound to its host', async () => {
    const node = await startTestNode([], { PUBLIC_URL: 'https://antojo.example.org', RATE_LIMITS: 'on' })
    const admin = await administrator(node)
    expect(await modeShown(node)).toEqual(['invite', true])
    const answer = await post(`${node.url}/invitations/open`, { token: (await invite(admin)).token })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-antojo-invitation=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/u,
      ),
    ])
    expect((await signUp(node, cookieOf(answer))).status).toBe(200)
    const statuses: number[] = []
    for (let count = 0; count < 21; count += 1) {
      const made = await admin.request('/invitations', { method: 'POST', body: '{"maxAccounts":1}' })
      statuses.push(made.status)
    }
    expect(statuses.slice(-3)).toEqual([201, 429, 429])
    await node.stop()
  })
})
