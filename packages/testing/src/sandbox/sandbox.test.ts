import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPost } from './post.ts'
import type { Failure, PageAnswer, Post } from './post.ts'
import { startSandbox } from './sandbox.ts'
import type { Sandbox } from './sandbox.ts'

const LINKS: Record<Post['platform'], string> = {
  TikTok: 'https://www.tiktok.com/@antojo/video/7300000000000000',
  YouTube: 'https://www.youtube.com/watch?v=abcdefgh0',
  Instagram: 'https://www.instagram.com/reel/Cabcdef',
  Facebook: 'https://www.facebook.com/reel/90000000000',
}
const ENDPOINTS: Record<Post['platform'], string> = {
  TikTok: '/tiktok/oembed?url=',
  YouTube: '/youtube/oembed?format=json&url=',
  Instagram: '/meta/v24.0/instagram_oembed?access_token=a%7Cb&url=',
  Facebook: '/meta/v24.0/oembed_video?access_token=a%7Cb&url=',
}

let sandbox: Sandbox
let made = 10

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

function addPost(platform: Post['platform'], given: Partial<Post> = {}): Post {
  made += 1
  const post = buildPost({ id: `post-${made}`, platform, link: `${LINKS[platform]}${made}`, ...given })
  sandbox.addPost(post)
  return post
}

async function askOembed(post: Post): Promise<{ status: number; body: string }> {
  const response = await fetch(
    sandbox.url + ENDPOINTS[post.platform] + encodeURIComponent(post.url ?? post.link),
  )
  return { status: response.status, body: await response.text() }
}

async function askFallback(post: Post): Promise<unknown> {
  const response = await fetch(`${sandbox.url}/noembed/embed?url=${encodeURIComponent(post.link)}`)
  return response.json()
}

function open(link: string): Promise<Response> {
  const { host, pathname, search } = new URL(link)
  return fetch(`${sandbox.url}/hosts/${host}${pathname}${search}`, { redirect: 'manual' })
}

describe('oEmbed', () => {
  test.for<[Post['platform'], string[]]>([
    ['TikTok', ['title', 'author_unique_id', 'thumbnail_url', 'embed_product_id', 'html']],
    ['YouTube', ['title', 'author_name', 'thumbnail_url', 'html']],
    ['Instagram', ['html', 'provider_name', 'type']],
    ['Facebook', ['html', 'provider_name', 'height']],
  ])('%s answers with its own fields', async ([platform, fields]) => {
    const { status, body } = await askOembed(addPost(platform, { title: 'Tacos "El Güero" & más' }))
    expect(status).toBe(200)
    expect(Object.keys(JSON.parse(body))).toEqual(expect.arrayContaining(fields))
    expect(Object.keys(JSON.parse(body)).includes('author_name')).toBe(
      platform === 'TikTok' || platform === 'YouTube',
    )
  })

  test.for<[Post['platform'], Failure, number, string]>([
    ['TikTok', 'private', 400, '"code":400'],
    ['TikTok', 'gone', 400, 'Something went wrong'],
    ['TikTok', 'not_json', 200, '<!doctype html>'],
    ['YouTube', 'private', 403, 'Forbidden'],
    ['YouTube', 'embedding_off', 401, 'Unauthorized'],
    ['YouTube', 'gone', 404, 'Not Found'],
    ['YouTube', 'not_json', 200, 'Forbidden'],
    ['Instagram', 'private', 400, '"code":400'],
    ['Instagram', 'embedding_off', 400, '2207046'],
    ['Instagram', 'not_approved', 400, 'reviewed and approved'],
    ['Facebook', 'token_required', 400, '"code":104'],
    ['Facebook', 'server_error', 500, '"is_transient":true'],
  ])('%s, %s: %i', async ([platform, failure, status, excerpt]) => {
    const answer = await askOembed(addPost(platform, { failure }))
    expect(answer.status).toBe(status)
    expect(answer.body).toContain(excerpt)
  })

  test('a post that fails once answers the second time', async () => {
    const post = addPost('TikTok', { failure: 'server_error_once' })
    expect((await askOembed(post)).status).toBe(503)
    expect((await askOembed(post)).status).toBe(200)
    expect(sandbox.requests.count('TikTok oEmbed', post.link)).toBe(2)
  })

  test('Meta wants a token', async () => {
    const post = addPost('Instagram')
    const response = await fetch(`${sandbox.url}/meta/instagram_oembed?url=${encodeURIComponent(post.link)}`)
    expect(await response.text()).toContain('"code":104')
  })

  test('the fallback provider knows YouTube only and hides errors behind a 200', async () => {
    expect(await askFallback(addPost('YouTube'))).toHaveProperty('title')
    expect(await askFallback(addPost('YouTube', { failure: 'private' }))).toHaveProperty(
      'error',
      '403 Forbidden',
    )
    expect(await askFallback(addPost('TikTok'))).toHaveProperty('error', 'no matching providers found')
  })
})

describe('pages and short links', () => {
  test.for<[Post['platform'], string]>([
    ['TikTok', 'https://vm.tiktok.com/ZMsandbox/'],
    ['Instagram', 'https://www.instagram.com/share/reel/BAsandbox'],
    ['Facebook', 'https://fb.watch/sandbox1/'],
  ])('a short link of %s leads to the post', async ([platform, link]) => {
    const url = `${LINKS[platform]}99`
    addPost(platform, { link, url })
    const response = await open(link)
    expect(response.status).toBe(302)
    const [address] = response.headers.get('location')?.split(/[?&]/) ?? []
    expect(address).toBe(url)
    expect(sandbox.requests.count('short_link', link)).toBe(1)
  })

  test('a loop leads to itself and bait into a private network', async () => {
    const loop = addPost('TikTok', { link: 'https://vm.tiktok.com/ZMloop/', failure: 'redirect_loop' })
    const bait = addPost('TikTok', {
      link: 'https://vm.tiktok.com/ZMbait/',
      failure: 'redirect_to_private_address',
    })
    expect((await open(loop.link)).headers.get('location')).toBe(loop.link)
    expect((await open(bait.link)).headers.get('location')).toBe('http://10.0.0.1/admin')
  })

  test('a page names the video file of a post that offers it', async () => {
    const page = await (await open(addPost('TikTok', { offersVideo: true }).link)).text()
    expect(page).toMatch(/og:video" content="http:.*\/videos\/post-\d+\.mp4"/)
    expect(await (await open(addPost('TikTok').link)).text()).not.toContain('og:video')
  })

  test('an Instagram page wraps the caption, a private one sends to the log-in', async () => {
    const seen = await (await open(addPost('Instagram', { title: 'Birria en @el.compadre' }).link)).text()
    expect(seen).toContain('property="og:description"')
    expect(seen).toContain('Birria en @el.compadre')
    expect((await open(addPost('Instagram', { failure: 'private' }).link)).headers.get('location')).toContain(
      'login',
    )
  })
})

describe('pages as platforms send them to servers', () => {
  const text = 'Los mejores tacos. '.repeat(60)

  async function pageOf(platform: Post['platform'], given: Partial<Post>): Promise<string> {
    return (await open(addPost(platform, { title: text, ...given }).link)).text()
  }

  test('YouTube: 1.4 MB, the tags at 700 kB, the whole description in the JSON behind them alone', async () => {
    const page = await pageOf('YouTube', { title: 'Tacos', description: text })
    expect(Buffer.byteLength(page)).toBeGreaterThan(1_370_000)
    expect(Math.abs(page.indexOf('property="og:title"') - 699_117)).toBeLessThan(300)
    expect(Math.abs(page.indexOf('</head>') - 707_278)).toBeLessThan(1_500)
    expect(page.indexOf(text.trim())).toBeGreaterThan(page.indexOf('ytInitialPlayerResponse'))
  })

  test('Instagram: the whole caption in the title, a cut one without its quote in the description', async () => {
    const page = await pageOf('Instagram', {})
    expect(page).toContain(`on Instagram: &#34;${text}&#34;"`)
    const description = /og:description" content="([^"]*)"/.exec(page)?.[1] ?? ''
    expect(description.replaceAll('&#34;', '"')).toMatch(/2026: "Los mejores[^"]*$/)
  })

  test.for<[string, Partial<Post>, RegExp]>([
    [
      'a video',
      { link: 'https://www.facebook.com/watch/?v=9000000000778' },
      /og:title" content="84K views · 1.2K reactions \| Los mejores[^|]*\.\.\. \| Antojo"/,
    ],
    [
      'a reel',
      { link: 'https://www.facebook.com/reel/9000000000777' },
      /og:title" content="1.2K reactions · 134 shares \| Antojo on Reels"/,
    ],
  ])('Facebook counts in the title of %s', async ([, given, title]) => {
    expect(await pageOf('Facebook', given)).toMatch(title)
  })

  test.for<[Post['platform'], PageAnswer, number, string]>([
    ['YouTube', 'consent', 302, 'https://consent.youtube.com/m?continue='],
    ['Instagram', 'sign_in', 302, 'https://www.instagram.com/accounts/login/?next='],
    ['Instagram', 'rate_limited', 429, ''],
    ['TikTok', 'challenge', 200, ''],
  ])('%s, %s: %i', async ([platform, page, status, location]) => {
    const answer = await open(addPost(platform, { page }).link)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('location') ?? '').toContain(location)
    expect(answer.headers.has('retry-after')).toBe(status === 429)
    expect(await answer.text()).not.toContain('og:')
  })

  test('a packed page is the same page', async () => {
    const { link } = addPost('YouTube')
    const { host, pathname, search } = new URL(link)
    const address = `${sandbox.url}/hosts/${host}${pathname}${search}`
    const [packed, plain] = await Promise.all(
      ['gzip', 'identity'].map((encoding) => fetch(address, { headers: { 'accept-encoding': encoding } })),
    )
    expect(packed?.headers.get('content-encoding')).toBe('gzip')
    expect(await packed?.text()).toBe(await plain?.text())
  })
})

test('pictures and videos are real files', async () => {
  const post = addPost('YouTube', { dish: 'ramen' })
  const picture = await fetch(`${sandbox.url}/thumbnails/${post.id}.jpg?x-signature=a`)
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(5_000)
  const video = Buffer.from(await (await fetch(`${sandbox.url}/videos/${post.id}.mp4`)).arrayBuffer())
  expect(video.toString('latin1', 4, 8)).toBe('ftyp')
  expect((await fetch(`${sandbox.url}/thumbnails/nothing.jpg`)).status).toBe(404)
})
