import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientAt } from '../testing/client-at.ts'
import { type AuthFixture, startAuth } from '../testing/fixture.ts'

const password = 'correct horse'
const few = { burst: 3, perSeconds: 3600 }

let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth({ mail: false, settings: { rateLimits: { light: few, token: few, refresh: few } } })
})
afterAll(() => auth.close())

async function signUp(email: string) {
  const { body } = await clientAt(auth, '192.0.2.1').ask('/signup', { email, password })
  return { token: String(body['access_token']), refreshToken: String(body['refresh_token']) }
}

describe('requests', () => {
  it.each([
    ['GET', '/user', '2001:db8:1:1'],
    ['GET', '/settings', '2001:db8:2:1'],
    ['GET', '/.well-known/jwks.json', '2001:db8:3:1'],
    ['GET', '/user/sessions', '2001:db8:4:1'],
    ['POST', '/logout', '2001:db8:5:1'],
    ['GET', '/admin/users', '2001:db8:6:1'],
    ['POST', '/invite', '2001:db8:7:1'],
  ])('of %s %s are counted by network', async (method, path, network) => {
    const statuses = []
    for (let host = 1; host <= 4; host += 1) {
      const headers = { 'x-forwarded-for': `${network}::${host}` }
      statuses.push((await auth.call(path, { method, headers })).status)
    }
    expect(statuses.slice(0, 3)).not.toContain(429)
    expect(statuses[3]).toBe(429)
  })

  it('of an administrator are not counted', async () => {
    const admin = auth.admin()
    for (let turn = 0; turn < 5; turn += 1) expect((await admin.listUsers()).error).toBeNull()
  })

  it('of neighbours do not prevent the refresh of a session', async () => {
    const { refreshToken } = await signUp('neighbour@example.org')
    const neighbour = clientAt(auth, '198.51.100.1')
    for (let turn = 0; turn < 4; turn += 1)
      await neighbour.ask('/token?grant_type=refresh_token', { refresh_token: 'x' })
    expect((await neighbour.ask('/token?grant_type=password', {})).status).toBe(429)
    const refresh = () => neighbour.ask('/token?grant_type=refresh_token', { refresh_token: refreshToken })
    const statuses = []
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await refresh()).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  it('are refused with a code that the client understands', async () => {
    const client = auth.client()
    const { token } = await signUp('code@example.org')
    const errors = []
    for (let turn = 0; turn < 4; turn += 1) errors.push((await client.getUser(token)).error)
    expect(errors.slice(0, 3)).toEqual([null, null, null])
    expect(errors[3]).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  })
})
