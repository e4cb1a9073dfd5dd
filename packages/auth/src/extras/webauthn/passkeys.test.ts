import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { type AuthFixture, startAuth, WITH_EXTRAS } from '../../testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth({
    mail: false,
    settings: WITH_EXTRAS,
  })
})
afterAll(() => auth.close())

const ceremony = (body: unknown) =>
  z.object({ challenge_id: z.string(), options: z.looseObject({ challenge: z.string() }) }).parse(body)

async function register(
  email: string,
  authenticator = createAuthenticator({ rpId: 'localhost', origin: 'http://localhost:3000' }),
) {
  const { data } = await auth.client().signUp({ email, password: 'correct horse' })
  const token = data.session?.access_token
  const started = ceremony((await auth.ask('/passkeys/registration/options', {}, token)).body)
  const credential = authenticator.create(started.options)
  const answer = await auth.ask(
    '/passkeys/registration/verify',
    { challenge_id: started.challenge_id, credential },
    token,
  )
  return { user: data.user, token, authenticator, answer, started }
}

async function startSignIn() {
  return ceremony((await auth.ask('/passkeys/authentication/options', {})).body)
}

const signIn = (challengeId: string, credential: unknown) =>
  auth.ask('/passkeys/authentication/verify', { challenge_id: challengeId, credential })

describe('a passkey', () => {
  it('signs in without a user name', async () => {
    const { user, authenticator, answer } = await register('a@example.org')
    expect(answer.status).toBe(200)
    const started = await startSignIn()
    const result = await signIn(started.challenge_id, authenticator.get(started.options))
    expect(result).toMatchObject({ status: 200, body: { user: { id: user?.id } } })
  })

  it('refuses a replayed assertion, under its challenge and under a new one', async () => {
    const { authenticator } = await register('b@example.org')
    const started = await startSignIn()
    const assertion = authenticator.get(started.options)
    expect((await signIn(started.challenge_id, assertion)).status).toBe(200)
    expect(await signIn(started.challenge_id, assertion)).toMatchObject({
      body: { code: 'webauthn_challenge_not_found' },
    })
    const next = await startSignIn()
    expect(await signIn(next.challenge_id, assertion)).toMatchObject({
      body: { code: 'webauthn_verification_failed' },
    })
  })

  it('refuses a challenge that has expired', async () => {
    const { authenticator } = await register('c@example.org')
    const started = await startSignIn()
    await auth.db.pool.query("update auth.passkey_challenges set created_at = now() - interval '301 s'")
    const late = await signIn(started.challenge_id, authenticator.get(started.options))
    expect(late).toMatchObject({ status: 422, body: { code: 'webauthn_challenge_expired' } })
  })

  it('belongs to one account, and its challenge to one user', async () => {
    const { authenticator, token } = await register('d@example.org')
    expect((await register('e@example.org', authenticator)).answer).toMatchObject({
      body: { code: 'webauthn_credential_exists' },
    })
    const foreign = ceremony((await auth.ask('/passkeys/registration/options', {}, token)).body)
    const { data } = await auth.client().signUp({ email: 'f@example.org', password: 'correct horse' })
    const own = createAuthenticator({ rpId: 'localhost', origin: 'http://localhost:3000' })
    const stolen = await auth.ask(
      '/passkeys/registration/verify',
      { challenge_id: foreign.challenge_id, credential: own.create(foreign.options) },
      data.session?.access_token,
    )
    expect(stolen).toMatchObject({ status: 404, body: { code: 'webauthn_challenge_not_found' } })
  })

  it('made for another site is refused', async () => {
    const elsewhere = createAuthenticator({ rpId: 'evil.example', origin: 'https://evil.example' })
    const { answer } = await register('g@example.org', elsewhere)
    expect(answer).toMatchObject({ status: 400, body: { code: 'webauthn_verification_failed' } })
  })
})
