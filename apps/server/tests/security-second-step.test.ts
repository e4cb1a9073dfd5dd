import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestNode, type TestNode } from './test-node.ts'

let node: TestNode
beforeAll(async () => {
  node = await startTestNode([])
})
afterAll(() => node.stop())

async function token(): Promise<string> {
  const answer = await fetch(`${node.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@antojo.test', password: 'tengo-antojo-de-tacos' }),
  })
  return z.object({ access_token: z.string() }).parse(await answer.json()).access_token
}

async function statuses(bearer: string): Promise<Record<string, number>> {
  const paths = ['/auth/v1/user', '/rest/v1/videos', '/account/export', '/admin/metrics?hours=1']
  const ask = async (path: string) =>
    (await fetch(`${node.url}${path}`, { headers: { authorization: `Bearer ${bearer}` } })).status
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await ask(path)] as const)))
}

it('opens nothing but the auth service to a password whose owner has a second step', async () => {
  await node.person('ana')
  const everything = { '/rest/v1/videos': 200, '/account/export': 200, '/admin/metrics?hours=1': 200 }
  expect(await statuses(await token())).toEqual({ '/auth/v1/user': 200, ...everything })
  await node.database.pool.query(
    `insert into auth.mfa_factors (user_id, factor_type, friendly_name, secret, status)
     select id, 'totp', 'phone', 'JBSWY3DPEHPK3PXP', 'verified' from auth.users where email = 'ana@antojo.test'`,
  )
  const nothing = { '/rest/v1/videos': 401, '/account/export': 401, '/admin/metrics?hours=1': 401 }
  expect(await statuses(await token())).toEqual({ '/auth/v1/user': 200, ...nothing })
})
