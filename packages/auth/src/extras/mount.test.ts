import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthFixture, startAuth, WITH_EXTRAS } from '../testing/fixture.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

async function settingsOf(auth: AuthFixture): Promise<unknown> {
  return (await auth.call('/settings')).json()
}

describe('an installation that configures nothing', () => {
  let auth: AuthFixture
  let token: string | undefined
  beforeAll(async () => {
    auth = await startAuth({ mail: false })
    const { data } = await auth.client().signUp({ email: 'plain@example.org', password: 'correct horse' })
    token = data.session?.access_token
  })
  afterAll(() => auth.close())

  it('names no extra in its settings', async () => {
    expect(await settingsOf(auth)).toMatchObject({
      external: { phone: false },
      saml_enabled: false,
      passkeys_enabled: false,
      sms_provider: '',
    })
  })

  it.each<[string, string, number, string]>([
    ['POST', '/sso', 404, 'saml_provider_disabled'],
    ['GET', '/sso/saml/metadata', 404, 'saml_provider_disabled'],
    ['POST', '/sso/saml/acs', 404, 'saml_provider_disabled'],
    ['GET', '/admin/sso/providers', 404, 'saml_provider_disabled'],
    ['POST', '/passkeys/authentication/options', 404, 'passkey_disabled'],
    ['GET', '/passkeys', 404, 'passkey_disabled'],
    ['GET', `/admin/users/${NOBODY}/passkeys`, 404, 'passkey_disabled'],
    ['POST', '/token?grant_type=web3', 422, 'web3_provider_disabled'],
    ['GET', '/nothing', 404, 'unknown'],
  ])('refuses %s %s', async (method, path, status, code) => {
    const answer = await auth.call(path, { method })
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([status, code])
  })

  const phone = '34600000000'
  it.each<[string, Record<string, unknown>, number, string]>([
    ['/signup', { phone, password: 'correct horse' }, 400, 'phone_provider_disabled'],
    ['/otp', { phone }, 400, 'phone_provider_disabled'],
    ['/resend', { phone, type: 'sms' }, 400, 'phone_provider_disabled'],
    ['/token?grant_type=password', { phone, password: 'x' }, 422, 'phone_provider_disabled'],
    ['/factors', { factor_type: 'phone', phone }, 422, 'mfa_phone_enroll_not_enabled'],
    ['/factors', { factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
  ])('refuses POST %s with %j', async (path, body, status, code) => {
    expect(await auth.ask(path, body, token)).toMatchObject({ status, body: { code } })
  })

  it('refuses a number for an account', async () => {
    const init = { method: 'PUT', headers: { authorization: `Bearer ${token}` } }
    const answer = await auth.call('/user', { ...init, body: JSON.stringify({ phone }) })
    expect(answer.headers.get('x-sb-error-code')).toBe('phone_provider_disabled')
  })
})

it('names the extras that are on', async () => {
  const auth = await startAuth({ mail: false, settings: WITH_EXTRAS })
  expect(await settingsOf(auth)).toMatchObject({
    external: { phone: true },
    saml_enabled: true,
    passkeys_enabled: true,
    sms_provider: 'test',
  })
  await auth.close()
})
