import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenVerifier } from '../access-token.ts'
import { type AuthFixture, startAuth } from '../testing/fixture.ts'

const password = 'correct horse'
const invalid = { status: 400, code: 'validation_failed' }
const kibibytes = (count: number) => 'x'.repeat(count * 1024)

let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth({ mail: false, settings: { anonymous: { enabled: true } } })
})
afterAll(() => auth.close())

async function member(email: string) {
  const client = auth.client()
  const { data } = await client.signUp({ email, password })
  return { client, id: data.user?.id ?? '' }
}

describe('user_metadata', () => {
  it('holds 16 KiB, whichever route fills it', async () => {
    const { client } = await member('full@example.org')
    expect((await client.updateUser({ data: { a: kibibytes(15) } })).error).toBeNull()
    expect((await client.updateUser({ data: { b: kibibytes(2) } })).error).toMatchObject(invalid)
    expect((await client.updateUser({ data: { a: null, b: kibibytes(17) } })).error).toMatchObject(invalid)
    const { data } = await client.getUser()
    expect(Object.keys(data.user?.user_metadata ?? {}).toSorted()).toEqual(['a', 'email_verified'])
    expect((await client.updateUser({ data: { a: null, b: kibibytes(15) } })).error).toBeNull()
  })

  it.each([
    ['sign-up', '/signup', { email: 'big@example.org', password }],
    ['anonymous sign-up', '/signup', {}],
  ])('is bounded at %s', async (_, path, body) => {
    const answer = await auth.ask(path, { ...body, data: { a: kibibytes(17) } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  it('is bounded for administrators too, as is app_metadata', async () => {
    const admin = auth.admin()
    const { id } = await member('administered@example.org')
    const big = { a: kibibytes(17) }
    const email = 'new@example.org'
    expect((await admin.createUser({ email, user_metadata: big })).error).toMatchObject(invalid)
    expect((await admin.createUser({ email, app_metadata: { a: kibibytes(5) } })).error).toMatchObject(
      invalid,
    )
    expect((await admin.updateUserById(id, { user_metadata: big })).error).toMatchObject(invalid)
    const half = { error: null }
    expect(await admin.updateUserById(id, { app_metadata: { a: kibibytes(2) } })).toMatchObject(half)
    expect((await admin.updateUserById(id, { app_metadata: { b: kibibytes(2) } })).error).toMatchObject(
      invalid,
    )
  })

  it.each([
    ['many levels', `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`],
    ['huge numbers', `{"a":[${Array(1000).fill('1e300').join()}]}`],
    ['halves of characters', String.raw`{"a":"\ud800"}`],
    ['characters that cannot be stored', String.raw`{"a":"\u0000"}`],
  ])('does not take %s', async (what, data) => {
    const { client } = await member(`${what.replaceAll(' ', '-')}@example.org`)
    const { data: session } = await client.getSession()
    const answer = await auth.call('/user', {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${session.session?.access_token}`,
        'content-type': 'application/json',
      },
      body: `{"data":${data}}`,
    })
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed'])
  })

  it('leaves tokens short enough for a header', async () => {
    const { client } = await member('talkative@example.org')
    await client.updateUser({ data: { short: 'ñ', long: kibibytes(15) } })
    const { data } = await client.refreshSession()
    const token = data.session?.access_token ?? ''
    expect(token.length).toBeLessThan(2000)
    expect(await createTokenVerifier(auth.keys)(token)).toMatchObject({ ok: true })
    expect((await client.getUser()).data.user?.user_metadata).toMatchObject({ short: 'ñ' })
    await client.updateUser({ data: { long: null } })
    const { data: short } = await client.refreshSession()
    expect((await client.getClaims(short.session?.access_token)).data?.claims.user_metadata).toMatchObject({
      short: 'ñ',
    })
  })
})

describe('a body', () => {
  it('of more than 32 KiB is refused', async () => {
    const answer = await auth.ask('/signup', { email: 'body@example.org', password, junk: kibibytes(33) })
    expect(answer).toMatchObject({ status: 413, body: { code: 'request_entity_too_large' } })
  })

  it('of an identity provider may be longer', async () => {
    const body = new URLSearchParams({ SAMLResponse: kibibytes(200), RelayState: 'x' })
    const answer = await auth.call('/sso/saml/acs', { method: 'POST', body })
    expect(answer.status).toBe(404)
  })
})
