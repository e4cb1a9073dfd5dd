import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { RawConnection } from '@antojo/testing/raw-connection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestNode, type TestNode } from './test-node.ts'

/** A platform that accepts requests and never answers. */
let silent: Server
let node: TestNode
const open: RawConnection[] = []

beforeAll(async () => {
  silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  node = await startTestNode([], {
    TRUST_PROXY: '127.0.0.1',
    ALLOW_PRIVATE_HOSTS: host,
    TIKTOK_OEMBED_URL: `http://${host}/oembed`,
    METRICS_TOKEN: 'a-token-for-prometheus',
  })
})
afterAll(async () => {
  for (const connection of open) connection.close()
  silent.closeAllConnections()
  silent.close()
  await node.stop()
})

const boot = z.looseObject({ anonKey: z.string() })
const ATTACKER = 'X-Forwarded-For: 2001:db8:bad:1::7\r\n'

async function hold(
  count: number,
  text: string | ((index: number) => string),
  reads = true,
): Promise<readonly RawConnection[]> {
  const connections = await Promise.all(
    Array.from({ length: count }, () => RawConnection.open(node.url, { reads })),
  )
  for (const [index, connection] of connections.entries())
    connection.send(typeof text === 'string' ? text : text(index))
  open.push(...connections)
  return connections
}

function ask(path: string, from = '192.0.2.1', headers: Readonly<Record<string, string>> = {}) {
  return fetch(`${node.url}${path}`, { headers: { 'x-forwarded-for': from, ...headers } })
}

/** Statuses of a person's requests: configuration, data API, auth service and place search. */
async function statusesOfOthers(): Promise<readonly number[]> {
  const { anonKey } = boot.parse(await (await ask('/config.json')).json())
  const paths = ['/config.json', '/rest/v1/video_lists?select=id', '/auth/v1/settings', '/places?query=tacos']
  const answers = await Promise.all(paths.map((path) => ask(path, '192.0.2.1', { apikey: anonKey })))
  return answers.map(({ status }) => status)
}

describe('others are served', () => {
  it('while 100 bodies never arrive, each from another network', async () => {
    const slow = await hold(
      100,
      (index) =>
        `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.${index}.7\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    )
    expect(await statusesOfOthers()).toEqual([200, 200, 200, 200])
    expect(slow.every(({ isOpen }) => isOpen)).toBe(true)
  })

  it('while connections send many requests and read no answer; they are closed', async () => {
    const request = `GET /rest/v1/rpc/public_videos HTTP/1.1\r\nHost: x\r\n${ATTACKER}\r\n`
    const unread = await hold(8, request.repeat(60), false)
    expect(await statusesOfOthers()).toEqual([200, 200, 200, 200])
    await Promise.all(unread.map((connection) => connection.resume().closed))
  })

  it('while 200 connections are idle', async () => {
    const idle = await hold(200, `GET /healthz HTTP/1.1\r\nHost: x\r\n${ATTACKER}\r\n`)
    const answered = () => idle.filter(({ received }) => received.includes('200 OK')).length
    await expect.poll(answered, { timeout: 20_000 }).toBe(200)
    expect(await statusesOfOthers()).toEqual([200, 200, 200, 200])
  })

  it('while one network holds all event streams of its share', async () => {
    const body = (id: number) =>
      JSON.stringify({
        action: 'find',
        input: { mediaUrl: `https://www.tiktok.com/@x/video/73000000000000000${id}` },
      })
    const streams = await Promise.all(
      Array.from({ length: 40 }, async (_, id) => {
        const text = body(10 + id)
        const [stream] = await hold(
          1,
          `POST /functions/v1/ai HTTP/1.1\r\nHost: x\r\n${ATTACKER}Content-Type: application/json\r\nAccept: text/event-stream\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
        )
        return stream
      }),
    )
    const answered = (status: string) =>
      streams.filter((stream) => stream?.received.startsWith(`HTTP/1.1 ${status}`)).length
    expect(await statusesOfOthers()).toEqual([200, 200, 200, 200])
    await expect.poll(() => answered('200') + answered('503'), { timeout: 20_000 }).toBe(40)
    expect(answered('503')).toBeGreaterThan(0)
  })
})

it('refuses requests of a network behind the proxy beyond its share', async () => {
  const slow = await hold(
    200,
    `POST /auth/v1/otp HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.9\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
  )
  const refused = () => slow.filter(({ received }) => received.startsWith('HTTP/1.1 503')).length
  await expect.poll(refused, { timeout: 20_000 }).toBe(200 - 128)
  expect((await ask('/config.json', '203.0.113.9')).status).toBe(503)
  expect((await ask('/config.json', '203.0.113.10')).status).toBe(200)
})

it('accepts 8 MB of bodies from one network at once, and refuses more', async () => {
  const head = (from: string) =>
    `POST /functions/v1/ai HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nContent-Type: application/json\r\nContent-Length: 262144\r\n\r\n{`
  const bodies = await hold(40, head('203.0.113.20'))
  const refused = () => bodies.filter(({ received }) => received.startsWith('HTTP/1.1 503')).length
  await expect.poll(refused, { timeout: 20_000 }).toBe(8)
  const [other] = await hold(1, head('203.0.113.30'))
  expect(await statusesOfOthers()).toEqual([200, 200, 200, 200])
  expect([refused(), other?.received]).toEqual([8, ''])
})

it('gives metrics to Prometheus alone', async () => {
  const statusWith = async (headers: Readonly<Record<string, string>>) =>
    (await fetch(`${node.url}/metrics`, { headers })).status
  expect(await statusWith({})).toBe(403)
  expect(await statusWith({ authorization: 'Bearer another-token-for-it' })).toBe(403)
  expect(await statusWith({ authorization: 'Bearer a-token-for-prometheus' })).toBe(200)
})
