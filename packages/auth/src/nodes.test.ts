import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AuthFixture, startAuth } from './testing/fixture.ts'
import { linkOf } from './testing/mail.ts'

const password = 'correct horse'
let nodes: [AuthFixture, AuthFixture]
beforeAll(async () => {
  const settings = { rateLimits: { accountByAddress: { burst: 6, perSeconds: 3600 } } }
  const first = await startAuth({ settings })
  nodes = [first, await startAuth({ settings, keys: first.keys, db: first.db })]
})
afterAll(async () => {
  await nodes[1].close()
  await nodes[0].close()
})

/** Asks both nodes at the same time, several times each. */
function race(path: string, body: unknown) {
  return Promise.all(Array.from({ length: 8 }, (_, turn) => nodes[turn % 2 === 0 ? 0 : 1].ask(path, body)))
}

const statuses = (answers: { status: number }[]) =>
  answers.map((answer) => answer.status).toSorted((a, b) => a - b)

it('several nodes redeem a link once, refresh to one token and share their limits', async () => {
  const email = 'anywhere@example.org'
  await nodes[0].client().signUp({ email, password })
  const verified = await race('/verify', {
    type: 'signup',
    token_hash: linkOf(await nodes[0].mails.take()).token,
  })
  expect(statuses(verified)).toEqual([200, 403, 403, 403, 403, 403, 403, 403])
  const session = verified.find((answer) => answer.status === 200)?.body

  const refreshed = await race('/token?grant_type=refresh_token', { refresh_token: session?.refresh_token })
  expect(statuses(refreshed)).toEqual(Array(8).fill(200))
  expect(new Set(refreshed.map((answer) => answer.body.refresh_token)).size).toBe(1)
  const elsewhere = await nodes[1].client().getUser(refreshed[0]?.body.access_token)
  expect(elsewhere.data.user?.email).toBe(email)

  const guesses = await race('/token?grant_type=password', { email, password: 'wrong' })
  expect(statuses(guesses)).toEqual([400, 400, 400, 400, 400, 400, 429, 429])
})
