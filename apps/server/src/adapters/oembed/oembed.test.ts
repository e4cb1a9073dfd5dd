import { createServer, type Server } from 'node:http'
import { META_GRAPH_URL } from '@antojo/domain/platforms/facebook'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedFetch, type GuardedFetchHandle } from '../http/guarded-fetch.ts'
import { backoff } from './request-endpoint.ts'
import { createOembed, type OembedSettings } from './platform-chain.ts'

const answers: Record<string, [status: number, body: string]> = {
  good: [
    200,
    JSON.stringify({ title: 'Tacos', author_unique_id: 'tacos.mx', thumbnail_url: '//x.mx/a.jpg', html: '' }),
  ],
  metaGood: [200, JSON.stringify({ html: '<blockquote></blockquote>', provider_name: 'Instagram' })],
  gone: [404, '{"code":404}'],
  goneHere: [404, '{"code":404}'],
  text404: [404, 'Not Found'],
  forbidden: [200, 'Forbidden'],
  html: [200, '<html>'],
  empty: [200, '{}'],
  broken: [503, 'down'],
  noembed: [200, '{"error":"no matching providers found"}'],
  notApproved: [400, '{"error":{"message":"endpoint must be reviewed and approved by Facebook","code":10}}'],
  metaDown: [400, '{"error":{"message":"down","code":2,"is_transient":true}}'],
}
/** The generic provider's answers for posts that their platforms refuse. */
const fallbackAnswers: Record<string, string> = { gone: 'noembed', goneHere: 'good' }
const target = (platform: 'TikTok' | 'YouTube' | 'Instagram' | 'Facebook', name: string) => ({
  platform,
  url: `https://x.mx/${name}`,
})
const signal = AbortSignal.timeout(60_000)

let server: Server
let base: string
let guarded: GuardedFetchHandle
const asked: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    asked.push(`${url.pathname} ${url.searchParams.get('url')}`)
    const name = (url.searchParams.get('url') ?? '').split('/').at(-1) ?? ''
    if (name === 'cut') return void request.socket.destroy()
    const known = url.pathname === '/noembed' ? (fallbackAnswers[name] ?? name) : name
    const [status, body] = answers[known] ?? [500, '']
    return void response.writeHead(status).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  base = `http://127.0.0.1:${port}`
  guarded = createGuardedFetch({ allowPrivateHosts: [`127.0.0.1:${port}`], hostMap: {} })
})

afterAll(async () => {
  await guarded.close()
  server.closeAllConnections()
  server.close()
})

const oembed = (changed: Partial<OembedSettings> = {}) =>
  createOembed(
    {
      TIKTOK_OEMBED_URL: `${base}/tiktok`,
      YOUTUBE_OEMBED_URL: `${base}/youtube`,
      META_OEMBED_URL: `${base}/meta`,
      META_ACCESS_TOKEN: 't',
      FALLBACK_OEMBED_URL: 'off',
      ...changed,
    },
    guarded.fetch,
  )

describe('the answers of each provider', () => {
  it.each([
    ['TikTok', 'gone', 'E_PROXY_OEMBED_HTTP', 404],
    ['TikTok', 'html', 'invalid_oembed_payload', 200],
    ['TikTok', 'empty', 'invalid_oembed_payload', 200],
    ['TikTok', 'broken', 'oembed_fetch_failed', 503],
    ['TikTok', 'cut', 'oembed_fetch_failed', null],
    ['YouTube', 'text404', 'E_YT_OEMBED_JSON', 404],
    ['YouTube', 'forbidden', 'E_YT_OEMBED_JSON', 200],
    ['YouTube', 'empty', 'invalid_oembed_payload', 200],
    ['YouTube', 'broken', 'oembed_fetch_failed', 503],
    ['Instagram', 'notApproved', 'E_PROXY_OEMBED_HTTP', 400],
    ['Instagram', 'html', 'invalid_oembed_payload', 200],
    ['Instagram', 'text404', 'invalid_oembed_payload', 404],
    ['Facebook', 'metaDown', 'oembed_fetch_failed', 400],
    ['Facebook', 'broken', 'oembed_fetch_failed', 503],
  ] as const)('%s %s is %s', async (platform, name, code, status) => {
    expect(await oembed()(target(platform, name), signal)).toMatchObject({
      ok: false,
      code,
      status,
    })
  })

  it('reads TikTok, and Meta without author and thumbnail', async () => {
    expect(await oembed()(target('TikTok', 'good'), signal)).toEqual({
      ok: true,
      oembed: {
        url: 'https://x.mx/good',
        title: 'Tacos',
        author_name: 'tacos.mx',
        thumbnail_url: 'https://x.mx/a.jpg',
      },
    })
    const meta = await oembed()(target('Facebook', 'metaGood'), signal)
    expect(meta).toMatchObject({ ok: true, oembed: { provider_name: 'Instagram' } })
  })

  it('sends no request to Meta without a token', async () => {
    const meta = oembed({ META_OEMBED_URL: META_GRAPH_URL, META_ACCESS_TOKEN: undefined })
    expect(await meta(target('Instagram', 'good'), signal)).toMatchObject({
      code: 'E_PROXY_OEMBED_HTTP',
      status: null,
    })
  })
})

describe('requests', () => {
  it('retries a transient failure, not a definite one, and uses the right Meta endpoint', async () => {
    const chain = oembed()
    asked.length = 0
    await chain(target('TikTok', 'broken'), signal)
    await chain(target('TikTok', 'gone'), signal)
    await chain({ platform: 'Facebook', url: 'https://www.facebook.com/a/posts/metaGood' }, signal)
    expect(asked).toEqual([
      '/tiktok https://x.mx/broken',
      '/tiktok https://x.mx/broken',
      '/tiktok https://x.mx/gone',
      '/meta/oembed_post https://www.facebook.com/a/posts/metaGood',
    ])
  })

  it('waits about 120 ms × attempt', () => {
    const waits = Array.from({ length: 200 }, () => backoff(1))
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(60)
    expect(Math.max(...waits)).toBeLessThanOrEqual(180)
  })

  it('tries the generic provider after a failure and reports the failure of the platform', async () => {
    const chain = oembed({ FALLBACK_OEMBED_URL: `${base}/noembed` })
    expect(await chain(target('TikTok', 'goneHere'), signal)).toMatchObject({
      ok: true,
      oembed: { title: 'Tacos' },
    })
    expect(await chain(target('TikTok', 'gone'), signal)).toMatchObject({
      ok: false,
      code: 'E_PROXY_OEMBED_HTTP',
    })
    expect(await chain({ platform: 'Instagram', url: 'https://x.mx/noembed' }, signal)).toMatchObject({
      ok: false,
    })
  })
})
