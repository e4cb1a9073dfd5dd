import { readFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type ChatServer, startChatServer } from '@antojo/testing/services/chat-server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestNode, type TestNode } from './test-node.ts'

// Hostile answers of platforms and models: each add must end, give the reason, and keep the link.

type Reply = (response: ServerResponse) => void
interface HostilePost {
  readonly oembed: Reply
  readonly page: Reply
}

const MEGABYTE = 1024 ** 2
const bombFile = new URL('../src/adapters/decoder/fixtures/49-megapixels.avif', import.meta.url)

let base: string
let post: HostilePost
let server: Server
let model: ChatServer
let node: TestNode
let next = 7_400_000_000_000_000_000n

beforeAll(async () => {
  const bomb = await readFile(bombFile)
  server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/oembed')) post.oembed(response)
    else if (url === '/bomb.avif') response.setHeader('content-type', 'image/avif').end(bomb)
    else post.page(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  base = `http://127.0.0.1:${address.port}`
  model = await startChatServer('ollama')
  node = await startTestNode([], {
    TIKTOK_OEMBED_URL: `${base}/oembed`,
    SHORT_LINK_MAP: JSON.stringify({ 'www.tiktok.com': base }),
    ALLOW_PRIVATE_HOSTS: `127.0.0.1:${address.port}`,
    LLM_BASE_URL: model.baseUrl,
    LLM_MODEL: model.model,
  })
})
afterAll(async () => {
  await node.stop()
  await model.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => model.say('{"mentions":[]}'))

const gone: Reply = (response) => void response.writeHead(404).end()
const html =
  (body: string): Reply =>
  (response) =>
    void response.setHeader('content-type', 'text/html').end(body)
const oembed =
  (fields: object): Reply =>
  (response) =>
    void response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ version: '1.0', type: 'video', author_name: 'Ana', ...fields }))
const withoutEnd: Reply = (response) => {
  response.setHeader('content-type', 'text/html')
  const write = () => {
    while (!response.destroyed && response.write('<p>tacos</p>'.repeat(1_000)));
  }
  response.on('drain', write)
  write()
}

const rowShape = z.array(z.object({ identify_state: z.string(), identify_reason: z.string().nullable() }))

/** Adds a new link to the post, and returns the status of the answer and the row that is kept. */
async function add(hostile: HostilePost) {
  post = hostile
  next += 1n
  const person = await node.person(`p${next}`)
  const videoUrl = `https://www.tiktok.com/@ana/video/${next}`
  const answer = await person.request('/functions/v1/ai', {
    method: 'POST',
    body: JSON.stringify({ action: 'extract-video', input: { videoUrl } }),
  })
  await answer.text()
  const rows = await person.request('/rest/v1/videos?select=identify_state,identify_reason')
  const [row, ...others] = rowShape.parse(await rows.json())
  return { status: answer.status, ...row, others }
}

const unread = {
  status: 424,
  identify_state: 'unidentified',
  identify_reason: 'E_PROXY_OEMBED_HTTP',
  others: [],
}
const unnamed = {
  status: 200,
  identify_state: 'unidentified',
  identify_reason: expect.stringMatching(
    /^(no_restaurant_name|insufficient_restaurant_data|not_a_restaurant_post)$/u,
  ),
  others: [],
}

it.each<[string, () => HostilePost, object]>([
  [
    'a page of 50 MB',
    () => ({ oembed: gone, page: html('<p>tacos</p>'.repeat((50 * MEGABYTE) / 12)) }),
    unread,
  ],
  ['a page that never ends', () => ({ oembed: gone, page: withoutEnd }), unread],
  [
    'JSON that nests 10,000 levels deep',
    () => ({
      oembed: gone,
      page: html(
        `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__">${'['.repeat(10_000)}${']'.repeat(10_000)}</script>`,
      ),
    }),
    unread,
  ],
  [
    'a caption of 1 MB',
    () => ({ oembed: oembed({ title: 'ñam '.repeat(MEGABYTE / 4) }), page: gone }),
    { ...unread, identify_reason: 'oembed_fetch_failed' },
  ],
  [
    'an oEmbed that is HTML',
    () => ({ oembed: html('<html>Please wait…</html>'), page: gone }),
    { ...unread, identify_reason: 'invalid_oembed_payload' },
  ],
  [
    'a picture bomb as cover',
    () => ({ oembed: oembed({ title: '😋😋', thumbnail_url: `${base}/bomb.avif` }), page: gone }),
    unnamed,
  ],
])('%s keeps the link and says why nothing is known', async (_name, hostile, expected) => {
  expect(await add(hostile())).toEqual(expected)
})

it.each([
  ['a novel', 'Había una vez un taquero. '.repeat(8_000)],
  ['the name of another place', '{"mentions":[{"words":"Casa Lucio, Madrid","kind":"name"}]}'],
])('a model that answers %s names no place', async (_name, said) => {
  model.say(said)
  const asked = model.requests.length
  expect(await add({ oembed: oembed({ title: 'qué rico todo 😋😋' }), page: gone })).toEqual(unnamed)
  expect(model.requests.length).toBeGreaterThan(asked)
})
