import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@antojo/db/database'
import { AppClient } from '@antojo/testing/client'
import { createTestDatabase } from '@antojo/testing/database'
import { RawConnection } from '@antojo/testing/raw-connection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { createLogger, type RunningNode, startNode } from '../src/run.ts'

const lines: string[] = []
let node: RunningNode
let database: Database
let dataDir: string
let ana: AppClient

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'antojo-tricks-'))
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.pool.options.connectionString,
  })
  node = await startNode(config, createLogger('debug', { write: (line) => void lines.push(line) }))
  ana = await AppClient.enter(node.url, { email: 'ana@antojo.test', password: 'tengo-antojo-de-tacos' })
})
afterAll(async () => {
  await node.stop()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** The server's complete response to these bytes. */
async function answerTo(...parts: readonly string[]): Promise<string> {
  const connection = await RawConnection.open(node.url)
  connection.send(parts.join('\r\n'))
  await connection.closed
  return connection.received
}

const closing = ['Host: a', 'Connection: close', '', '']

describe('an odd request', () => {
  it('TRACE is not echoed', async () => {
    const answer = await answerTo('TRACE /healthz HTTP/1.1', 'X-Secret: tortilla', ...closing)
    expect(answer).toMatch(/^HTTP\/1\.1 404 /u)
    expect(answer).not.toContain('tortilla')
  })

  it('an upgrade is not taken', async () => {
    const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: x']
    const answer = await answerTo('GET /healthz HTTP/1.1', ...upgrade, ...closing)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /u)
    expect(await answerTo('CONNECT 127.0.0.1:22 HTTP/1.1', ...closing)).toBe('')
  })

  it.each([
    ['two hosts', 'GET /healthz HTTP/1.1', 'Host: b'],
    ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two lengths', 'POST /invitations/open HTTP/1.1', 'Content-Length: 2', 'Content-Length: 3'],
    [
      'a length and chunks',
      'POST /invitations/open HTTP/1.1',
      'Content-Length: 2',
      'Transfer-Encoding: chunked',
    ],
    ['chunks with a space', 'POST /invitations/open HTTP/1.1', 'Transfer-Encoding : chunked'],
    ['a folded header', 'GET /healthz HTTP/1.1', 'X-A: a\r\n b'],
  ])('with %s is refused', async (_what, ...parts) => {
    expect(await answerTo(...parts, ...closing)).toMatch(/^HTTP\/1\.1 400 /u)
  })

  it.each([
    '/img?u=https://a.example/a.png&u=https://b.example/b.png',
    '/oembed?url=a&url=b',
    '/admin/metrics?hours=1&hours=2',
    '/auth/v1/authorize?provider=google&provider=facebook',
  ])('a field that is there twice is refused: %s', async (path) => {
    expect((await ana.request(path)).status).toBe(400)
  })

  it('no header and no field changes the method', async () => {
    const list = { name: 'Tacos', visibility: 'private' }
    const made = await ana.request('/rest/v1/video_lists', { method: 'POST', body: JSON.stringify(list) })
    expect(made.status).toBe(201)
    const overrides = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
    const read = await ana.request('/rest/v1/video_lists?name=eq.Tacos', { headers: overrides })
    expect(await read.json()).toHaveLength(1)
    expect(await (await ana.request('/rest/v1/video_lists?name=eq.Tacos')).json()).toHaveLength(1)
  })
})

it('a client that leaves in the middle of its body is no failure of the server', async () => {
  const paths = ['/invitations/open', '/auth/v1/token?grant_type=password', '/rest/v1/videos']
  for (const path of paths) {
    const connection = await RawConnection.open(node.url)
    connection.send(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{`)
    // The server has handled the request once it has answered the next one on another connection.
    await fetch(`${node.url}/healthz`)
    connection.close()
  }
  await fetch(`${node.url}/rest/v1/videos`)
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
})

it('a route without access for guests requires a session instead of reporting too many requests', async () => {
  for (const headers of [{}, { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }]) {
    const { status } = await fetch(`${node.url}/account/export`, { headers })
    expect(status).toBe(401)
  }
})
