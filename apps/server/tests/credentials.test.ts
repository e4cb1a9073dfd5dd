import { createdToken, tokensResponse } from '@antojo/contract/account'
import { errorBody } from '@antojo/contract/error-codes'
import { feedResponse } from '@antojo/contract/transfer/place-feeds'
import { codeAt } from '@antojo/auth/testing/totp'
import { type SmtpCatcher, startSmtp } from '@antojo/auth/testing/smtp'
import { AppClient } from '@antojo/testing/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { signOutAccount } from '../src/features/admin/service.ts'
import { asOperator, newEmail, PASSWORD, post } from './sign-up.fixture.ts'
import { startTestNode, type TestNode } from './test-node.ts'

const NEW_PASSWORD = 'mañana-tengo-antojo-de-mole'
const session = z.looseObject({ access_token: z.string(), refresh_token: z.string() })

let node: TestNode
let smtp: SmtpCatcher
beforeAll(async () => {
  smtp = await startSmtp()
  node = await startTestNode([], { SMTP_URL: smtp.url, MAIL_FROM: 'Antojo <hola@antojo.test>' })
})
afterAll(async () => {
  await node.stop()
  await smtp.close()
})

interface Person {
  readonly email: string
  readonly client: AppClient
}

async function newPerson(email = newEmail()): Promise<Person> {
  await asOperator(node, '/admin/users', { email, password: PASSWORD, email_confirm: true })
  return { email, client: await AppClient.enter(node.url, { email, password: PASSWORD }) }
}

type Send = (path: string, body: unknown) => Promise<Response>

const by =
  ({ client }: Person, headers = {}): Send =>
  (path, body) =>
    client.request(path, { method: 'POST', body: JSON.stringify(body), headers })

const withToken =
  (bearer: string): Send =>
  (path, body) =>
    post(node.url + path, body, { authorization: `Bearer ${bearer}` })

const makeToken = (send: Send) => send('/tokens', { name: 'Atajo', scopes: ['capture'], expiresInDays: 30 })
const makeFeed = (send: Send) => send('/places/feeds', {})

/** The status of capture for a token: 422 when the token is valid, because the text has no link. */
const tryToken = async (token: string) =>
  (await withToken(token)('/functions/v1/capture', { text: 'sin enlace' })).status

async function issue(person: Person) {
  const { token } = createdToken.parse(await (await makeToken(by(person))).json())
  const { feed } = feedResponse.parse(await (await makeFeed(by(person))).json())
  const tryFeed = async () => (await fetch(`${node.url}/feeds/${feed?.id}/places.csv`)).status
  expect([await tryToken(token), await tryFeed()]).toEqual([422, 200])
  return { token, tryFeed }
}

/** The access token of a stolen session: an hour old, and refreshed since. */
async function oldToken({ email, client }: Person, grantedBefore?: string): Promise<string> {
  const signIn = () => post(`${node.url}/auth/v1/token?grant_type=password`, { email, password: PASSWORD })
  const refresh = grantedBefore ?? session.parse(await (await signIn()).json()).refresh_token
  await node.database.pool.query(
    `update auth.sessions set amr = (select jsonb_agg(jsonb_set(entry, '{timestamp}',
       to_jsonb((entry ->> 'timestamp')::int - 3600))) from jsonb_array_elements(amr) entry) where user_id = $1`,
    [client.userId],
  )
  const answer = await post(`${node.url}/auth/v1/token?grant_type=refresh_token`, { refresh_token: refresh })
  return session.parse(await answer.json()).access_token
}

async function refusal(answer: Response) {
  return [answer.status, errorBody.parse(await answer.json()).error]
}

describe('a token and a live link', () => {
  it('are not made by an old session, but an address that exists is shown to it', async () => {
    const ana = await newPerson()
    const stolen = withToken(await oldToken(ana))
    for (const make of [makeToken, makeFeed])
      expect(await refusal(await make(stolen))).toEqual([403, 'reauthentication_needed'])
    expect(await (await ana.client.request('/places/feeds')).json()).toEqual({ feed: null, ofPerson: 0 })
    const { feed } = feedResponse.parse(await (await makeFeed(by(ana))).json())
    expect(feedResponse.parse(await (await makeFeed(stolen)).json())).toEqual({ feed, ofPerson: 1 })
  })

  it('are not made by the password alone where there is a second step; its code is proof', async () => {
    const berta = await newPerson()
    const auth = (path: string, bearer: string, body: unknown = {}) =>
      withToken(bearer)(`/auth/v1${path}`, body)
    const enrolled = await auth('/factors', berta.client.session.access_token, { factor_type: 'totp' })
    const factor = z
      .object({ id: z.string(), totp: z.object({ secret: z.string() }) })
      .parse(await enrolled.json())
    const prove = async (bearer: string, code: string) => {
      const challenge = z
        .object({ id: z.string() })
        .parse(await (await auth(`/factors/${factor.id}/challenge`, bearer)).json())
      const body = { challenge_id: challenge.id, code }
      return session.parse(await (await auth(`/factors/${factor.id}/verify`, bearer, body)).json())
    }
    const secure = await prove(berta.client.session.access_token, codeAt(factor.totp.secret, -1))
    const answer = await post(`${node.url}/auth/v1/token?grant_type=password`, {
      email: berta.email,
      password: PASSWORD,
    })
    expect((await makeToken(withToken(session.parse(await answer.json()).access_token))).status).toBe(401)
    const old = await oldToken(berta, secure.refresh_token)
    expect(await refusal(await makeToken(withToken(old)))).toEqual([403, 'reauthentication_needed'])
    const proven = await prove(old, codeAt(factor.totp.secret))
    expect((await makeToken(withToken(proven.access_token))).status).toBe(201)
  })

  it.each([
    ['es-MX', makeToken, 'Se creó un token personal'],
    ['en', makeFeed, 'A live link to your places was made'],
  ])('are mailed to their owner (%s)', async (language, make, words) => {
    const person = await newPerson()
    expect((await make(by(person, { 'accept-language': language }))).status).toBe(201)
    const { raw } = await smtp.mailTo(person.email)
    expect(
      Buffer.from(raw.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/gu, '%$1')).toString(),
    ).toContain(encodeURI(words).replaceAll('%20', ' '))
  })

  const ends: readonly [string, (person: Person) => Promise<unknown>][] = [
    [
      'a new password',
      ({ client }) =>
        client.request('/auth/v1/user', {
          method: 'PUT',
          body: JSON.stringify({ password: NEW_PASSWORD, current_password: PASSWORD }),
        }),
    ],
    ['a sign-out everywhere', (person) => by(person)('/auth/v1/logout?scope=global', {})],
    ['a sign-out by the operator', ({ email }) => signOutAccount(node.database, email)],
    [
      'a recovery',
      async ({ email }) => {
        const answer = await asOperator(node, '/admin/generate_link', { type: 'recovery', email })
        const { hashed_token: link } = z.object({ hashed_token: z.string() }).parse(await answer.json())
        return post(`${node.url}/auth/v1/verify`, { type: 'recovery', token_hash: link })
      },
    ],
  ]
  it.each(ends)('after %s the token is void and the address still works', async (_way, end) => {
    const person = await newPerson()
    const { token, tryFeed } = await issue(person)
    await end(person)
    expect([await tryToken(token), await tryFeed()]).toEqual([401, 200])
    const again = await AppClient.enter(node.url, { email: person.email, password: PASSWORD }).catch(() =>
      AppClient.enter(node.url, { email: person.email, password: NEW_PASSWORD }),
    )
    const listed = tokensResponse.parse(await (await again.request('/tokens')).json())
    expect(listed.tokens).toEqual([])
    const fresh = createdToken.parse(await (await makeToken(by({ ...person, client: again }))).json())
    expect(await tryToken(fresh.token)).toBe(422)
    expect((await again.request('/places/feeds', { method: 'DELETE', body: '{}' })).status).toBe(204)
    expect(await tryFeed()).toBe(404)
  })

  it('stay when a person signs out here or signs the others out', async () => {
    const person = await newPerson()
    const { token } = await issue(person)
    await by(person)('/auth/v1/logout?scope=others', {})
    await by(person)('/auth/v1/logout?scope=local', {})
    expect(await tryToken(token)).toBe(422)
  })

  it('are not made by a session that has just ended, while its access token is still remembered', async () => {
    const person = await newPerson()
    await issue(person)
    await by(person)('/auth/v1/logout?scope=global', {})
    expect(await refusal(await makeToken(by(person)))).toEqual([401, 'session_expired'])
  })

  it('do not escape a new password that comes at the same moment', async () => {
    const person = await newPerson()
    const sessions = [person.client]
    for (let more = 0; more < 4; more += 1)
      sessions.push(await AppClient.enter(node.url, { email: person.email, password: PASSWORD }))
    const [owner = person.client, ...thieves] = sessions
    const [changed, ...made] = await Promise.all([
      owner.request('/auth/v1/user', {
        method: 'PUT',
        body: JSON.stringify({ password: NEW_PASSWORD, current_password: PASSWORD }),
      }),
      ...thieves.map((client) => makeToken(by({ ...person, client }))),
    ])
    expect(changed.status).toBe(200)
    const tokens = await Promise.all(
      made.map(async (answer) => createdToken.safeParse(await answer.json()).data),
    )
    const valid = tokens.flatMap((each) => (each ? [tryToken(each.token)] : []))
    expect(await Promise.all(valid)).toEqual(valid.map(() => 401))
  })
})
