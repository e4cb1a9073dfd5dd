import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTokenVerifier } from '@antojo/auth/access-token'
import { type KeySet, generateKeySet, loadKeySet, signJwt } from '@antojo/auth/keys'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestNode, type TestNode } from './test-node.ts'

let node: TestNode
let keys: KeySet
let claims: Readonly<Record<string, unknown>>
beforeAll(async () => {
  node = await startTestNode([])
  keys = await loadKeySet(await readFile(join(node.settings['DATA_DIR'] ?? '', 'keys/jwt-keys.json'), 'utf8'))
  const verified = await createTokenVerifier(keys)((await node.person('ana')).session.access_token)
  claims = verified.ok ? verified.claims : {}
})
afterAll(() => node.stop())

const seconds = () => Math.floor(Date.now() / 1000)

async function answerTo(token: string) {
  const answer = await fetch(`${node.url}/rest/v1/videos?select=id`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { code, message } = await answer.json()
  return [answer.status, code, message, answer.headers.get('www-authenticate')]
}

const refusal = (code: string, message: string) => [
  401,
  code,
  message,
  `Bearer error="invalid_token", error_description="${message}"`,
]

it.each([
  ['has expired', () => ({ exp: seconds() - 31 }), 'JWT expired'],
  ['is not valid yet', () => ({ nbf: seconds() + 40 }), 'JWT not yet valid'],
  ['is of the future', () => ({ iat: seconds() + 40 }), 'JWT issued at future'],
  ['is for others', () => ({ aud: 'others' }), 'JWT not in audience'],
  ['is of a session that ended', () => ({ session_id: crypto.randomUUID() }), 'JWT expired'],
])('a token that %s is refused in the words that clients compare', async (_what, changed, message) => {
  const token = await signJwt(keys, { ...claims, ...changed() })
  expect(await answerTo(token)).toEqual(refusal('PGRST303', message))
})

it('a token of another key, and a text that is none, are told apart from an expired one', async () => {
  const others = await loadKeySet(await generateKeySet())
  expect(await answerTo(await signJwt(others, claims))).toEqual(
    refusal('PGRST301', 'No suitable key or wrong key type'),
  )
  expect(await answerTo('a.b')).toEqual(refusal('PGRST301', 'Expected 3 parts in JWT; got 2'))
})

it('clocks may differ by thirty seconds', async () => {
  const token = await signJwt(keys, {
    ...claims,
    exp: seconds() - 20,
    nbf: seconds() + 20,
    iat: seconds() + 20,
  })
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${node.url}/rest/v1/videos?select=id`, { headers })).status).toBe(200)
})
