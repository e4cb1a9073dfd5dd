import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { type AuthFixture, startAuth, WITH_EXTRAS } from '../../testing/fixture.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth({ mail: false, settings: WITH_EXTRAS })
})
afterAll(() => auth.close())

async function signUp(email: string): Promise<string | undefined> {
  const { data } = await auth.client().signUp({ email, password: 'correct horse' })
  return data.session?.access_token
}

const optionsOf = (body: unknown) =>
  z
    .object({
      id: z.string(),
      webauthn: z.object({
        type: z.string(),
        credential_options: z.object({ publicKey: z.object({ challenge: z.string() }) }),
      }),
    })
    .parse(body)

it('a security key is registered, then raises sessions; an assertion cannot be replayed', async () => {
  const token = await signUp('key@example.org')
  const key = createAuthenticator({ rpId: 'localhost', origin: 'http://localhost:3000' })
  const enrolled = await auth.ask('/factors', { factor_type: 'webauthn', friendly_name: 'key' }, token)
  const path = `/factors/${enrolled.body.id}`
  const creation = optionsOf((await auth.ask(`${path}/challenge`, {}, token)).body)
  expect(creation.webauthn.type).toBe('create')
  const registered = await auth.ask(
    `${path}/verify`,
    {
      challenge_id: creation.id,
      webauthn: {
        type: 'create',
        credential_response: key.create(creation.webauthn.credential_options.publicKey),
      },
    },
    token,
  )
  expect(registered.status).toBe(200)
  const raised = registered.body.access_token
  const request = optionsOf((await auth.ask(`${path}/challenge`, {}, raised)).body)
  expect(request.webauthn.type).toBe('request')
  const answer = {
    challenge_id: request.id,
    webauthn: {
      type: 'request',
      credential_response: key.get(request.webauthn.credential_options.publicKey),
    },
  }
  expect((await auth.ask(`${path}/verify`, answer, raised)).status).toBe(200)
  const next = optionsOf((await auth.ask(`${path}/challenge`, {}, raised)).body)
  const replayed = await auth.ask(`${path}/verify`, { ...answer, challenge_id: next.id }, raised)
  expect(replayed).toMatchObject({ status: 422, body: { code: 'mfa_verification_failed' } })
})

it('a security key of another origin is refused', async () => {
  const token = await signUp('phished@example.org')
  const key = createAuthenticator({ rpId: 'localhost', origin: 'http://localhost.evil.example' })
  const enrolled = await auth.ask('/factors', { factor_type: 'webauthn' }, token)
  const path = `/factors/${enrolled.body.id}`
  const creation = optionsOf((await auth.ask(`${path}/challenge`, {}, token)).body)
  const answer = await auth.ask(
    `${path}/verify`,
    {
      challenge_id: creation.id,
      webauthn: {
        type: 'create',
        credential_response: key.create(creation.webauthn.credential_options.publicKey),
      },
    },
    token,
  )
  expect(answer).toMatchObject({ status: 422, body: { code: 'mfa_verification_failed' } })
})
