import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenVerifier } from './access-token.ts'
import { generateKeySet, loadKeySet, signJwt } from './keys.ts'
import { type AuthFixture, startAuth } from './testing/fixture.ts'

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const seconds = () => Math.floor(Date.now() / 1000)

describe('a forged access token', () => {
  let auth: AuthFixture
  let claims: Record<string, unknown>
  beforeAll(async () => {
    auth = await startAuth({ mail: false })
    const { data } = await auth.client().signUp({ email: 'forged@example.org', password: 'correct horse' })
    const [, body = ''] = data.session?.access_token.split('.') ?? []
    claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  })
  afterAll(() => auth.close())

  async function fate(token: string): Promise<unknown> {
    const answer = await auth.call('/user', { headers: { authorization: `Bearer ${token}` } })
    return answer.headers.get('x-sb-error-code') ?? answer.status
  }

  it('differs from a good one', async () => {
    const token = await signJwt(auth.keys, claims)
    expect(await fate(token)).toBe(200)
  })

  it('of another key is refused, even under our key id', async () => {
    const other = await loadKeySet(await generateKeySet())
    expect(await fate(await signJwt(other, claims))).toBe('bad_jwt')
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const head = `${encode({ alg: 'ES256', typ: 'JWT', kid: auth.keys.signing.kid })}.${encode(claims)}`
    const signature = sign('sha256', Buffer.from(head), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    expect(await fate(`${head}.${signature.toString('base64url')}`)).toBe('bad_jwt')
  })

  it.each(['none', 'None', 'NONE'])('with alg %s is refused', async (alg) => {
    expect(await fate(`${encode({ alg, typ: 'JWT', kid: auth.keys.signing.kid })}.${encode(claims)}.`)).toBe(
      'bad_jwt',
    )
  })

  it('signed with our public key as if it were a secret is refused', async () => {
    const secret = JSON.stringify(auth.keys.publicKeys[0])
    for (const kid of [auth.keys.signing.kid, undefined]) {
      const head = `${encode({ alg: 'HS256', typ: 'JWT', kid })}.${encode(claims)}`
      expect(await fate(`${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`)).toBe(
        'bad_jwt',
      )
    }
  })

  it('with changed claims is refused', async () => {
    const [head, , signature] = (await signJwt(auth.keys, claims)).split('.')
    expect(await fate(`${head}.${encode({ ...claims, role: 'service_role' })}.${signature}`)).toBe('bad_jwt')
  })

  it('that has expired, or is not valid yet, is refused', async () => {
    expect(await fate(await signJwt(auth.keys, { ...claims, exp: seconds() - 1 }))).toBe('bad_jwt')
    expect(await fate(await signJwt(auth.keys, { ...claims, nbf: seconds() + 60 }))).toBe('bad_jwt')
  })

  it('may be ahead or behind by the tolerance for clocks, and by no more', async () => {
    const verify = createTokenVerifier(auth.keys, { clockTolerance: 30 })
    const at = async (changed: Record<string, number>) => {
      const verified = await verify(await signJwt(auth.keys, { ...claims, ...changed }))
      return verified.ok || verified.code
    }
    expect(await at({ exp: seconds() - 20 })).toBe(true)
    expect(await at({ nbf: seconds() + 20 })).toBe(true)
    expect(await at({ iat: seconds() + 20 })).toBe(true)
    expect(await at({ exp: seconds() - 40 })).toBe('jwt_expired')
    expect(await at({ nbf: seconds() + 40 })).toBe('jwt_not_yet_valid')
    expect(await at({ iat: seconds() + 40 })).toBe('jwt_issued_in_future')
  })

  it('with claims that are no numbers is refused as such', async () => {
    const verify = createTokenVerifier(auth.keys)
    const at = async (changed: object) => verify(await signJwt(auth.keys, { ...claims, ...changed }))
    for (const claim of ['exp', 'nbf', 'iat'])
      expect(await at({ [claim]: 'soon' })).toEqual({
        ok: false,
        code: 'bad_claims',
        message: `The JWT '${claim}' claim must be a number`,
      })
    expect(await verify(await signJwt(auth.keys, { role: 'anon', aud: null }))).toMatchObject({ ok: true })
  })

  it('for another audience, or for none, is refused', async () => {
    expect(await fate(await signJwt(auth.keys, { ...claims, aud: 'elsewhere' }))).toBe('bad_jwt')
    expect(await fate(await signJwt(auth.keys, { ...claims, aud: undefined }))).toBe('bad_jwt')
  })

  it('of a deleted session or user is refused', async () => {
    const absent = '00000000-0000-4000-8000-000000000000'
    expect(await fate(await signJwt(auth.keys, { ...claims, session_id: absent }))).toBe('session_not_found')
    expect(await fate(await signJwt(auth.keys, { ...claims, sub: absent }))).toBe('user_not_found')
  })

  it('leaves the cache when it expires', async () => {
    const verify = createTokenVerifier(auth.keys)
    const token = await signJwt(auth.keys, { ...claims, exp: seconds() + 1 })
    expect(await verify(token)).toMatchObject({ ok: true })
    await expect
      .poll(() => verify(token), { timeout: 3000 })
      .toMatchObject({ ok: false, code: 'jwt_expired' })
  })
})
