import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { boundRequests } from './back-pressure.ts'
import { handleError } from './error-renderer.ts'

it('refuses what is too much at once with the time to come again, and takes more afterwards', async () => {
  const app = Fastify()
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  app.setErrorHandler(handleError)
  boundRequests(app, { waitingCount: 0 })
  app.get('/slow', async () => {
    await held
    return 'done'
  })
  app.get('/healthz', async () => 'lives')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const asked = Array.from({ length: 100 }, () => fetch(`${url}/slow`))
  const first = await Promise.race(asked)
  expect(first.status).toBe(503)
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await first.json()).toMatchObject({ error: 'overloaded' })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  release()
  const statuses = await Promise.all(asked.map((each) => each.then(({ status }) => status)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(32)
  expect((await fetch(`${url}/slow`)).status).toBe(200)
  await app.close()
})

it('begins no more while queries wait for a connection, and goes on when they do not', async () => {
  const app = Fastify()
  const pool = { waitingCount: 100 }
  const held: (() => void)[] = []
  app.setErrorHandler(handleError)
  boundRequests(app, pool)
  app.get('/slow', async () => {
    await new Promise<void>((resolve) => held.push(resolve))
    return 'done'
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const asked = Array.from({ length: 20 }, () => fetch(`${url}/slow`))
  await expect.poll(() => held.length).toBe(8)
  held.shift()?.()
  await expect.poll(() => held.length).toBe(8)
  pool.waitingCount = 0
  held.shift()?.()
  await expect.poll(() => held.length).toBe(10)
  const releasing = setInterval(() => held.shift()?.(), 5)
  const statuses = await Promise.all(asked.map((each) => each.then(({ status }) => status)))
  clearInterval(releasing)
  expect(statuses).toEqual(asked.map(() => 200))
  await app.close()
})
