/**
 * One flood in a separate process, so that it does not slow down the measured person:
 * node flood.ts NAME URL SECONDS. Prints `ready`, then the number of answers by status as JSON. Time and requests are
 * bounded.
 */
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { z } from 'zod'
import { HOST_PORT } from './hostile-host.ts'

const [name = '', url = '', seconds = '10'] = process.argv.slice(2)
const answers = new Map<string, number>()
const MAX_REQUESTS = 20_000
const MAX_SAVED_PICTURES = 500
/** A small file that takes minutes to draw. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000"><filter id="f">
<feTurbulence baseFrequency="0.9" numOctaves="10"/><feGaussianBlur stdDeviation="200"/></filter>
<rect width="3000" height="3000" filter="url(#f)"/></svg>`
let sent = 0

const floods: Readonly<Record<string, () => Promise<void>>> = {
  'slow-bodies': async () => {
    const head =
      'POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    await holdSockets(64, `${head}Content-Length: 1000\r\n\r\n{`, ' ')
  },
  'slow-headers': () => holdSockets(200, 'GET / HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n'),
  'idle-connections': () => holdSockets(400, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', ''),
  'unread-answers': async () => {
    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
    const asset = /\/assets\/[\w.-]+\.js/u.exec(page)?.[0] ?? '/'
    await holdSockets(8, `GET ${asset} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(200), '', { reads: false })
  },
  statements: () =>
    repeatedly(6, (count) => {
      const embeds = Array.from({ length: 14 }, (_, part) => `a${count}_${part}:list_videos(*,videos(*))`)
      return get(`/rest/v1/video_lists?select=id,x${count}:name,${embeds.join(',')}&limit=1`)
    }),
  'regular-expressions': async () => {
    await savePublicVideos([{ description: 'taco burrito '.repeat(2_000).slice(0, 19_000) }])
    const pattern = encodeURIComponent(String.raw`^(.+)(.+)(.+)\1\2\3z$`)
    await repeatedly(12, (count) =>
      get(
        `/rest/v1/videos?select=id&visibility=eq.public&description=match.${pattern}&limit=${(count % 40) + 1}`,
      ),
    )
  },
  passwords: () =>
    repeatedly(16, (count) =>
      send('POST', '/auth/v1/token?grant_type=password', credentials(`victim${count % 5}@antojo.test`)),
    ),
  mails: () =>
    repeatedly(8, (count) =>
      send('POST', '/auth/v1/recover', JSON.stringify({ email: `nobody${count}@antojo.test` })),
    ),
  'user-metadata': async () => {
    const token = await signUp()
    const body = JSON.stringify({ data: { text: 'x'.repeat(900_000) } })
    await repeatedly(4, () => send('PUT', '/auth/v1/user', body, { authorization: `Bearer ${token}` }))
  },
  finds: () => repeatedly(8, (count) => find(`post/${count}`)),
  clips: () => repeatedly(8, (count) => find(`clip-page/${count}`)),
  'packed-clips': () => repeatedly(8, (count) => find(`packed-page/${count}`)),
  'slow-pictures': () => pictures(40, (count) => `slow/${count}.png`),
  'huge-pictures': () => pictures(12, (count) => `bomb/${count}.avif`),
  drawings: () => pictures(12, (count) => `drawing/${count}.png`),
  'nested-imports': async () => {
    const token = await signUp()
    const nested = '['.repeat(4_000_000)
    await repeatedly(4, () => importFile(token, 'a.json', nested))
  },
  'large-previews': async () => {
    const token = await signUp()
    await repeatedly(4, (count) => importFile(token, 'a.txt', manyLinks(count, 20_000)))
  },
  'lists-of-imports': async () => {
    const token = await signUp()
    for (let count = 0; count < 6; count += 1) await importFile(token, 'a.txt', manyLinks(count, 20_000))
    await repeatedly(16, () => get('/imports', token))
  },
  'tools-of-assistants': async () => {
    const token = await signUp()
    await savePublicVideos(
      Array.from({ length: 500 }, (_, count) => ({
        restaurant_name: `Tacos ${count}`,
        title: 'tacos '.repeat(40),
      })),
      token,
    )
    const made = await fetch(`${url}/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: 'flood', scopes: ['capture', 'read', 'write'], expiresInDays: 30 }),
    })
    const personal = z.object({ token: z.string() }).parse(await made.json()).token
    const call = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'search_places', arguments: { text: 'tacos', limit: 50 } },
    })
    await repeatedly(16, (count) => {
      const body = count % 2 === 0 ? call(count) : Array.from({ length: 100 }, (_, id) => call(id))
      return send('POST', '/mcp', JSON.stringify(body), { authorization: `Bearer ${personal}` })
    })
  },
  'live-links': async () => {
    const token = await signUp()
    await savePublicVideos(
      Array.from({ length: 2_000 }, (_, count) => ({ restaurant_name: `Tacos ${count}` })),
      token,
    )
    const made = await fetch(`${url}/places/feeds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    const { feed } = z.object({ feed: z.object({ id: z.string() }) }).parse(await made.json())
    await repeatedly(24, () => get(`/feeds/${feed.id}/places.csv`))
  },
  'profile-pictures': async () => {
    const token = await signUp()
    const image = prepared.toString('base64')
    await repeatedly(4, () =>
      send('PUT', '/account/picture', JSON.stringify({ image }), { authorization: `Bearer ${token}` }),
    )
  },
}

const flood = floods[name]
if (!flood) throw new Error(`Unknown flood '${name}'. Known: ${Object.keys(floods).join(', ')}.`)
const needsBomb = name === 'huge-pictures' || name === 'profile-pictures'
const prepared = needsBomb ? await bomb() : Buffer.alloc(0)
const host = createHostileHost()
// The attack starts here: see runFlood.
console.log('ready')
const ends = Date.now() + Number(seconds) * 1000
await flood()
host.close()
host.closeAllConnections()
console.log(JSON.stringify(Object.fromEntries(answers)))
process.exit(0)

/** Every request comes from another address of the same /64. */
function from(count: number): Record<string, string> {
  return { 'x-forwarded-for': `2001:db8:bad:1::${(count + 1).toString(16)}` }
}

async function repeatedly(atOnce: number, request: (count: number) => Promise<void>): Promise<void> {
  const worker = async (): Promise<void> => {
    while (Date.now() < ends && sent < MAX_REQUESTS) {
      sent += 1
      await request(sent)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

function get(path: string, token?: string): Promise<void> {
  return send('GET', path, undefined, token === undefined ? {} : { authorization: `Bearer ${token}` })
}

function importFile(token: string, file: string, body: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  return send('POST', `/imports?name=${file}`, body, headers)
}

function manyLinks(file: number, count: number): string {
  return Array.from(
    { length: count },
    (_, index) => `https://www.tiktok.com/@a/video/${7e18 + file * 1e6 + index}`,
  ).join('\n')
}

async function send(
  method: string,
  path: string,
  body?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(Math.max(1_000, ends - Date.now()))
  const sending = { method, signal, headers: { ...from(sent), ...type, ...headers } }
  const answer = await fetch(url + path, body === undefined ? sending : { ...sending, body })
    .then(async (response) => {
      await response.arrayBuffer()
      return String(response.status)
    })
    .catch((error: unknown) => (error instanceof Error ? error.name : 'failed'))
  answers.set(answer, (answers.get(answer) ?? 0) + 1)
  // A refusal costs next to nothing; without a pause, a loop of refusals would only measure this machine's cores.
  if (answer === '429' || answer === '503') await wait(20)
}

function find(path: string): Promise<void> {
  const mediaUrl = `http://127.0.0.1:${HOST_PORT}/${path}`
  return send('POST', '/functions/v1/ai', JSON.stringify({ action: 'find', input: { mediaUrl } }))
}

/** The server fetches only pictures of saved videos, so the attacker saves some first. */
async function pictures(atOnce: number, pathOf: (count: number) => string): Promise<void> {
  const address = (count: number): string =>
    `http://127.0.0.1:${HOST_PORT}/${pathOf(count % MAX_SAVED_PICTURES)}`
  await savePublicVideos(
    Array.from({ length: MAX_SAVED_PICTURES }, (_, count) => ({ provider_thumbnail_url: address(count) })),
  )
  await repeatedly(atOnce, (count) => get(`/img?w=1200&u=${encodeURIComponent(address(count))}`))
}

async function savePublicVideos(
  videos: readonly Readonly<Record<string, string>>[],
  given?: string,
): Promise<void> {
  const token = given ?? (await signUp())
  const rows = videos.map((video, count) => ({
    video_url: `https://hostile.example/${Date.now()}-${count}`,
    visibility: 'public',
    ...video,
  }))
  const response = await fetch(`${url}/rest/v1/videos`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(rows),
  })
  if (!response.ok) throw new Error(`The videos were not saved: ${await response.text()}`)
}

function credentials(email: string): string {
  return JSON.stringify({ email, password: 'correct horse battery' })
}

async function signUp(): Promise<string> {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: credentials(`hostile${Date.now()}@antojo.test`),
  })
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token
}

/** Sockets that send a part of a request and then hardly anything; a dropped one is opened again. */
async function holdSockets(
  count: number,
  first: string,
  more: string,
  { reads = true }: { readonly reads?: boolean } = {},
): Promise<void> {
  const { port } = new URL(url)
  const open = (): Socket => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.66.0.1' })
    socket.on('error', () => undefined)
    if (reads) socket.resume()
    else socket.pause()
    socket.write(first)
    return socket
  }
  const sockets = Array.from({ length: count }, open)
  while (Date.now() < ends) {
    await wait(500)
    for (const [index, socket] of sockets.entries()) {
      if (socket.destroyed || socket.closed) {
        answers.set('dropped', (answers.get('dropped') ?? 0) + 1)
        sockets[index] = open()
      } else if (more !== '') socket.write(more)
    }
  }
  answers.set('held', sockets.filter((socket) => !socket.destroyed).length)
  for (const socket of sockets) socket.destroy()
}

/** A kilobyte that takes 196 MB when it is decoded. */
async function bomb(): Promise<Buffer> {
  const background = { r: 200, g: 80, b: 40 }
  return sharp({ create: { width: 7_000, height: 7_000, channels: 3, background } })
    .avif({ effort: 0, quality: 20 })
    .toBuffer()
}

function createHostileHost() {
  const clip = Buffer.alloc(78 * 1024 * 1024, 1)
  let packed: Buffer | undefined
  const page = (path: string): string =>
    `<html><head><meta property="og:title" content="Tacos ${path} ${'rico '.repeat(1_500)}">` +
    `<meta property="og:video" content="http://127.0.0.1:${HOST_PORT}${path}.mp4"></head></html>`
  return createServer((request, response) => {
    const path = request.url ?? ''
    if (/^\/(?:post|clip-page|packed-page)\/\d+$/u.test(path)) {
      const shown = path.replace('clip-page', 'clip').replace('packed-page', 'packed')
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(shown))
    } else if (path.startsWith('/clip/')) response.writeHead(200, { 'content-type': 'video/mp4' }).end(clip)
    else if (path.startsWith('/packed/')) {
      packed ??= gzipSync(clip, { level: 1 })
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-encoding': 'gzip' }).end(packed)
    } else if (path.startsWith('/bomb/')) {
      response.writeHead(200, { 'content-type': 'image/avif' }).end(prepared)
    } else if (path.startsWith('/drawing/'))
      response.writeHead(200, { 'content-type': 'image/png' }).end(DRAWING)
    else setTimeout(() => response.writeHead(404).end(), 12_000).unref()
  }).listen(HOST_PORT, '127.0.0.1')
}
