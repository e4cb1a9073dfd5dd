import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Budgets, createBudgets } from '../../core/budgets.ts'
import { boundMemory } from './bounded-memory.ts'

const MEGABYTE = 1024 * 1024
const PATIENTLY = { timeout: 10_000 }

let app: FastifyInstance
let budgets: Budgets
let port: number
let sockets: Socket[]

beforeEach(async () => {
  sockets = []
  budgets = createBudgets({ rates: false })
  app = Fastify({ bodyLimit: MEGABYTE, trustProxy: true })
  boundMemory(app, budgets)
  app.post('/in', async () => 'taken')
  app.post('/upload', { config: { boundsItsBodies: true } }, async () => 'taken')
  app.get('/out', async () => Buffer.alloc(8 * MEGABYTE, 'x'))
  app.get('/small', async () => 'small')
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

/** Sends the head of a request, and reads only the status line of its answer. */
function open(method: string, path: string, address: string, length = 0): { status(): Promise<number> } {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n`
  socket.write(`${head}Content-Length: ${length}\r\nContent-Type: text/plain\r\n\r\n`)
  return {
    status: () =>
      new Promise((resolve) => {
        socket.once('data', (chunk: Buffer) => {
          socket.pause()
          resolve(Number(/^HTTP\/1\.1 (\d+)/u.exec(chunk.toString('latin1'))?.[1]))
        })
      }),
  }
}

const running = (name: string) => budgets.use().find((budget) => budget.name === name)?.running

it('accepts 8 MB of arriving bodies from one network, and more once they have ended', async () => {
  for (let count = 0; count < 32; count += 1) open('POST', '/in', '192.0.2.1', MEGABYTE / 4)
  await expect.poll(() => running('bodyMegabytes'), PATIENTLY).toBe(8)
  expect(await open('POST', '/in', '192.0.2.1', MEGABYTE / 4).status()).toBe(503)
  expect(await open('GET', '/small', '192.0.2.1').status()).toBe(200)
  open('POST', '/in', '198.51.100.1', MEGABYTE / 4)
  await expect.poll(() => running('bodyMegabytes'), PATIENTLY).toBe(8.25)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => running('bodyMegabytes'), PATIENTLY).toBe(0)
})

it('does not count bodies of routes that bound them', async () => {
  open('POST', '/upload', '192.0.2.1', MEGABYTE / 2)
  open('POST', '/in', '192.0.2.1', MEGABYTE / 4)
  await expect.poll(() => running('bodyMegabytes'), PATIENTLY).toBe(0.25)
})

it('holds 32 MB of unread answers for one network, and sends more once they have ended', async () => {
  const unread = [1, 2, 3, 4].map(() => open('GET', '/out', '192.0.2.1').status())
  expect(await Promise.all(unread)).toEqual([200, 200, 200, 200])
  expect(await open('GET', '/out', '192.0.2.1').status()).toBe(503)
  expect(await open('GET', '/out', '198.51.100.1').status()).toBe(200)
  expect(running('answerMegabytes')).toBe(40)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => running('answerMegabytes'), PATIENTLY).toBe(0)
  const read = await fetch(`http://127.0.0.1:${port}/out`)
  expect((await read.arrayBuffer()).byteLength).toBe(8 * MEGABYTE)
  await expect.poll(() => running('answerMegabytes'), PATIENTLY).toBe(0)
})
