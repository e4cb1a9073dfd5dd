import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { SYSTEM_ASKER } from '../../core/asker.ts'
import { PLACE_BUDGETS } from '../../core/budget-table.ts'
import { FairQueue } from '../../core/fair-queue.ts'
import { boundRequests } from './back-pressure.ts'
import { handleError } from '../../core/error-renderer.ts'

const apps: FastifyInstance[] = []
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))

/** An app whose `/slow` waits until it is released; requests wait for their turn for at most `maxWaitMs`. */
async function startApp({ maxWaitMs = 60_000, maxAtOnce = 32 } = {}) {
  const app = Fastify({ trustProxy: true })
  apps.push(app)
  const held: (() => void)[] = []
  app.setErrorHandler(handleError)
  const queue = new FairQueue({ ...PLACE_BUDGETS.request, maxWaitMs, maxAtOnce })
  boundRequests(app, {
    budgets: {
      tryEnter: (_name, asker) => queue.tryEnter(asker),
      enter: (_name, options) => queue.enter(options?.asker ?? SYSTEM_ASKER, { signal: options?.signal }),
    },
    scope: { asker: async ({ ip }) => ({ account: null, address: ip }) },
  })
  app.get('/slow', async () => {
    await new Promise<void>((resolve) => held.push(resolve))
    return 'done'
  })
  app.get('/later', (_request, reply) => {
    setImmediate(() => void reply.send('later'))
  })
  app.get('/nothing', async () => undefined)
  app.get('/healthz', { config: { needsNoTurn: true } }, async () => 'lives')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    held,
    app,
    ask: (host: number, signal?: AbortSignal) =>
      fetch(`${url}/slow`, {
        headers: { 'x-forwarded-for': `198.51.${host}.1` },
        ...(signal && { signal }),
      }),
  }
}

const statusesOf = (asked: readonly Promise<Response>[]) =>
  Promise.all(asked.map((each) => each.then(({ status }) => status)))

it('refuses requests beyond its limit with a time to retry, and accepts more afterwards', async () => {
  const { url, held, ask } = await startApp({ maxWaitMs: 200 })
  const asked = Array.from({ length: 100 }, (_, host) => ask(host))
  const first = await Promise.race(asked)
  expect(first.status).toBe(503)
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await first.json()).toMatchObject({ error: 'overloaded' })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(held).toHaveLength(32)
  const releasing = setInterval(() => held.splice(0).forEach((release) => release()), 5)
  const statuses = await statusesOf(asked)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  clearInterval(releasing)
  const again = ask(1)
  await expect.poll(() => held.length).toBe(1)
  held.pop()?.()
  expect((await again).status).toBe(200)
})

it('keeps turns for others when one network sends many requests', async () => {
  const { held, ask } = await startApp()
  const flood = Array.from({ length: 60 }, () => ask(1))
  await expect.poll(() => held.length).toBe(16)
  const honest = ask(2)
  await expect.poll(() => held.length).toBe(17)
  held.pop()?.()
  expect((await honest).status).toBe(200)
  const releasing = setInterval(() => held.splice(0).forEach((release) => release()), 5)
  expect(await statusesOf(flood)).toEqual(flood.map(() => 200))
  clearInterval(releasing)
})

it(
  'keeps the turn of a departed client until its work is done, and gives none to a client that left while it waited',
  { tags: 'slow' },
  async () => {
    const { held, ask } = await startApp({ maxAtOnce: 8 })
    const leaving = new AbortController()
    const left = Array.from({ length: 8 }, (_, host) => ask(host, leaving.signal).catch(() => null))
    await expect.poll(() => held.length).toBe(8)
    leaving.abort()
    await Promise.all(left)
    const impatient = new AbortController()
    const gone = ask(20, impatient.signal).catch(() => null)
    const waiting = ask(21)
    expect(held).toHaveLength(8)
    impatient.abort()
    await gone
    held.shift()?.()
    await expect.poll(() => held.length).toBe(8)
    held.pop()?.()
    expect((await waiting).status).toBe(200)
    for (const release of held) release()
  },
)

it('works with all kinds of handlers', async () => {
  const { url } = await startApp()
  expect(await (await fetch(`${url}/later`)).text()).toBe('later')
  expect((await fetch(`${url}/nothing`)).status).toBe(200)
  expect((await fetch(`${url}/later`, { method: 'HEAD' })).status).toBe(200)
})
