import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRecentlyAuthenticated } from './recent-authentication.ts'
import { type AuthFixture, startAuth } from './testing/fixture.ts'

const password = 'correct horse'
const HOUR_MS = 3_600_000
let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth({ mail: false, settings: { anonymous: { enabled: true } } })
})
afterAll(() => auth.close())

function isRecent(token: string | undefined, later = 0): boolean {
  return isRecentlyAuthenticated(decodeJwt(token ?? ''), 300, Date.now() + later)
}

describe('a recent authentication', () => {
  it('is a sign-in of the last minutes, not a refresh', async () => {
    const client = auth.client()
    const { data } = await client.signUp({ email: 'a@example.org', password })
    expect(isRecent(data.session?.access_token)).toBe(true)
    expect(isRecent(data.session?.access_token, HOUR_MS)).toBe(false)
    await auth.db.pool.query(
      `update auth.sessions set amr = jsonb_set(amr, '{0,timestamp}', to_jsonb((amr #>> '{0,timestamp}')::int - 3600))`,
    )
    const { data: refreshed } = await client.refreshSession()
    expect(isRecent(refreshed.session?.access_token)).toBe(false)
    const again = await client.signInWithPassword({ email: 'a@example.org', password })
    expect(isRecent(again.data.session?.access_token)).toBe(true)
  })

  it('is not the visit of an anonymous user', async () => {
    const { data } = await auth.client().signInAnonymously()
    expect(isRecent(data.session?.access_token)).toBe(false)
  })

  it.each([{}, { amr: 'password' }, { amr: ['password'] }, { amr: [{ method: 'password' }] }])(
    'is not read out of %j',
    (claims) => {
      expect(isRecentlyAuthenticated(claims, 300)).toBe(false)
    },
  )
})
