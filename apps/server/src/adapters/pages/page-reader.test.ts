import { buildPost, type PageAnswer, type Post } from '@antojo/testing/sandbox/post'
import { type Sandbox, startSandbox } from '@antojo/testing/sandbox/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createBudgets } from '../../core/budgets.ts'
import type { ProviderCall } from '../../telemetry/metrics.ts'
import { createGuardedFetch, type GuardedFetchHandle } from '../http/guarded-fetch.ts'
import { createPagePace } from './page-pace.ts'
import { createPageReader, type PageOutcome, type PageReader } from './page-reader.ts'

const LINKS: Record<Post['platform'], string> = {
  TikTok: 'https://www.tiktok.com/@ana.come/video/73000000000000000',
  YouTube: 'https://www.youtube.com/watch?v=abcdefghi',
  Instagram: 'https://www.instagram.com/reel/Cabcdefg',
  Facebook: 'https://www.facebook.com/watch/?v=9000000000',
}
const LONG = `${'Fuimos por tacos al pastor y no paramos. '.repeat(40)}📍 El Califa de León, CDMX`

let sandbox: Sandbox
let guarded: GuardedFetchHandle
let made = 10

beforeAll(async () => {
  sandbox = await startSandbox()
  guarded = createGuardedFetch({
    allowPrivateHosts: [new URL(sandbox.url).host],
    hostMap: z.record(z.string(), z.string()).parse(JSON.parse(sandbox.env['SHORT_LINK_MAP'] ?? '{}')),
  })
})
afterAll(async () => {
  await sandbox.close()
  await guarded.close()
})

function readerWith(calls: ProviderCall[] = [], isOn = true): PageReader {
  return createPageReader({
    fetch: guarded.fetch,
    budgets: createBudgets({ rates: false }),
    pace: createPagePace({ perMinute: 6_000 }),
    isOn,
    onCall: (call) => void calls.push(call),
  })
}

function addPost(platform: Post['platform'], page: PageAnswer, given: Partial<Post> = {}): Post {
  made += 1
  const post = buildPost({
    id: `page-${made}`,
    platform,
    page,
    link: `${LINKS[platform]}${made}`,
    author: { name: 'Ana Come', handle: 'ana.come' },
    ...(platform === 'YouTube' ? { title: 'Ruta de tacos', description: LONG } : { title: LONG }),
    ...given,
  })
  sandbox.addPost(post)
  return post
}

function read(post: Post, reader = readerWith()): Promise<PageOutcome> {
  return reader({ platform: post.platform, url: post.link }, AbortSignal.timeout(10_000))
}

describe('the page of a post', () => {
  it.each(['TikTok', 'YouTube', 'Instagram', 'Facebook'] as const)(
    'of %s gives the whole caption, from its own JSON alone as well',
    async (platform) => {
      for (const answer of ['whole', 'data'] as const) {
        expect(await read(addPost(platform, answer))).toMatchObject({ page: { post: { caption: LONG } } })
      }
    },
  )

  it('is read by its tags where it has no JSON: YouTube cut, Instagram whole, a Facebook reel its author', async () => {
    const youtube = await read(addPost('YouTube', 'tags'))
    expect(youtube).toMatchObject({ page: { preview: { title: 'Ruta de tacos' } } })
    expect(youtube.kind === 'found' && youtube.page.preview.caption).toMatch(/^Fuimos.*\.\.\.$/u)
    expect(await read(addPost('Instagram', 'tags'))).toMatchObject({
      page: { preview: { author: 'Ana Come', caption: LONG } },
    })
    const reel = addPost('Facebook', 'tags', { link: 'https://www.facebook.com/reel/90000000000777' })
    expect(await read(reel)).toMatchObject({ page: { preview: { author: 'Ana Come' } } })
  })

  it('tells the place that its author tagged, and the text on the video', async () => {
    const location = {
      name: 'El Califa de León',
      address: 'Av. Ribera de San Cosme 56',
      city: 'Ciudad de México',
    }
    const tiktok = addPost('TikTok', 'data', { location, stickers: ['2 estrellas', ' '] })
    expect(await read(tiktok)).toMatchObject({
      page: { post: { location, screenTexts: ['2 estrellas'], handle: 'ana.come' } },
    })
    expect(await read(addPost('Instagram', 'data', { location }))).toMatchObject({
      page: { post: { location: { name: 'El Califa de León' } } },
    })
  })

  it('never gives the words of another post on it', async () => {
    const { link } = addPost('Instagram', 'whole')
    const other = { platform: 'Instagram', url: link.replace('Cabc', 'Cxyz') } as const
    expect(await readerWith()(other, AbortSignal.timeout(5_000))).toEqual({
      kind: 'none',
      reason: 'not_found',
    })
    for (const platform of ['Instagram', 'Facebook', 'YouTube'] as const) {
      expect(JSON.stringify(await read(addPost(platform, 'tags')))).not.toContain('Otro Sitio')
    }
  })

  it.each([
    ['YouTube', 'consent', 'consent'],
    ['TikTok', 'challenge', 'challenge'],
    ['Instagram', 'sign_in', 'sign_in'],
    ['Facebook', 'sign_in', 'sign_in'],
    ['Instagram', 'rate_limited', 'rate_limited'],
  ] as const)('of %s behind %s is none, and says so', async (platform, answer, reason) => {
    const calls: ProviderCall[] = []
    expect(await read(addPost(platform, answer), readerWith(calls))).toEqual({ kind: 'none', reason })
    expect(calls).toMatchObject([{ provider: `${platform} page`, outcome: reason }])
  })

  it('is asked for by the name of the product, without cookies', async () => {
    const post = addPost('TikTok', 'whole')
    await read(post)
    const asked = sandbox.requests.all().findLast(({ endpoint }) => endpoint === 'page')
    expect(asked?.userAgent).toContain('AntojoBot')
    expect(asked?.userAgent).not.toMatch(/facebook|chrome|safari/iu)
  })

  it('is left alone for as long as its platform says, the other platforms are not', async () => {
    const reader = readerWith()
    expect(await read(addPost('Instagram', 'rate_limited'), reader)).toMatchObject({ reason: 'rate_limited' })
    const next = addPost('Instagram', 'whole')
    expect(await read(next, reader)).toEqual({ kind: 'none', reason: 'resting' })
    expect(sandbox.requests.count('page', next.link)).toBe(0)
    expect(await read(addPost('TikTok', 'whole'), reader)).toMatchObject({ kind: 'found' })
  })

  it('is not asked for when pages are switched off', async () => {
    const post = addPost('TikTok', 'whole')
    expect(await read(post, readerWith([], false))).toEqual({ kind: 'none', reason: 'switched_off' })
    expect(sandbox.requests.count('page', post.link)).toBe(0)
  })
})
