import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthFixture, startAuth } from '../testing/fixture.ts'

const ISSUER = 'https://tokens.example.org'

let auth: AuthFixture
let appKey: CryptoKey
beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  appKey = pair.privateKey
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'app', alg: 'ES256' }] }
  auth = await startAuth({
    fetch: (input, init) =>
      new Request(input).url === `${ISSUER}/jwks` ? Promise.resolve(Response.json(jwks)) : fetch(input, init),
    settings: {
      providers: {
        keycloak: {
          kind: 'oauth2',
          authorizationEndpoint: ISSUER,
          tokenEndpoint: ISSUER,
          userinfoEndpoint: ISSUER,
          clientId: 'testbed',
          clientSecret: 'secret',
          idTokens: { issuer: ISSUER, jwksUri: `${ISSUER}/jwks` },
        },
      },
    },
  })
})
afterAll(() => auth.close())

describe('ID tokens of native apps', () => {
  const nonce = 'a nonce'
  const hashed = createHash('sha256').update(nonce).digest('hex')

  async function tokenWith(claims: Record<string, unknown>, issuer = ISSUER) {
    return new SignJWT({
      email: 'app@example.org',
      email_verified: true,
      nonce: hashed,
      sub: 'app',
      aud: 'testbed',
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'app' })
      .setIssuer(issuer)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(appKey)
  }
  const grant = (body: Record<string, unknown>) =>
    auth.ask('/token?grant_type=id_token', { provider: 'keycloak', nonce, ...body })

  it('open a session', async () => {
    const answer = await grant({ id_token: await tokenWith({}) })
    expect(answer).toMatchObject({ status: 200, body: { user: { email: 'app@example.org' } } })
  })

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['another audience', { aud: 'other' }, {}],
    ['another nonce', { nonce: 'x' }, {}],
    ['no nonce', { nonce: undefined }, {}],
    ['a time that has passed', { exp: 1 }, {}],
    ['another access token', { at_hash: 'x' }, { access_token: 'y' }],
  ])('for %s are refused', async (what, claims, body) => {
    const token = await tokenWith(claims)
    const expired = what.includes('passed')
      ? await new SignJWT({ sub: 'app', aud: 'testbed', nonce: hashed, iss: ISSUER, exp: 1 })
          .setProtectedHeader({ alg: 'ES256', kid: 'app' })
          .sign(appKey)
      : token
    expect(await grant({ id_token: expired, ...body })).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^invalid/) },
    })
  })

  it('of another issuer or provider are refused', async () => {
    expect((await grant({ id_token: await tokenWith({}, 'https://evil.example.org') })).status).toBe(400)
    expect(await grant({ id_token: 'x', provider: 'apple' })).toMatchObject({
      body: { code: 'provider_disabled' },
    })
    expect(await grant({ id_token: 'x', provider: 'custom:x' })).toMatchObject({
      body: { code: 'validation_failed' },
    })
  })
})
