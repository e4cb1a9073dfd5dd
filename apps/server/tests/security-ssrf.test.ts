import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { parseLink } from '@antojo/domain/links/link'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { publicLookup } from '../src/adapters/http/address-guard.ts'
import { createGuardedFetch, type GuardedFetchHandle } from '../src/adapters/http/guarded-fetch.ts'
import type { Resolve } from '../src/adapters/http/name-resolver.ts'

const corpus = z
  .object({
    resolves: z.record(z.string(), z.array(z.string())),
    groups: z.array(
      z.object({
        technique: z.string(),
        source: z.string(),
        expect: z.enum(['private_address', 'bad_url']),
        urls: z.array(z.string()),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('corpora/ssrf.json', import.meta.url), 'utf8')))
const cases = corpus.groups.flatMap((group) => group.urls.map((url) => ({ ...group, url })))
const LIMITS = { timeoutMs: 2_000, maxBytes: 1_000 }

const answerOf = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 })
const resolve: Resolve = async (name) => (corpus.resolves[name] ?? ['127.0.0.1']).map(answerOf)

let server: Server
let redirector: string
let guarded: GuardedFetchHandle
let asked = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1
    const location = new URL(request.url ?? '/', 'http://x').searchParams.get('to') ?? ''
    response.writeHead(302, { location }).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  redirector = `http://${host}`
  guarded = createGuardedFetch({ allowPrivateHosts: [host], hostMap: {}, resolve })
})
afterAll(async () => {
  await guarded.close()
  server.close()
})

it('has at least 150 different addresses', () => {
  expect(new Set(cases.map(({ url }) => url)).size).toBeGreaterThanOrEqual(150)
})

describe('the guarded fetcher', () => {
  it.each(corpus.groups)('refuses: $technique', async ({ urls, expect: reason }) => {
    const answers = []
    for (const url of urls) answers.push({ url, ...(await guarded.fetch({ url, ...LIMITS })) })
    expect(answers).toMatchObject(urls.map((url) => ({ url, ok: false, reason })))
  })

  it('refuses each as the target of a redirect', async () => {
    // Leaves out targets that lead back here, and those that a header cannot contain.
    const targets = cases
      .filter(({ url }) => URL.canParse(url, redirector) && /^[\u0021-\u007e]+$/u.test(url))
      .filter(({ url }) => new URL(url, redirector).origin !== redirector)
    expect(targets.length).toBeGreaterThan(100)
    const before = asked
    const answers = []
    for (const { url } of targets)
      answers.push({
        url,
        ...(await guarded.fetch({ url: `${redirector}/?to=${encodeURIComponent(url)}`, ...LIMITS })),
      })
    // A URL without a scheme takes that of the redirecting page.
    const reasonOf = ({ url, expect: reason }: (typeof targets)[number]) =>
      URL.canParse(url) ? reason : 'private_address'
    expect(answers).toMatchObject(
      targets.map((target) => ({ url: target.url, ok: false, reason: reasonOf(target) })),
    )
    expect(asked - before).toBe(targets.length)
  })

  it('refuses a name whose answer turns private between the first look-up and the connection', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']]
    let questions = 0
    const rebinding = createGuardedFetch({
      allowPrivateHosts: [],
      hostMap: {},
      resolve: async () => (answers[questions++] ?? ['127.0.0.1']).map(answerOf),
    })
    const answer = await rebinding.fetch({ url: 'http://rebind.example/', ...LIMITS })
    await rebinding.close()
    expect(answer).toMatchObject({ ok: false, reason: 'private_address' })
    expect(questions).toBe(2)
  })

  it('gives a connection only addresses that it has checked, and checks each answer', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1'], ['93.184.216.34', '::1']]
    let questions = 0
    const lookup = publicLookup(async () => (answers[questions++] ?? []).map(answerOf))
    const ask = () =>
      new Promise((done) =>
        lookup('rebind.example', { all: true }, (error, found) => done(error?.name ?? found)),
      )
    expect(await ask()).toEqual([{ address: '93.184.216.34', family: 4 }])
    expect(questions).toBe(1)
    expect(await ask()).toBe('PrivateAddressError')
    expect(await ask()).toBe('PrivateAddressError')
  })
})

it('no such address is read as a post of a platform', () => {
  const isPost = (url: string) => {
    const link = parseLink(url)
    return link?.kind === 'video' || link?.kind === 'short'
  }
  expect(isPost('https://www.tiktok.com/@a/video/7301234567890123456')).toBe(true)
  expect(cases.filter(({ url }) => isPost(url))).toEqual([])
})

it.each([
  'https://www.tiktok.com.evil.example/@a/video/7301234567890123456',
  'https://evil-tiktok.com/@a/video/7301234567890123456',
  'https://www.tіktok.com/@a/video/7301234567890123456',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://evil.example?https://youtu.be/dQw4w9WgXcQ',
  'https://evil.example\\@youtu.be/dQw4w9WgXcQ',
  'https://www.instagram.com@evil.example/reel/C8aBcDeFgHi/',
  'https://іnstagram.com/reel/C8aBcDeFgHi/',
  'https://fb.watch.evil.example/abc_1/',
])('a look-alike is no platform: %s', (url) => {
  expect(parseLink(url)?.platform ?? 'Other').toBe('Other')
})
