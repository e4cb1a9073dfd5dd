import { errorBody } from '@antojo/contract/error-codes'
import type { AppClient } from '@antojo/testing/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestNode, type TestNode } from './test-node.ts'

let node: TestNode
beforeAll(async () => {
  node = await startTestNode([])
})
afterAll(() => node.stop())

const email = 'ana@antojo.test'
const sessionAnswer = z.object({ access_token: z.string(), refresh_token: z.string() })

async function token(grant: string, body: unknown): Promise<z.infer<typeof sessionAnswer>> {
  const answer = await fetch(`${node.url}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return sessionAnswer.parse(await answer.json())
}

function remove(bearer: string, typed = email): Promise<Response> {
  return fetch(`${node.url}/account`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: typed }),
  })
}

async function accounts(person: AppClient): Promise<number | null> {
  return (await node.database.pool.query('select from auth.users where id = $1', [person.userId])).rowCount
}

it('deletes an account for who signed in a moment ago, never for an old session or its refreshed token', async () => {
  const ana = await node.person('ana')
  const signedIn = await token('password', { email, password: 'tengo-antojo-de-tacos' })
  await node.database.pool.query(
    `update auth.sessions set amr = jsonb_set(amr, '{0,timestamp}', to_jsonb((amr #>> '{0,timestamp}')::int - 301))`,
  )
  const old = await token('refresh_token', { refresh_token: signedIn.refresh_token })
  const refused = await remove(old.access_token)
  expect([refused.status, errorBody.parse(await refused.json()).error]).toEqual([
    403,
    'reauthentication_needed',
  ])
  expect(await accounts(ana)).toBe(1)

  const anew = await token('password', { email, password: 'tengo-antojo-de-tacos' })
  expect((await remove(anew.access_token, 'luis@antojo.test')).status).toBe(400)
  expect(await accounts(ana)).toBe(1)
  expect((await remove(anew.access_token)).status).toBe(204)
  expect(await accounts(ana)).toBe(0)
})
