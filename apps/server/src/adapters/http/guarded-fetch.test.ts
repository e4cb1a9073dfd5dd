import { createServer, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAs } from '../../core/asker.ts'
import { createBudgets } from '../../core/budgets.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

const bomb = gzipSync(Buffer.alloc(5_000_000))
const limits = { timeoutMs: 2_000, maxBytes: 10_000 }

let server: Server
let base: string
let port: number
/** Requests that never get an answer. */
let silent = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    const to = (location: string): void => void response.writeHead(302, { location }).end()
    if (url.pathname === '/loop') return to('/loop')
    if (url.pathname === '/far') return to(`/far?${Number(url.search.slice(1) || 0) + 1}`)
    if (url.pathname === '/inside') return to('http://169.254.169.254/latest/meta-data')
    if (url.pathname === '/file') return to('file:///etc/passwd')
    if (url.pathname === '/once') return to('/hello')
    if (url.pathname === '/elsewhere') return to(`http://localhost:${port}/told`)
    if (url.pathname === '/told') return void response.end(JSON.stringify(request.headers))
    if (url.pathname === '/slow') return void response.write('.')
    if (url.pathname.startsWith('/silent')) {
      silent += 1
      return
    }
    if (url.pathname === '/big') return void response.end('x'.repeat(20_000))
    if (url.pathname === '/endless') {
      const drip = setInterval(() => response.write('.'), 5)
      response.once('close', () => clearInterval(drip))
      return
    }
    if (url.pathname === '/bomb') {
      return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    }
    return void response.end(`${request.method} ${url.pathname}${url.search}`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
  base = `http://127.0.0.1:${port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const open = () =>
  createGuardedFetch({
    allowPrivateHosts: [`127.0.0.1:${port}`, `localhost:${port}`],
    hostMap: { 'vm.tiktok.com': `${base}/vm` },
  })

describe('a fetch', () => {
  it('reads an allowed private host, follows redirects, and maps hosts', async () => {
    const { fetch, close } = open()
    expect(await fetch({ url: `${base}/once`, ...limits })).toMatchObject({
      ok: true,
      status: 200,
      url: `${base}/hello`,
    })
    const answer = await fetch({ url: 'https://vm.tiktok.com/ABC?x=1', ...limits })
    expect(answer.ok && answer.body.toString()).toBe('GET /vm/ABC?x=1')
    await close()
  })

  it.each([
    ['to its end', { path: '/hello', maxBytes: 100, text: 'GET /hello', cut: undefined }],
    ['larger than any buffer', { path: '/big', maxBytes: 20_000, text: /^x{20000}$/u, cut: undefined }],
    ['up to a limit, compressed', { path: '/bomb', maxBytes: 100_000, text: /^\0+$/u, cut: 'too_large' }],
    ['until time is over', { path: '/slow', maxBytes: 100, text: '.', cut: 'timeout' }],
  ])('gives a body away piece by piece, %s', async (_what, { path, maxBytes, text, cut }) => {
    const { fetch, close } = open()
    let read = ''
    const onBody = (piece: Buffer): 'more' => {
      read += piece.toString()
      return 'more'
    }
    const answer = await fetch({ url: base + path, timeoutMs: 500, maxBytes, onBody })
    expect(answer).toMatchObject({ ok: true, status: 200 })
    expect(answer.ok && answer.cut).toBe(cut)
    expect(read).toMatch(text)
    await close()
  })

  it('stops reading a body, packed or not, when its taker has enough', async () => {
    const { fetch, close } = open()
    for (const path of ['/endless', '/bomb']) {
      let pieces = 0
      const onBody = (): 'more' | 'enough' => {
        pieces += 1
        return pieces < 3 ? 'more' : 'enough'
      }
      const answer = await fetch({ url: base + path, timeoutMs: 5_000, maxBytes: 10_000_000, onBody })
      expect(answer.ok && answer.cut).toBeUndefined()
      expect(pieces).toBe(3)
    }
    expect(await fetch({ url: `${base}/once`, ...limits, onBody: () => 'enough' })).toMatchObject({
      url: `${base}/hello`,
    })
    await close()
  })

  it.each([
    ['/loop', 'redirect_loop'],
    ['/far', 'redirect_loop'],
    ['/inside', 'private_address'],
    ['/file', 'bad_url'],
    ['/slow', 'timeout'],
    ['/big', 'too_large'],
    ['/bomb', 'too_large'],
  ])('%s fails with %s', async (path, reason) => {
    const { fetch, close } = open()
    expect(await fetch({ url: `${base}${path}`, maxBytes: 10_000, timeoutMs: 300 })).toMatchObject({
      ok: false,
      reason,
    })
    await close()
  })

  it('sends no key to another host', async () => {
    const { fetch, close } = open()
    const keys = { authorization: 'Bearer secret', 'X-Goog-Api-Key': 'secret', accept: 'image/*' }
    const told = async (path: string): Promise<string> => {
      const answer = await fetch({
        url: `${base}${path}`,
        method: 'POST',
        body: '{}',
        headers: keys,
        ...limits,
      })
      return answer.ok ? answer.body.toString() : answer.reason
    }
    expect(await told('/told')).toContain('secret')
    expect(await told('/elsewhere')).not.toContain('secret')
    expect(await told('/elsewhere')).toContain('image/*')
    await close()
  })

  it('returns the redirect itself when it may follow none', async () => {
    const { fetch, close } = open()
    expect(await fetch({ url: `${base}/once`, ...limits, maxRedirects: 0 })).toMatchObject({
      ok: true,
      status: 302,
    })
    await close()
  })
})

describe('other askers', () => {
  const guest = (address: string) => ({ account: null, address })

  it('are served while one asker waits for a host that never answers', async () => {
    const budgets = createBudgets({ rates: true })
    const { fetch, close } = createGuardedFetch({
      allowPrivateHosts: [`127.0.0.1:${port}`, `localhost:${port}`],
      hostMap: {},
      budgets,
    })
    const leaving = new AbortController()
    const patient = { timeoutMs: 60_000, maxBytes: 10_000 }
    const slow = runAs(guest('192.0.2.1'), () =>
      Array.from({ length: 60 }, (_, index) =>
        fetch({ url: `${base}/silent/${index}`, ...patient, signal: leaving.signal }),
      ),
    )
    const before = silent
    const hello = () => runAs(guest('198.51.100.1'), () => fetch({ url: `${base}/hello`, ...patient }))
    await expect.poll(() => silent - before).toBeGreaterThanOrEqual(12)
    expect(await hello()).toMatchObject({ ok: true, status: 200 })
    expect(await hello()).toMatchObject({ ok: true, status: 200 })
    expect(silent - before).toBe(12)
    const fetches = () => budgets.use().find(({ name }) => name === 'outgoingFetch')
    leaving.abort()
    const outcomes = (await Promise.all(slow)).map((outcome) => outcome.ok || outcome.reason)
    expect(new Set(outcomes)).toEqual(new Set(['aborted']))
    expect(fetches()).toMatchObject({ running: 0, queued: 0 })
    await close()
  })

  it('reach other hosts while many askers wait for one that never answers', async () => {
    const budgets = createBudgets({ rates: true })
    const { fetch, close } = createGuardedFetch({
      allowPrivateHosts: [`127.0.0.1:${port}`, `localhost:${port}`],
      hostMap: {},
      budgets,
    })
    const leaving = new AbortController()
    const patient = { timeoutMs: 60_000, maxBytes: 10_000 }
    const slow = Array.from({ length: 70 }, (_, index) =>
      runAs(guest(`198.${index}.1.1`), () =>
        fetch({ url: `${base}/silent/${index}`, ...patient, signal: leaving.signal }),
      ),
    )
    const good = await runAs(guest('203.0.113.1'), () =>
      fetch({ url: `http://localhost:${port}/hello`, ...patient }),
    )
    expect(good).toMatchObject({ ok: true, status: 200 })
    leaving.abort()
    await Promise.all(slow)
    await close()
  })

  it('get a timeout for an answer that does not begin in time', async () => {
    const { fetch, close } = open()
    const answer = await fetch({
      url: `${base}/silent`,
      timeoutMs: 60_000,
      firstByteMs: 50,
      maxBytes: 10_000,
    })
    expect(answer).toMatchObject({ ok: false, reason: 'timeout' })
    await close()
  })
})

describe('refusals', () => {
  it.each([
    ['http://127.0.0.1/', 'private_address'],
    ['http://2130706433/', 'private_address'],
    ['http://0x7f.1/', 'private_address'],
    ['http://0177.0.0.1/', 'private_address'],
    ['http://127.1/', 'private_address'],
    ['http://0/', 'private_address'],
    ['http://10.1.2.3/', 'private_address'],
    ['http://172.16.0.1/', 'private_address'],
    ['http://192.168.1.1/', 'private_address'],
    ['http://100.64.0.1/', 'private_address'],
    ['http://169.254.169.254/', 'private_address'],
    ['http://224.0.0.1/', 'private_address'],
    ['http://255.255.255.255/', 'private_address'],
    ['http://[::1]/', 'private_address'],
    ['http://[::]/', 'private_address'],
    ['http://[::ffff:127.0.0.1]/', 'private_address'],
    ['http://[64:ff9b::7f00:1]/', 'private_address'],
    ['http://[2002:7f00:1::]/', 'private_address'],
    ['http://[fe80::1]/', 'private_address'],
    ['http://[fd00::1]/', 'private_address'],
    ['http://①②⑦.⓪.⓪.①/', 'private_address'],
    ['http://intranet/', 'private_address'],
    ['http://localhost./', 'private_address'],
    ['http://metadata.google.internal/', 'private_address'],
    ['http://printer.local/', 'private_address'],
    ['http://rebind.example/', 'private_address'],
    ['http://mixed.example/', 'private_address'],
    ['ftp://example.com/', 'bad_url'],
    ['file:///etc/passwd', 'bad_url'],
    ['gopher://example.com/', 'bad_url'],
    ['http://user:pw@example.com/', 'bad_url'],
    ['http://example.com:22/', 'bad_url'],
    ['http://', 'bad_url'],
    ['not a url', 'bad_url'],
  ])('%s is refused as %s', async (url, reason) => {
    const { fetch, close } = createGuardedFetch({
      allowPrivateHosts: [],
      hostMap: {},
      resolve: async (name) =>
        name === 'mixed.example'
          ? [
              { address: '93.184.216.34', family: 4 },
              { address: '127.0.0.1', family: 4 },
            ]
          : [{ address: '127.0.0.1', family: 4 }],
    })
    expect(await fetch({ url, ...limits })).toMatchObject({ ok: false, reason })
    await close()
  })
})
