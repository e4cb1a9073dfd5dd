import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeError } from './errors.ts'
import { type AuthFixture, json, startAuth } from './testing/fixture.ts'
import { codeOf, fragmentOf, linkOf } from './testing/mail.ts'

const password = 'a password nobody may read'
let auth: AuthFixture
let log = ''
beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk)
      done()
    },
  })
  auth = await startAuth({ logger: { level: 'debug', stream } })
})
afterAll(() => auth.close())

it('logs no password, code, link or token, whatever happens', async () => {
  const email = 'quiet@example.org'
  await auth.client().signUp({ email, password })
  const signup = await auth.mails.take()
  const answer = await auth.call(linkOf(signup).path)
  const session = fragmentOf(answer)
  await auth.call(linkOf(signup).path)
  await auth.client().resetPasswordForEmail(email)
  const recovery = await auth.mails.take()
  await auth.ask('/verify', { type: 'recovery', email, token: codeOf(recovery) })
  await auth.ask('/token?grant_type=password', { email, password })
  await auth.ask('/token?grant_type=refresh_token', { refresh_token: session.get('refresh_token') })
  await auth.call('/callback?code=a-code-of-google&state=a-state-of-ours')
  // A failure of the database in the middle of it.
  await auth.db.pool.query('alter table auth.audit_log_entries rename to gone')
  const broken = await auth.call('/signup', json({ email: 'other@example.org', password }))
  expect(broken.status).toBe(500)
  expect(await broken.json()).toMatchObject({ code: 'unexpected_failure' })
  expect(log).toContain('auth request failed')
  const secrets = [
    password,
    linkOf(signup).token,
    linkOf(recovery).token,
    session.get('access_token'),
    session.get('refresh_token'),
    'a-code-of-google',
    'a-state-of-ours',
  ]
  expect(secrets.filter((secret) => secret !== null && log.includes(secret))).toEqual([])
})

it('logs the stack of a defect, and one of no full disk', () => {
  const full = Object.assign(new Error('No space left on device'), { code: '53100' })
  expect(describeError(full)).toEqual({ name: 'Error', message: 'No space left on device', code: '53100' })
  expect(describeError(new Error('defect'))['stack']).toContain('logging.test')
})
