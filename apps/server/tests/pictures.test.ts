import { createServer, type Server } from 'node:http'
import { adminMetricsResponse } from '@antojo/contract/admin'
import { errorBody } from '@antojo/contract/error-codes'
import type { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import { drawThumbnail } from '@antojo/testing/sandbox/pictures/thumbnail'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestNode, type TestNode } from './test-node.ts'

const post = buildPost({ id: 'contramar', title: 'Tostadas de atún 📍 Contramar, Roma Norte, CDMX' })

/** A picture host that records its requests, and never answers those below /silent. */
let host: Server
let base: string
const asked: string[] = []

let node: TestNode
let ana: AppClient

beforeAll(async () => {
  const picture = await drawThumbnail(post)
  host = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    if (path.startsWith('/silent')) return
    if (path.startsWith('/missing')) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
  })
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
  const address = host.address()
  base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  node = await startPictureNode()
  ana = await node.person('ana')
})
afterAll(async () => {
  await node.stop()
  host.closeAllConnections()
  host.close()
})
beforeEach(() => {
  asked.length = 0
})

function startPictureNode(): Promise<TestNode> {
  return startTestNode([post], {
    RATE_LIMITS: 'on',
    ALLOW_PRIVATE_HOSTS: new URL(base).host,
    ADMIN_EMAILS: 'ana@antojo.test',
  })
}

function show(url: string, signal?: AbortSignal, at = node): Promise<Response> {
  return fetch(`${at.url}/img?u=${encodeURIComponent(url)}&w=480`, signal ? { signal } : {})
}

async function save(pictures: readonly string[], person = ana): Promise<void> {
  const rows = pictures.map((url, index) => ({
    video_url: `https://example.org/${encodeURIComponent(url)}/${index}`,
    provider_thumbnail_url: url,
  }))
  const saved = await person.request('/rest/v1/videos', { method: 'POST', body: JSON.stringify(rows) })
  expect(saved.status).toBe(201)
}

async function fetching() {
  const metrics = await (await ana.request('/admin/metrics')).json()
  const found = adminMetricsResponse.parse(metrics).budgets.find(({ name }) => name === 'imageFetch')
  return { running: found?.running, queued: found?.queued }
}

async function codeOf(response: Response): Promise<string> {
  return errorBody.parse(await response.json()).error
}

it('guests see the pictures of saved videos, each fetched once, and the server fetches no others for them', async () => {
  await save([`${base}/dish.jpg`])
  for (let times = 0; times < 3; times += 1) {
    const shown = await show(`${base}/dish.jpg`)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  }
  expect(asked).toEqual(['/dish.jpg'])
  const other = await show(`${base}/other.jpg`)
  expect([other.status, await codeOf(other)]).toEqual([422, 'image_refused'])
  const unlike = await show(`${base}/dish.jpg?size=large`)
  expect(unlike.status).toBe(422)
  expect(asked).toEqual(['/dish.jpg'])
})

it('shows the pictures of profiles and of rows that other clients wrote', async () => {
  const rows = [
    { video_url: 'https://example.org/a', thumbnail_url: `${base}/thumbnail.jpg` },
    { video_url: 'https://example.org/b', places_photo_url: `${base}/place.jpg` },
  ]
  for (const row of rows)
    await ana.request('/rest/v1/videos', { method: 'POST', body: JSON.stringify([row]) })
  const profile = JSON.stringify({ avatar_url: `${base}/ana.jpg` })
  await ana.request('/rest/v1/users?email=eq.ana@antojo.test', { method: 'PATCH', body: profile })
  for (const name of ['thumbnail', 'place', 'ana']) {
    expect([name, (await show(`${base}/${name}.jpg`)).status]).toEqual([name, 200])
  }
})

it('requests a missing picture once', async () => {
  await save([`${base}/missing.jpg`])
  for (let times = 0; times < 3; times += 1) {
    const missing = await show(`${base}/missing.jpg`)
    expect([missing.status, await codeOf(missing)]).toEqual([502, 'image_unavailable'])
  }
  expect(asked).toEqual(['/missing.jpg'])
})

it('links can be added while a guest waits for many pictures of a silent host', async () => {
  const pictures = Array.from({ length: 40 }, (_, index) => `${base}/silent/${index}.jpg`)
  await save(pictures)
  const leaving = new AbortController()
  const slow = Promise.allSettled(pictures.map((url) => show(url, leaving.signal)))
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(4)
  const body = JSON.stringify({ action: 'extract-video', input: { videoUrl: post.link } })
  expect((await ana.request('/functions/v1/ai', { method: 'POST', body })).status).toBe(200)
  expect(asked.length).toBe(4)
  expect(await fetching()).toMatchObject({ running: 4 })
  leaving.abort()
  await slow
  await expect.poll(fetching).toEqual({ running: 0, queued: 0 })
})

it(
  'limits the pictures that are fetched for a guest in a minute, but not stored ones',
  { tags: 'slow' },
  async () => {
    // A new node, because the tests above have used up part of the guest's limit.
    const fresh = await startPictureNode()
    await save([`${base}/dish.jpg`], await fresh.person('ana'))
    const statusOf = async (url: string) => (await show(url, undefined, fresh)).status
    expect(await statusOf(`${base}/dish.jpg`)).toBe(200)
    const statuses: number[] = []
    for (let index = 0; index < 62; index += 1)
      statuses.push(await statusOf(`https://pictures.example.com/${index}.jpg`))
    expect([...new Set(statuses)]).toEqual([422, 429])
    for (let times = 0; times < 5; times += 1) expect(await statusOf(`${base}/dish.jpg`)).toBe(200)
    await fresh.stop()
  },
)
