import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AuthFixture, startAuth, WITH_EXTRAS } from '../../testing/fixture.ts'
import { codeOf } from '../../testing/mail.ts'

let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth({ mail: false, settings: WITH_EXTRAS })
})
afterAll(() => auth.close())

it('a phone raises the session with the code it was sent', async () => {
  const client = auth.client()
  await client.signUp({ email: 'sms@example.org', password: 'correct horse' })
  const { data: factor } = await client.mfa.enroll({ factorType: 'phone', phone: '+34600000042' })
  const factorId = factor?.id ?? ''
  const { data: challenge } = await client.mfa.challenge({ factorId })
  const code = codeOf(await auth.messages.take())
  const wrong = await client.mfa.verify({
    factorId,
    challengeId: challenge?.id ?? '',
    code: code === '000000' ? '000001' : '000000',
  })
  expect(wrong.error?.code).toBe('mfa_verification_failed')
  expect((await client.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code })).error).toBeNull()
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
})
