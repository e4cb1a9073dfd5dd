import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenVerifier } from '../access-token.ts'
import { type AuthFixture, startAuth } from '../testing/fixture.ts'
import { addTotp, codeAt, enrollTotp } from '../testing/totp.ts'

const password = 'correct horse'
let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth({
    mail: false,
    settings: { anonymous: { enabled: true } },
  })
})
afterAll(() => auth.close())

async function signUp(email: string) {
  const client = auth.client()
  const { data } = await client.signUp({ email, password })
  if (data.session === null || data.user === null) throw new Error('no session')
  return { client, session: data.session, user: data.user }
}

/** A user with a verified TOTP factor, at aal2. */
async function withTotp(email: string) {
  const account = await signUp(email)
  return { ...account, factor: await addTotp(account.client) }
}

describe('an authenticator app', () => {
  it('raises the session to aal2 and ends the weaker ones', async () => {
    const { client, session } = await signUp('totp@example.org')
    const other = await auth.client().signInWithPassword({ email: 'totp@example.org', password })
    const factor = await enrollTotp(client)
    expect(factor.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    expect(factor.uri).toMatch(/^otpauth:\/\/totp\/127\.0\.0\.1%3A3000:totp%40example\.org\?/)
    const { data, error } = await client.mfa.challengeAndVerify({
      factorId: factor.id,
      code: codeAt(factor.secret),
    })
    expect(error).toBeNull()
    const level = await client.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect(level.data?.currentAuthenticationMethods).toMatchObject([
      { method: 'totp' },
      { method: 'password' },
    ])
    expect((await auth.client().getUser(other.data.session?.access_token)).error).not.toBeNull()
    const stale = await auth.ask('/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
    expect(stale).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } })
    expect(data?.user.factors).toMatchObject([{ status: 'verified', factor_type: 'totp' }])
  })

  it('makes the password alone open nothing else', async () => {
    await withTotp('owes@example.org')
    const client = auth.client()
    const { data } = await client.signInWithPassword({ email: 'owes@example.org', password })
    const outside = createTokenVerifier(auth.keys, { secondStep: 'required' })
    const half = data.session?.access_token ?? ''
    expect(await outside(half)).toMatchObject({ ok: false, code: 'insufficient_aal' })
    expect((await client.getUser()).error).toBeNull()
  })

  it('keeps aal2 over a refresh', async () => {
    const { client } = await withTotp('keep@example.org')
    await client.refreshSession()
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
  })

  it('accepts a code once', async () => {
    const { client, factor } = await withTotp('once@example.org')
    const code = codeAt(factor.secret)
    expect((await client.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull()
    const replayed = await client.mfa.challengeAndVerify({ factorId: factor.id, code })
    expect(replayed.error?.code).toBe('mfa_verification_failed')
  })

  it('refuses an answered challenge, and allows five tries of each', async () => {
    const { client, factor } = await withTotp('tries@example.org')
    const { data: answered } = await client.mfa.challenge({ factorId: factor.id })
    const answeredId = answered?.id ?? ''
    await client.mfa.verify({ factorId: factor.id, challengeId: answeredId, code: codeAt(factor.secret) })
    const again = await client.mfa.verify({
      factorId: factor.id,
      challengeId: answeredId,
      code: codeAt(factor.secret, 1),
    })
    expect(again.error?.code).toBe('mfa_ip_address_mismatch')
    const { data } = await client.mfa.challenge({ factorId: factor.id })
    const challengeId = data?.id ?? ''
    const wrong = codeAt(factor.secret, 100)
    for (let attempt = 0; attempt < 5; attempt += 1)
      await client.mfa.verify({ factorId: factor.id, challengeId, code: wrong })
    const late = await client.mfa.verify({ factorId: factor.id, challengeId, code: codeAt(factor.secret, 1) })
    expect(late.error?.code).toBe('mfa_challenge_expired')
  })

  it('is required to change password or address, to add factors and to remove itself', async () => {
    const email = 'needed@example.org'
    const { factor } = await withTotp(email)
    const client = auth.client()
    await client.signInWithPassword({ email, password })
    expect((await client.updateUser({ password: 'battery staple' })).error?.code).toBe('insufficient_aal')
    expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'two' })).error?.code).toBe(
      'insufficient_aal',
    )
    expect((await client.mfa.unenroll({ factorId: factor.id })).error?.code).toBe('insufficient_aal')
    await client.mfa.challengeAndVerify({ factorId: factor.id, code: codeAt(factor.secret) })
    expect((await client.mfa.unenroll({ factorId: factor.id })).error).toBeNull()
    await client.refreshSession()
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal1')
  })

  it('of another user does not exist', async () => {
    const { factor } = await withTotp('owner@example.org')
    const { client } = await signUp('thief@example.org')
    const { error } = await client.mfa.challenge({ factorId: factor.id })
    expect(error?.code).toBe('mfa_factor_not_found')
  })

  it('can be removed by an administrator', async () => {
    const { user, factor, client } = await withTotp('lost@example.org')
    const { data } = await auth.admin().mfa.listFactors({ userId: user.id })
    expect(data?.factors).toHaveLength(1)
    expect((await auth.admin().mfa.deleteFactor({ userId: user.id, id: factor.id })).error).toBeNull()
    await client.refreshSession()
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal1')
  })

  it('names are unique and their number is limited', async () => {
    const { client } = await signUp('many@example.org')
    await enrollTotp(client, 'phone')
    expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })).error?.code).toBe(
      'mfa_factor_name_conflict',
    )
    for (let index = 1; index < 10; index += 1) await enrollTotp(client, `phone ${index}`)
    const { error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'one more' })
    expect(error?.code).toBe('too_many_enrolled_mfa_factors')
  })

  it('stays within ten when many are begun at the same moment', async () => {
    const { client } = await signUp('crowd@example.org')
    const begun = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        client.mfa.enroll({ factorType: 'totp', friendlyName: `${index}` }),
      ),
    )
    expect(begun.filter(({ error }) => error === null)).toHaveLength(10)
  })

  it('is not for anonymous users', async () => {
    const client = auth.client()
    await client.signInAnonymously()
    expect((await client.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('no_authorization')
  })
})
