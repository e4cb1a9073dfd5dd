import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { signOutAccount } from '../src/features/admin/service.ts'
import { startTestNode, type TestNode } from './test-node.ts'

let node: TestNode
beforeAll(async () => {
  node = await startTestNode([])
})
afterAll(() => node.stop())

const session = z.object({ access_token: z.string(), refresh_token: z.string() })

function post(path: string, body: unknown, bearer = '') {
  return fetch(`${node.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
    body: JSON.stringify(body),
  })
}

async function signUp(name: string) {
  const account = { email: `${name}@antojo.test`, password: 'tengo-antojo-de-tacos' }
  return session.parse(await (await post('/signup', account)).json())
}

it('a token is refused everywhere after its session was ended elsewhere', async () => {
  const { access_token: bearer } = await signUp('ended')
  expect((await post('/logout?scope=global', {}, bearer)).status).toBe(204)
  const paths = [
    '/auth/v1/user',
    '/rest/v1/videos',
    '/account/export',
    '/admin/metrics?hours=1',
    '/invitations',
  ]
  for (const path of paths) {
    const { status } = await fetch(`${node.url}${path}`, { headers: { authorization: `Bearer ${bearer}` } })
    expect([path, status]).toEqual([path, path.startsWith('/auth') ? 403 : 401])
  }
})

it('the operator ends the sessions of one account, and those of all accounts', async () => {
  const [one, other] = [await signUp('one'), await signUp('other')]
  const isOpen = async (refreshToken: string) =>
    (await post('/token?grant_type=refresh_token', { refresh_token: refreshToken })).ok
  expect(await signOutAccount(node.database, 'nobody@antojo.test')).toBe('unknown')
  expect(await signOutAccount(node.database, 'ONE@antojo.test')).toBe(1)
  expect([await isOpen(one.refresh_token), await isOpen(other.refresh_token)]).toEqual([false, true])
  expect(await signOutAccount(node.database, null)).toBeGreaterThan(0)
  expect(await isOpen(other.refresh_token)).toBe(false)
})

it('a session ends 180 days after its sign-in, and after 30 days without use', async () => {
  const { refresh_token: used } = await signUp('absolute')
  const { refresh_token: idle } = await signUp('idle')
  const { rows } = await node.database.pool.query<{ days: string }>(
    'select extract(day from not_after - created_at)::text as days from auth.sessions',
  )
  expect(new Set(rows.map(({ days }) => days))).toEqual(new Set(['180']))
  const later = (email: string, change: string) =>
    node.database.pool.query(
      `update auth.sessions set ${change} where user_id = (select id from auth.users where email = $1)`,
      [email],
    )
  await later('absolute@antojo.test', 'not_after = now()')
  await later('idle@antojo.test', "created_at = now() - interval '31 days'")
  for (const token of [used, idle]) {
    const answer = await post('/token?grant_type=refresh_token', { refresh_token: token })
    expect(await answer.json()).toMatchObject({ error_code: 'session_expired' })
  }
})
