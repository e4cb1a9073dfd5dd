import type { RequestListener, Server } from 'node:http'
import { once } from 'node:events'
import { RawConnection } from '@antojo/testing/raw-connection'
import { afterEach, describe, expect, it } from 'vitest'
import { PLACE_BUDGETS } from '../../core/budget-table.ts'
import { FairQueue } from '../../core/fair-queue.ts'
import type { Closing } from '../../telemetry/metrics.ts'
import { ConnectionGuard, type SlowBounds } from './connection-guard.ts'
import { guardedServer } from './guarded-server.ts'

const NEVER: SlowBounds = {
  body: { windowMs: 1e9, minBytes: 1 },
  answer: { windowMs: 1e9, minBytes: 1 },
  checkIntervalMs: 20,
}
const AT_ONCE = { windowMs: 100, minBytes: 1_000 }
const GET_REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const post = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function start(
  handler: RequestListener,
  {
    slow = NEVER,
    maxPerAsker = 4,
    maxAtOnce = 100,
  }: { slow?: SlowBounds; maxPerAsker?: number; maxAtOnce?: number } = {},
) {
  const closings: Closing[] = []
  const queue = new FairQueue({ ...PLACE_BUDGETS.connection, maxPerAsker, maxAtOnce })
  // Loopback itself is not limited, so its connections count against a visitor's network here.
  const budgets = {
    tryEnter: () => queue.tryEnter({ account: null, address: '192.0.2.1' }),
  }
  const guard = new ConnectionGuard({
    budgets,
    trusts: () => false,
    slow,
    onClosing: (reason) => closings.push(reason),
  })
  const server = guardedServer(guard, handler)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return { url, closings, queue, open: (reads = true) => RawConnection.open(url, { reads }) }
}

const echo: RequestListener = (request, response) => {
  request.resume().once('end', () => response.end('done'))
}

describe('a guarded server', () => {
  it('answers one request after another on a connection', async () => {
    const { open } = await start(echo)
    const client = await open()
    for (let turn = 1; turn <= 3; turn += 1) {
      client.send(GET_REQUEST)
      await expect.poll(() => client.received.split('done').length - 1).toBe(turn)
    }
    expect(client.isOpen).toBe(true)
  })

  it('closes a connection that sends a request before the previous answer', async () => {
    let handled = 0
    const { open, closings } = await start(() => (handled += 1))
    const client = await open()
    client.send(GET_REQUEST.repeat(60))
    await client.closed
    expect(handled).toBe(1)
    expect(closings).toEqual(['pipelined'])
  })

  it('answers a body that trickles with 408, and keeps a connection whose body is complete', async () => {
    const { open, closings } = await start(echo, { slow: { ...NEVER, body: AT_ONCE } })
    const slow = await open()
    slow.send(`${post(1_000)}x`)
    await slow.closed
    expect(slow.received).toContain('408 Request Timeout')
    expect(closings).toEqual(['slow_body'])
    const quick = await open()
    quick.send(post(4) + 'body')
    await expect.poll(() => quick.received).toContain('done')
  })

  it('sets no limit on the work of a request', async () => {
    const { open, closings } = await start(
      (_request, response) => void setTimeout(() => response.end('late'), 400),
      {
        slow: { body: AT_ONCE, answer: AT_ONCE, checkIntervalMs: 20 },
      },
    )
    const client = await open()
    client.send(GET_REQUEST)
    await expect.poll(() => client.received, { timeout: 10_000 }).toContain('late')
    expect(closings).toEqual([])
  })

  it('closes the connection of a client that does not read its answer', async () => {
    const { open, closings } = await start(
      (_request, response) => response.end(Buffer.alloc(32 * 1024 * 1024)),
      {
        slow: { ...NEVER, answer: AT_ONCE },
      },
    )
    const client = await open(false)
    client.send(GET_REQUEST)
    await expect.poll(() => closings, { timeout: 10_000 }).toEqual(['slow_reader'])
  })

  it('makes room for a network’s next connection by closing its oldest idle one, and refuses when all are in use', async () => {
    const { open, closings, queue } = await start(() => undefined)
    const idle = await open()
    const busy = [await open(), await open(), await open()]
    for (const client of busy) client.send(GET_REQUEST)
    busy.push(await open())
    await idle.closed
    expect(closings).toEqual(['idle'])
    busy.at(-1)?.send(GET_REQUEST)
    await expect.poll(() => queue.running).toBe(4)
    const refused = await open()
    await refused.closed
    expect(closings).toEqual(['idle', 'too_many'])
    expect(busy.every(({ isOpen }) => isOpen)).toBe(true)
    busy[0]?.close()
    await expect.poll(() => queue.running).toBe(3)
  })

  it('refuses headers that are too large, and requests with an ambiguous end', async () => {
    const { open } = await start(echo)
    const ask = async (text: string) => {
      const client = await open()
      client.send(text)
      await expect.poll(() => client.received).not.toBe('')
      client.close()
      return client.received.split('\r\n')[0]
    }
    const head = 'POST / HTTP/1.1\r\nHost: x\r\n'
    expect(await ask(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toContain('431')
    expect(await ask(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`)).toContain('431')
    for (const headers of [
      'Content-Length: 4\r\nContent-Length: 5\r\n',
      'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
      'Transfer-Encoding: chunked, identity\r\n',
      'Transfer-Encoding : chunked\r\n',
      'Content-Length: +4\r\n',
      'Content-Length: 4 4\r\n',
      'A: b\r\n c: d\r\nContent-Length: 4\x0b\r\n',
    ])
      expect([headers, await ask(`${head}${headers}\r\nbody`)]).toEqual([
        headers,
        expect.stringContaining(' 400 '),
      ])
    expect(await ask('GET / HTTP/1.1\r\n\r\n')).toContain('400')
  })
})
