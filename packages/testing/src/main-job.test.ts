import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startApp } from './app.ts'
import type { App } from './app.ts'
import { AppClient } from './client.ts'
import { parseEventStream } from './event-stream.ts'
import { buildPost } from './sandbox/post.ts'
import type { Post } from './sandbox/post.ts'

/** The promises of the main job that only the whole server can keep, over HTTP, on its own embedded database. */

const PASSWORD = 'tengo-antojo-de-tacos'
const savedRows = z.array(z.object({ id: z.string(), video_url: z.string() }))

let dataDir: string
let app: App
let made = 0

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'antojo-main-job-'))
  app = await startApp({ dataDir })
}, 90_000)

afterAll(async () => {
  await app.stop()
  await rm(dataDir, { recursive: true })
})

function newUser(email = `user-${(made += 1)}@antojo.test`): Promise<AppClient> {
  return AppClient.enter(app.url, { email, password: PASSWORD })
}

function newPost(given: Partial<Post> = {}): Post {
  made += 1
  const post = buildPost({
    id: `main-job-${made}`,
    title: 'Salt beef at 3am 🥯 Beigel Bake, Brick Lane, London #london',
    ...given,
  })
  app.sandbox.addPost(post)
  return post
}

async function rowsOf(user: AppClient): Promise<z.infer<typeof savedRows>> {
  const response = await user.request('/rest/v1/videos?select=id,video_url')
  return savedRows.parse(await response.json())
}

test('ten users who add one new link at once cause one oEmbed request and get a row each', async () => {
  const post = newPost()
  const users = await Promise.all(Array.from({ length: 10 }, () => newUser()))
  const outcomes = await Promise.all(users.map((user) => user.add(post.link)))
  expect(new Set(outcomes.map(({ decision }) => decision))).toEqual(new Set(['accepted']))
  expect(app.sandbox.requests.count('tiktok')).toBe(1)
  for (const user of users) expect(await rowsOf(user)).toHaveLength(1)
})

test('the event stream shows the steps as they happen and ends with the same answer', async () => {
  const user = await newUser()
  const post = newPost()
  const response = await user.request('/functions/v1/ai', {
    method: 'POST',
    headers: { accept: 'text/event-stream' },
    body: JSON.stringify({ action: 'extract-video', input: { videoUrl: post.link } }),
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const { steps, result } = parseEventStream(await response.text())
  const order = ['oembed', 'transcribe', 'ocr', 'extract', 'enrich', 'save']
  expect([...new Set(steps.map(({ step }) => step))].toSorted()).toEqual(order.toSorted())
  expect(steps.filter(({ step }) => step === 'oembed').map(({ state }) => state)).toEqual(['running', 'done'])
  expect(result).toMatchObject({
    status: 200,
    body: { ok: true, accepted: true, duplicate: false, best: { name: 'Beigel Bake' } },
  })
})

describe('bad input', () => {
  test.for<[string, string, number, string]>([
    ['no link', 'tacos al pastor', 422, 'no_link'],
    ['a link of another host', 'https://example.org/video/1', 422, 'unsupported_host'],
    ['a profile instead of a video', 'https://www.tiktok.com/@antojo', 422, 'not_a_video'],
  ])('%s', async ([, videoUrl, status, code]) => {
    const user = await newUser()
    expect(await user.add(videoUrl)).toEqual({ decision: 'error', status, code })
    expect(await rowsOf(user)).toEqual([])
  })

  test('a redirect loop and a link into a private network', async () => {
    const user = await newUser()
    const loop = newPost({ link: 'https://vm.tiktok.com/ZMmainloop/', failure: 'redirect_loop' })
    const bait = newPost({
      link: 'https://vm.tiktok.com/ZMmainbait/',
      failure: 'redirect_to_private_address',
    })
    expect(await user.add(loop.link)).toMatchObject({ decision: 'error', code: 'redirect_loop' })
    expect(await user.add(bait.link)).toMatchObject({ decision: 'error', code: 'private_address' })
    expect(await rowsOf(user)).toEqual([])
  })

  test('5 MB of text', async () => {
    const user = await newUser()
    expect(await user.add('https://www.tiktok.com/@a/video/1 '.padEnd(5_000_000, 'x'))).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    })
  })

  test('a body that is not JSON', async () => {
    const user = await newUser()
    const response = await user.request('/functions/v1/ai', { method: 'POST', body: '{"action":' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ ok: false, error: 'invalid_json' })
  })

  test('a session that is none', async () => {
    const user = await newUser()
    const response = await user.request('/functions/v1/ai', {
      method: 'POST',
      headers: { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln' },
      body: JSON.stringify({ action: 'extract-video', input: { videoUrl: newPost().link } }),
    })
    expect(response.status).toBe(401)
  })

  test('a post of emoji only ends without a guess', async () => {
    const user = await newUser()
    expect(await user.add(newPost({ title: '🌮🔥😍' }).link)).toEqual({ decision: 'weak_data' })
  })

  test('letters that no database holds, and an emoji where a text is cut', async () => {
    const user = await newUser()
    const cut = `${'a'.repeat(119)}🔥`
    const title = `Tacos \0 ${String.fromCodePoint(0xd83c)} ricos`
    for (const post of [newPost({ title: cut }), newPost({ title })]) {
      expect(await user.add(post.link)).toEqual({ decision: 'weak_data' })
    }
  })

  test('a post that cannot be read leaves no row', async () => {
    const user = await newUser()
    expect(await user.add(newPost({ failure: 'private' }).link)).toEqual({
      decision: 'oembed_required',
      code: 'E_PROXY_OEMBED_HTTP',
    })
    expect(await rowsOf(user)).toEqual([])
  })
})

test('kill -9 during 20 adds: what was acknowledged is there once after the restart', async () => {
  const email = 'crash@antojo.test'
  const user = await newUser(email)
  const posts = Array.from({ length: 20 }, () => newPost())
  const acknowledged: string[] = []
  const adding = Promise.allSettled(
    posts.map(async ({ link }) => {
      await user.add(link)
      acknowledged.push(link)
      if (acknowledged.length === 7) await app.kill()
    }),
  )
  await adding
  await app.restart()
  const links = (await rowsOf(await newUser(email))).map(({ video_url: url }) => url)
  expect(links).toEqual(expect.arrayContaining(acknowledged))
  expect(new Set(links).size).toBe(links.length)
  expect(acknowledged.length).toBeLessThan(20)
}, 90_000)
