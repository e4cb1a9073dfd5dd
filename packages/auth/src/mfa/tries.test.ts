import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientAt } from '../testing/client-at.ts'
import { type AuthFixture, startAuth } from '../testing/fixture.ts'
import { linkOf } from '../testing/mail.ts'
import { addTotp, codeAt } from '../testing/totp.ts'

const password = 'correct horse'
const WRONG_CODES = 10
let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

/** A person with a second step whose home browser is known. */
async function createPerson(email: string) {
  const client = auth.client()
  await client.signUp({ email, password })
  await client.verifyOtp({ type: 'signup', token_hash: linkOf(await auth.mails.take()).token })
  const factor = await addTotp(client)
  const signIn = async (browser: ReturnType<typeof clientAt>) => {
    const { body } = await browser.ask('/token?grant_type=password', { email, password })
    const token = String(body['access_token'])
    return async (code: string) => {
      const { body: challenge } = await browser.ask(`/factors/${factor.id}/challenge`, {}, token)
      return browser.ask(`/factors/${factor.id}/verify`, { challenge_id: challenge['id'], code }, token)
    }
  }
  return { email, factor, signIn }
}

/** A thief of the password tries codes from many networks until they are refused. */
async function guess(signIn: Awaited<ReturnType<typeof createPerson>>['signIn'], wrong: string) {
  const codes: unknown[] = []
  for (let turn = 0; turn < WRONG_CODES + 2; turn += 1) {
    const tryCode = await signIn(clientAt(auth, `198.51.${turn}.7`))
    codes.push((await tryCode(wrong)).code)
  }
  return codes
}

it('a thief of the password has ten tries a day, from however many networks', async () => {
  const { factor, signIn } = await createPerson('guessed@example.org')
  const codes = await guess(signIn, codeAt(factor.secret, 100))
  expect(codes.slice(0, WRONG_CODES)).toEqual(Array(WRONG_CODES).fill('mfa_verification_failed'))
  expect(codes.slice(WRONG_CODES)).toEqual(['mfa_verification_rejected', 'mfa_verification_rejected'])
})

it('the owner still gets in from anywhere with two codes in a row, and gets a mail', async () => {
  const { email, factor, signIn } = await createPerson('travels@example.org')
  await guess(signIn, codeAt(factor.secret, 100))
  const alarms = () =>
    auth.notices.all.filter(({ to, text }) => to === email && text.includes('falló varias veces el código'))
  await expect.poll(() => alarms().length).toBe(1)
  const tryCode = await signIn(clientAt(auth, '203.0.113.9'))
  expect((await tryCode(codeAt(factor.secret))).code).toBe('mfa_verification_rejected')
  const [now, next] = [codeAt(factor.secret), codeAt(factor.secret, 1)]
  expect((await tryCode(next + now)).code).toBe('mfa_verification_failed')
  expect((await tryCode(codeAt(factor.secret, 100) + next)).code).toBe('mfa_verification_failed')
  const entered = await tryCode(now + next)
  expect(entered).toMatchObject({ status: 200, body: { wrong_codes: WRONG_CODES + 2 } })
  expect((await tryCode(now + next)).code).toBe('mfa_verification_failed')
})

it('the owner notices nothing in a known browser', async () => {
  const { factor, signIn } = await createPerson('home@example.org')
  const { cookie } = await (await signIn(clientAt(auth, '192.0.2.1')))(codeAt(factor.secret))
  await guess(signIn, codeAt(factor.secret, 100))
  const tryCode = await signIn(clientAt(auth, '192.0.2.1', cookie))
  expect((await tryCode(codeAt(factor.secret, 1))).status).toBe(200)
})
