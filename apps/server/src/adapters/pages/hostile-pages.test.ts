import { createServer, type Server, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { KNOWN_PLATFORMS, type KnownPlatform } from '@antojo/domain/platforms/platform'
import { SANDBOX_PLATFORMS } from '@antojo/testing/sandbox/platforms/all-platforms'
import { pageBytes } from '@antojo/testing/sandbox/pages/html'
import { buildPost } from '@antojo/testing/sandbox/post'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBudgets } from '../../core/budgets.ts'
import { mutations } from '../decoder/mutations.fixture.ts'
import { createGuardedFetch, type GuardedFetchHandle } from '../http/guarded-fetch.ts'
import { createPagePace } from './page-pace.ts'
import { createPageReader, type PageOutcome } from './page-reader.ts'

const LINKS: Readonly<Record<KnownPlatform, string>> = {
  TikTok: 'https://www.tiktok.com/@ana/video/7300000000000000001',
  YouTube: 'https://www.youtube.com/watch?v=abcdefghij1',
  Instagram: 'https://www.instagram.com/reel/Cabcdefg1/',
  Facebook: 'https://www.facebook.com/watch/?v=90000000001',
}
const HOSTS = Object.values(LINKS).map((link) => new URL(link).host)

let answer: (response: ServerResponse) => void
let server: Server
let guarded: GuardedFetchHandle

beforeAll(async () => {
  server = createServer((_request, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const base = `http://127.0.0.1:${address.port}`
  guarded = createGuardedFetch({
    allowPrivateHosts: [new URL(base).host],
    hostMap: Object.fromEntries(HOSTS.map((host) => [host, base])),
  })
})
afterAll(async () => {
  await guarded.close()
  server.closeAllConnections()
  server.close()
})

function read(platform: KnownPlatform, body: Buffer | string): Promise<PageOutcome> {
  return readFrom(platform, (response) => response.setHeader('content-type', 'text/html').end(body))
}

function readFrom(
  platform: KnownPlatform,
  respond: (response: ServerResponse) => void,
): Promise<PageOutcome> {
  answer = respond
  const reader = createPageReader({
    fetch: guarded.fetch,
    budgets: createBudgets({ rates: false }),
    pace: createPagePace({ perMinute: 6_000 }),
    isOn: true,
    onCall: () => undefined,
  })
  return reader({ platform, url: LINKS[platform] }, AbortSignal.timeout(10_000))
}

const item = (text: string): string =>
  `<script type="application/json">${JSON.stringify({ code: 'Cabcdefg1', caption: { text } })}</script>`

describe('a page that says nothing of a post', () => {
  it.each([
    ['Instagram', '<title>Instagram</title>', 'no_text'],
    ['Instagram', '<title>Login • Instagram</title>', 'sign_in'],
    [
      'TikTok',
      '<title>TikTok - Make Your Day</title><meta name="description" content="TikTok - trends start here">',
      'no_text',
    ],
    ['TikTok', '<title>Just a moment...</title>', 'challenge'],
    ['YouTube', '<title> - YouTube</title>', 'no_text'],
    ['Facebook', '<p>nothing</p>', 'no_text'],
    ['Facebook', '', 'no_text'],
  ] as const)('%s: %s', async (platform, html, reason) => {
    expect(await read(platform, html)).toEqual({ kind: 'none', reason })
  })
})

describe('a hostile page', () => {
  it('of 50 MB is read up to its bound, and what came before is used', async () => {
    const head =
      '<head><meta property="og:title" content="Ana on Instagram: &quot;El Califa&quot;"></head><body>'
    const megabyte = Buffer.alloc(1024 ** 2, 'x ')
    const rest = Array.from({ length: 50 }, () => megabyte)
    const large = Buffer.concat([Buffer.from(head), ...rest])
    const member = gzipSync(megabyte)
    const packed = Buffer.concat([gzipSync(head), ...rest.map(() => member)])
    for (const respond of [
      (response: ServerResponse) => response.end(large),
      (response: ServerResponse) => response.setHeader('content-encoding', 'gzip').end(packed),
    ]) {
      expect(await readFrom('Instagram', respond)).toMatchObject({
        page: { preview: { caption: 'El Califa' } },
      })
    }
  })

  it('that never ends is left as soon as the post was in it', async () => {
    const outcome = await readFrom('Instagram', (response) => {
      response.write(`<head></head><body>${item('El Califa')}<p>`)
      const drip = setInterval(() => response.write('<p>more'), 5)
      response.once('close', () => clearInterval(drip))
    })
    expect(outcome).toMatchObject({ page: { post: { caption: 'El Califa' } } })
  })

  it('with a caption of 1 MB gives its beginning', async () => {
    const outcome = await read('Instagram', `<head></head><body>${item('a'.repeat(1024 ** 2))}`)
    expect(outcome.kind === 'found' && outcome.page.post?.caption).toBe('a'.repeat(20_000))
  })

  it('that nests 10,000 levels deep, or breaks off, gives the post when it is there', async () => {
    const deep = `{"a":${'['.repeat(10_000)}{"code":"Cabcdefg1","caption":{"text":"El Califa"}}${']'.repeat(10_000)}}`
    const start = '<head></head><body><script type="application/json">'
    for (const json of [deep, deep.slice(0, 10_100)]) {
      expect(await read('Instagram', start + json)).toMatchObject({
        page: { post: { caption: 'El Califa' } },
      })
    }
  })

  it('with odd values in the place of texts gives what is sound', async () => {
    const odd = { code: 'Cabcdefg1', caption: { text: 'El Califa' }, user: 7, location: { name: ['x'] } }
    const page = `<head></head><body><script>${JSON.stringify(odd)}</script>`
    expect(await read('Instagram', page)).toMatchObject({ page: { post: { caption: 'El Califa' } } })
  })

  it.each(KNOWN_PLATFORMS)('of %s, damaged 150 times over, gives its post or a reason', async (platform) => {
    const post = buildPost({
      id: 'fuzz',
      platform,
      link: LINKS[platform],
      title: 'El Califa',
      description: 'CDMX',
    })
    const html = SANDBOX_PLATFORMS[platform].page({
      post,
      tags: true,
      data: true,
      thumbnail: '',
      video: null,
    })
    // Only the pieces about the post: in the whole page, nearly every change would hit the filler around them.
    const whole = pageBytes(
      html.filter((piece) => typeof piece === 'string'),
      false,
    )
    const ends: string[] = []
    for (const page of mutations(whole, { seed: 16, count: 150 })) {
      const outcome = await read(platform, page)
      ends.push(outcome.kind === 'found' ? 'found' : outcome.reason)
    }
    expect(ends.filter((end) => !/^(?:found|no_text|challenge|sign_in)$/u.test(end))).toEqual([])
    expect(ends.filter((end) => end === 'found').length).toBeGreaterThan(50)
  })
})
