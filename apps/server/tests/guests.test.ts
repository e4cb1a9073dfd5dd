import { createServer, type Server } from 'node:http'
import { adminMetricsResponse } from '@antojo/contract/admin'
import { errorBody } from '@antojo/contract/error-codes'
import { finderResponse } from '@antojo/contract/finder'
import { transcribeResponse } from '@antojo/contract/transcribe'
import { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../src/config/config.ts'
import { startNode } from '../src/run.ts'
import { startTestNode, type TestNode } from './test-node.ts'

const posts = Array.from({ length: 8 }, (_, index) => buildPost({ id: `emoji-${index}`, title: '😋😋🔥' }))

/** A language model that finds nothing and counts its calls. */
let model: Server
let modelUrl: string
let calls = 0
let node: TestNode

beforeEach(async () => {
  calls = 0
  model = createServer((request, response) => {
    request.resume().on('end', () => {
      calls += 1
      const message = { role: 'assistant', content: '{"mentions":[],"queries":[],"city_hint":null}' }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          id: '1',
          object: 'chat.completion',
          created: 0,
          model: 'm',
          choices: [{ index: 0, finish_reason: 'stop', message }],
        }),
      )
    })
  })
  await new Promise<void>((done) => model.listen(0, '127.0.0.1', done))
  const address = model.address()
  modelUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`
})
afterEach(async () => {
  await node.stop()
  model.close()
})

const start = (env: Readonly<Record<string, string>> = {}) =>
  startTestNode(posts, { LLM_BASE_URL: modelUrl, LLM_MODEL: 'm', ...env })

function ask(url: string, body: object, path = '/functions/v1/ai'): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}
const find = (link: string, url = node.url) => ask(url, { action: 'find', input: { mediaUrl: link } })

function linkOf(index: number): string {
  return posts[index]?.link ?? ''
}

describe('guests', () => {
  it(
    'find five posts in a minute, which limits neither other guests nor people with an account',
    { tags: 'slow' },
    async () => {
      node = await start({ RATE_LIMITS: 'on' })
      const statuses: number[] = []
      for (let index = 0; index < 6; index += 1) statuses.push((await find(linkOf(index))).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
      const refused = await find(linkOf(7))
      expect(errorBody.parse(await refused.json()).error).toBe('rate_limited')
      const rows = await node.database.asSystem('count', (tx) =>
        tx.selectFrom('analyses').select('id').execute(),
      )
      expect(rows).toHaveLength(5)
      const ana = await node.person('ana')
      const body = JSON.stringify({ action: 'find', input: { mediaUrl: linkOf(6) } })
      expect((await ana.request('/functions/v1/ai', { method: 'POST', body })).status).toBe(200)
    },
  )

  it(
    'cause no costs, and their posts are analysed again with paid services for a person',
    { tags: 'slow' },
    async () => {
      node = await start()
      expect(finderResponse.parse(await (await find(linkOf(0))).json()).results).toEqual([])
      await ask(node.url, { action: 'query-synth', input: { title: 'algo rico' } })
      const heard = await ask(node.url, { url: linkOf(0) }, '/functions/v1/transcribe')
      expect(transcribeResponse.parse(await heard.json())).toMatchObject({ reason: 'speech_unavailable' })
      expect(calls).toBe(0)
      const ana = await node.person('ana')
      await ana.add(linkOf(0))
      expect(calls).toBe(1)
      await ana.add(linkOf(0))
      await find(linkOf(0))
      expect(calls).toBe(1)
    },
  )

  it('may cause half of a day’s paid calls where the operator allows it', { tags: 'slow' }, async () => {
    node = await start({ GUESTS_MAY_SPEND: 'on', LLM_CALLS_PER_DAY: '4' })
    for (let index = 0; index < 4; index += 1) expect((await find(linkOf(index))).status).toBe(200)
    expect(calls).toBe(2)
    const ana = await node.person('ana')
    await ana.add(linkOf(5))
    expect(calls).toBe(3)
  })
})

describe('guests who read data', () => {
  const read = async (query: string) => {
    const response = await fetch(`${node.url}/rest/v1/videos?${query}`)
    const body: unknown = await response.json()
    return { status: response.status, code: errorCode.safeParse(body).data?.code }
  }
  const errorCode = z.object({ code: z.string() })

  it('get columns of one table, and at most 4 MiB of them', { tags: 'slow' }, async () => {
    node = await start()
    const ana = await node.person('ana')
    await node.database.asSystem('fill', (tx) =>
      sql`insert into videos (user_id, video_url, visibility, description, embed_html)
          select ${ana.userId}, 'https://example.org/' || n, 'public', repeat('ñ', 20000), repeat('ñ', 20000)
            from generate_series(1, 60) n`.execute(tx),
    )
    expect(await read('select=*&limit=18')).toEqual({ status: 200, code: undefined })
    expect(await read('select=*')).toEqual({ status: 413, code: '54000' })
    for (const query of [
      'select=id,video_places(*)',
      'select=reviews->0',
      'select=id::text',
      'select=id&offset=1001',
      'select=id&order=reviews->0',
    ])
      expect(await read(query)).toEqual({ status: 400, code: 'PGRST100' })
    expect(await read('select=json_agg')).toEqual({ status: 400, code: '42703' })
  })
})

describe('statements of guests', () => {
  it('run one at a time for each network', async () => {
    node = await start({ TRUST_PROXY: 'on' })
    const lock = await node.database.pool.connect()
    const waiting = async (): Promise<number> => {
      const { rows } = await lock.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return rows[0]?.n ?? 0
    }
    const readFrom = (address: string, count: number): Promise<Response> =>
      fetch(`${node.url}/rest/v1/videos?select=id&limit=${count}`, {
        headers: { 'x-forwarded-for': address },
      })
    // Opening a connection may take longer than a guest's statement.
    await Promise.all([readFrom('192.0.2.1', 4), readFrom('198.51.100.1', 4)])
    try {
      await lock.query('begin; lock table videos')
      const crowd = [1, 2, 3].map((count) => readFrom('192.0.2.1', count))
      await expect.poll(waiting).toBe(1)
      const other = readFrom('198.51.100.1', 1)
      await expect.poll(waiting).toBe(2)
      await lock.query('commit')
      const statuses = (await Promise.all([...crowd, other])).map(({ status }) => status)
      expect(statuses).toEqual([200, 200, 200, 200])
    } finally {
      lock.release()
    }
  })
})

describe('a day’s calls', () => {
  it(
    'are counted over all nodes; when they are used up, posts are still read and /admin shows it',
    { tags: 'slow' },
    async () => {
      node = await start({ LLM_CALLS_PER_DAY: '2' })
      const ana = await node.person('ana')
      for (let index = 0; index < 3; index += 1)
        expect((await ana.add(linkOf(index))).decision).toBe('weak_data')
      expect(calls).toBe(2)
      const second = await startNode(readConfig(node.settings))
      const metrics = await ana.request('/admin/metrics')
      const { budgets } = adminMetricsResponse.parse(await metrics.json())
      expect(budgets.find(({ name }) => name === 'llmCallsToday')).toMatchObject({
        running: 2,
        max: 2,
        refused: 1,
      })
      const credentials = { email: 'ana@antojo.test', password: 'tengo-antojo-de-tacos' }
      const there = await AppClient.enter(second.url, credentials)
      expect((await there.add(linkOf(4))).decision).toBe('weak_data')
      expect(calls).toBe(2)
      await second.stop()
    },
  )
})
