import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthFixture, startAuth } from '../testing/fixture.ts'
import { codeOf, linkOf } from '../testing/mail.ts'
import { makeOld } from '../testing/old-session.ts'
import { addTotp } from '../testing/totp.ts'

const old = 'correct horse'
const next = 'battery staple'
let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

async function signUp(email: string) {
  await auth.client().signUp({ email, password: old })
  await auth.client().verifyOtp({ type: 'signup', token_hash: linkOf(await auth.mails.take()).token })
  const client = auth.client()
  await client.signInWithPassword({ email, password: old })
  return client
}

describe('a new password', () => {
  it('requires the present one, however fresh the session is; ends other sessions; mails the owner', async () => {
    const email = 'a@example.org'
    const client = await signUp(email)
    const elsewhere = auth.client()
    await elsewhere.signInWithPassword({ email, password: old })
    const change = (current?: string) =>
      client.updateUser({ password: next, ...(current === undefined ? {} : { current_password: current }) })
    expect((await change()).error?.code).toBe('current_password_required')
    expect((await change('wrong')).error?.code).toBe('current_password_invalid')
    expect((await change(old)).error).toBeNull()
    expect((await client.getUser()).error).toBeNull()
    expect((await elsewhere.refreshSession()).error).not.toBeNull()
    const notice = await auth.notices.take()
    expect(notice).toMatchObject({ to: email, subject: 'Aviso de seguridad de Testbed' })
    expect(notice.text).toContain('La contraseña de tu cuenta cambió')
  })

  it('requires the second step beside the present one', async () => {
    const client = await signUp('b@example.org')
    await addTotp(client)
    expect((await client.updateUser({ password: next })).error?.code).toBe('current_password_required')
  })

  it('accepts a code that was mailed for it, once', async () => {
    const client = await signUp('c@example.org')
    await makeOld(auth, client)
    await client.reauthenticate()
    const nonce = codeOf(await auth.mails.take())
    const wrong = nonce === '000000' ? '000001' : '000000'
    const refused = await client.updateUser({ password: next, nonce: wrong })
    expect(refused.error?.code).toBe('reauthentication_not_valid')
    expect((await client.updateUser({ password: next, nonce })).error).toBeNull()
    const again = await client.updateUser({ password: old, nonce })
    expect(again.error?.code).toBe('reauthentication_not_valid')
  })

  it('accepts a sign-in by recovery mail for some minutes', async () => {
    const email = 'd@example.org'
    await signUp(email)
    const client = auth.client()
    await client.resetPasswordForEmail(email)
    await client.verifyOtp({ type: 'recovery', token_hash: linkOf(await auth.mails.take()).token })
    await makeOld(auth, client)
    expect((await client.updateUser({ password: next })).error?.code).toBe('current_password_required')
    await client.resetPasswordForEmail(email)
    await client.verifyOtp({ type: 'recovery', token_hash: linkOf(await auth.mails.take()).token })
    expect((await client.updateUser({ password: next })).error).toBeNull()
  })
})
