import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { acceptedResponse } from '@antojo/contract/ai'
import { resultEvent } from '@antojo/contract/ai-events'
import { errorBody } from '@antojo/contract/error-codes'
import { buildPost } from '@antojo/testing/sandbox/post'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readEvents, startTestNode, type TestNode } from './test-node.ts'

const contramar = buildPost({
  id: 'contramar',
  title: 'Tostadas de atún 📍 Contramar, Roma Norte, CDMX #mariscos',
})
/** A short outage: work on the database is retried for longer than this. */
const OUTAGE_MS = 3_000

/** Longer than a request waits for its turn to use a connection. */
const HANG_MS = 7_000

/** A proxy to the database that can be cut, or hang. */
class Line {
  readonly #sockets = new Set<Socket>()
  #cut = false
  #hangs = false
  readonly #server = createServer((near) => {
    if (this.#cut) {
      near.destroy()
      return
    }
    const far = connect(`${inject('databaseSocketDir')}/.s.PGSQL.5432`)
    for (const socket of [near, far]) {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
    if (this.#hangs) near.pause()
  })

  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  cut(): void {
    this.#cut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  hang(): void {
    this.#hangs = true
    for (const socket of this.#sockets) socket.pause()
  }

  mend(): void {
    this.#cut = false
    this.#hangs = false
    for (const socket of this.#sockets) socket.resume()
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}

const line = new Line()
let node: TestNode

beforeAll(async () => {
  const port = await line.open()
  // Two people hold all connections of so small a pool.
  const env = { DATABASE_POOL: '2' }
  node = await startTestNode([contramar], env, (name) => `postgres://antojo@127.0.0.1:${port}/${name}`)
})
afterAll(async () => {
  line.mend()
  await node.stop()
  line.close()
})

it('an add survives an outage of the database in its middle', { tags: 'slow' }, async () => {
  const ana = await node.person('ana')
  const response = await ana.request('/functions/v1/ai', {
    method: 'POST',
    headers: { accept: 'text/event-stream' },
    body: JSON.stringify({ action: 'extract-video', input: { videoUrl: contramar.link } }),
  })
  let text = ''
  for await (const chunk of response.body ?? []) {
    const first = text === ''
    text += Buffer.from(chunk).toString()
    if (!first) continue
    line.cut()
    setTimeout(() => line.mend(), OUTAGE_MS)
    expect((await fetch(`${node.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${node.url}/healthz`)).status).toBe(200)
  }
  const result = resultEvent.parse(readEvents(text).at(-1)?.data)
  expect(acceptedResponse.parse(result.body)).toMatchObject({ duplicate: false, best: { name: 'Contramar' } })
  const rows = await node.database.asSystem('look', (tx) => tx.selectFrom('videos').select('id').execute())
  expect(rows).toHaveLength(1)
  expect(node.sandbox.requests.count('TikTok oEmbed')).toBe(1)
  expect((await fetch(`${node.url}/readyz`)).status).toBe(200)
})

it('a database that hangs delays jobs, and refuses requests with a reason', { tags: 'slow' }, async () => {
  const [ana, luis] = await Promise.all([node.person('ana'), node.person('luis')])
  const capture = (id: number) =>
    (id % 2 === 0 ? ana : luis).request('/functions/v1/capture', {
      method: 'POST',
      body: JSON.stringify({ url: `https://www.tiktok.com/@antojo/video/71${String(id).padStart(17, '0')}` }),
    })
  expect((await capture(0)).status).toBe(202)
  line.hang()
  const mended = wait(HANG_MS).then(() => line.mend())
  const saves = await Promise.all(Array.from({ length: 12 }, (_, index) => capture(index + 1)))
  const refused = saves.filter(({ status }) => status !== 202)
  expect(refused.length).toBeGreaterThan(0)
  for (const response of refused) {
    expect(response.status).toBe(503)
    expect(errorBody.parse(await response.json()).error).toMatch(/^(?:overloaded|database_unavailable)$/u)
  }
  await mended
  const unfinished = () =>
    node.database.asSystem('look', (tx) =>
      tx.selectFrom('videos').select('id').where('identify_state', '=', 'running').execute(),
    )
  expect((await capture(13)).status).toBe(202)
  await expect.poll(unfinished, { timeout: 30_000 }).toEqual([])
})
