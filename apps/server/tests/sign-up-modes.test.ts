import { randomUUID } from 'node:crypto'
import { createBrowser } from '@antojo/auth/testing/browser'
import { reservePort } from '@antojo/auth/testing/free-port'
import { startIdentityProvider, type IdentityProvider } from '@antojo/auth/testing/identity-provider'
import { createSamlIdp } from '@antojo/auth/testing/saml-idp'
import { type SmtpCatcher, startSmtp } from '@antojo/auth/testing/smtp'
import { AppClient } from '@antojo/testing/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  administrator,
  asOperator,
  cookieOf,
  countAccounts,
  invite,
  newEmail,
  open,
  PASSWORD,
  post,
  signUp,
} from './sign-up.fixture.ts'
import { startTestNode, type TestNode } from './test-node.ts'

const modeShown = async (node: TestNode) => {
  const config: unknown = await (await fetch(`${node.url}/config.json`)).json()
  const settings: unknown = await (await fetch(`${node.url}/auth/v1/settings`)).json()
  return [
    z.object({ signUp: z.string() }).parse(config).signUp,
    z.object({ disable_signup: z.boolean() }).parse(settings).disable_signup,
  ]
}

describe('every way to create an account, in every mode', () => {
  const nodes = new Map<string, TestNode>()
  const administrators: AppClient[] = []
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
        SAML: 'on',
      })
      nodes.set(mode, node)
      administrators.push(await administrator(node))
      const provider = { type: 'saml', metadata_xml: saml.metadata, domains: ['corp.test'] }
      await asOperator(node, '/admin/sso/providers', provider)
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
      // The provider redirects the browser to the public address, which is not that of this node.
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
    'the administration': (node) =>
      asOperator(node, '/admin/users', { email: newEmail(), password: PASSWORD }),
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

  it('an administrator may invite where only invitations admit, and is told why not elsewhere', async () => {
    const answers = await Promise.all(
      administrators.map(async (person) => {
        const body = JSON.stringify({ maxAccounts: 1 })
        const answer = await person.request('/invitations', { method: 'POST', body })
        return [answer.status, z.object({ detail: z.string().optional() }).parse(await answer.json()).detail]
      }),
    )
    expect(answers).toEqual([
      [403, 'Everybody may sign up here, so nobody needs an invitation.'],
      [201, undefined],
      [403, 'Nobody may sign up here, with or without an invitation.'],
    ])
  })

  it('the server shows the mode', async () => {
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
    'is free in the mode %s, for one of several simultaneous sign-ups',
    { tags: 'slow' },
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

describe('the operator’s setting', () => {
  it('allows everybody to invite', async () => {
    const node = await startTestNode([], { SIGNUP: 'invite', INVITERS: 'everybody' })
    const admin = await administrator(node)
    const email = newEmail()
    await signUp(node, await open(node, (await invite(admin)).token), email)
    const guest = await AppClient.enter(node.url, { email, password: PASSWORD })
    expect(await open(node, (await invite(guest)).token)).toMatch(/^antojo-invitation=/u)
    await node.stop()
  })

  it('rejects invitations where sign-up is closed', async () => {
    const node = await startTestNode([], { SIGNUP: 'closed', INVITERS: 'everybody' })
    const admin = await administrator(node)
    const body = JSON.stringify({ maxAccounts: 1 })
    expect((await admin.request('/invitations', { method: 'POST', body })).status).toBe(403)
    await node.stop()
  })

  it('is `invite` by default where strangers can reach the server, and the cookie is then bound to its host', async () => {
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
