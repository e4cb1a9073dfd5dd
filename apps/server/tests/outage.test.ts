import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { acceptedResponse } from '@antojo/contract/ai'
import { resultEvent } from '@antojo/contract/ai-events'
import { buildPost } from '@antojo/testing/sandbox/post'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readEvents, startTestNode, type TestNode } from './test-node.ts'

const contramar = buildPost({
  id: 'contramar',
  title: 'Tostadas de atún 📍 Contramar, Roma Norte, CDMX #mariscos',
})
/** A short outage: work on the database is retried for longer than this. */
const OUTAGE_MS = 3_000

/** A proxy to the database that can be cut. */
class Line {
  readonly #sockets = new Set<Socket>()
  #cut = false
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

  mend(): void {
    this.#cut = false
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
  node = await startTestNode([contramar], {}, (name) => `postgres://antojo@127.0.0.1:${port}/${name}`)
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
