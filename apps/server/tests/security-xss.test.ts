import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PLATFORM_DEFINITIONS } from '@antojo/domain/platforms/definitions'
import { parseLink, playerUrl } from '@antojo/domain/links/link'
import { DEFAULT_SETTINGS, importSettings } from '@antojo/domain/settings'
import Fastify from 'fastify'
import { Parser } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '../src/core/app-error.ts'
import { renderError } from '../src/core/error-renderer.ts'
import { addSecurityHeaders, contentSecurityPolicy } from '../src/http/security-headers.ts'
import { serveWebApp } from '../src/http/web-app.ts'

const { groups } = z
  .object({
    groups: z.array(z.object({ technique: z.string(), source: z.string(), payloads: z.array(z.string()) })),
  })
  .parse(JSON.parse(readFileSync(new URL('corpora/xss.json', import.meta.url), 'utf8')))
const payloads = groups.flatMap((group) => group.payloads)
const security = { https: true, mapOrigins: () => [], googleMaps: false }

it('has at least 200 different payloads', () => {
  expect(new Set(payloads).size).toBeGreaterThanOrEqual(200)
})

describe('the link preview of a shared list', () => {
  const app = Fastify()
  let dist: string
  let shown = ''

  beforeAll(async () => {
    dist = await mkdtemp(join(tmpdir(), 'antojo-dist-'))
    await writeFile(
      join(dist, 'index.html'),
      '<!doctype html><head><title>Antojo</title><script nonce="__CSP_NONCE__"></script></head><body></body>',
    )
    await addSecurityHeaders(app, security)
    await serveWebApp(app, {
      dist,
      publicUrl: 'https://antojo.example',
      security,
      previewPost: async () => null,
      previewInvitation: async () => null,
      previewList: async () => ({ title: shown, description: shown, image: `/img?u=${shown}` }),
    })
  })
  afterAll(async () => {
    await app.close()
    await rm(dist, { recursive: true })
  })

  it.each(groups)('shows as text: $technique', async (group) => {
    for (shown of group.payloads) {
      const page = await app.inject({ url: '/list/x', headers: { accept: 'text/html' } })
      const { tags, contents } = readPage(page.body)
      expect(tags).toEqual(['head', 'title', 'script', ...Array.from({ length: 7 }, () => 'meta'), 'body'])
      expect(contents.get('og:title')).toBe(shown)
      expect(contents.get('og:description')).toBe(shown)
      expect(contents.get('og:image')).toMatch(/^https:\/\/antojo\.example\/img\?u=/u)
    }
  })

  it('is never served with a policy that runs inline code', async () => {
    const page = await app.inject({ url: '/list/x', headers: { accept: 'text/html' } })
    expect(page.statusCode).toBe(200)
    const nonce = /<script nonce="([\w-]{22})">/u.exec(page.body)?.[1] ?? 'none'
    const policies = [
      [page.headers['content-security-policy'], `'self' 'nonce-${nonce}'`],
      [contentSecurityPolicy(security, null), "'self'"],
    ] as const
    for (const [policy, own] of policies) {
      const directives = String(policy).split('; ')
      expect(directives).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          `script-src ${own}`,
          `style-src ${own}`,
          "object-src 'none'",
          "base-uri 'none'",
          "require-trusted-types-for 'script'",
        ]),
      )
      expect(policy).not.toMatch(/unsafe-|\*/u)
      expect(directives.filter((directive) => directive.startsWith('script-src'))).toHaveLength(1)
    }
    expect(page.headers['x-content-type-options']).toBe('nosniff')
  })
})

it('players are made of ids alone', () => {
  const frames = new Set(Object.values(PLATFORM_DEFINITIONS).map(({ player }) => player.origin))
  const shapes = payloads.flatMap((text) => [
    text,
    `https://www.tiktok.com/@a/video/${text}`,
    `https://www.youtube.com/watch?v=${text}`,
    `https://www.youtube.com/watch?v=${encodeURIComponent(text)}`,
    `https://www.instagram.com/reel/${text}/`,
    `https://www.facebook.com/plugins/video.php?href=${encodeURIComponent(text)}`,
    `https://www.facebook.com/${text}/videos/1234567890123456`,
    `https://www.facebook.com/${text}/posts/1234567890123456`,
  ])
  const players = shapes.flatMap((shape) => playerUrl(parseLink(shape)) ?? [])
  // When the payload replaces an account's name, the post still has a player.
  expect(players.length).toBeGreaterThan(50)
  const isSafe = (url: string) => frames.has(new URL(url).origin) && /^[\w:/.?=&%-]+$/u.test(url)
  expect(players.filter((url) => !isSafe(url))).toEqual([])
  const texts = payloads
    .filter((text) => /[<"']/u.test(text))
    .flatMap((text) => [text, encodeURIComponent(text)])
  expect(players.filter((url) => texts.some((text) => url.includes(text)))).toEqual([])
})

it('an imported settings file holds nothing but settings', () => {
  expect(importSettings('{"theme":"dark","radius_km":25,"extra":1}', DEFAULT_SETTINGS)).toEqual({
    ...DEFAULT_SETTINGS,
    theme: 'dark',
    radius_km: 25,
  })
  for (const text of payloads) {
    const hostile = Object.fromEntries(Object.keys(DEFAULT_SETTINGS).map((name) => [name, text]))
    const kept = importSettings(JSON.stringify({ ...hostile, extra: text }), DEFAULT_SETTINGS)
    expect(kept).toEqual({ ...DEFAULT_SETTINGS, radius_km: expect.any(Number) })
    expect(importSettings(text, DEFAULT_SETTINGS) ?? DEFAULT_SETTINGS).toEqual(DEFAULT_SETTINGS)
  }
  const polluting = '{"__proto__":{"theme":"dark"},"constructor":{"prototype":{"theme":"dark"}}}'
  expect(importSettings(polluting, DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS)
  expect({}).not.toHaveProperty('theme')
})

it('an error is JSON with its detail, never a page', async () => {
  const app = Fastify()
  await addSecurityHeaders(app, security)
  app.setErrorHandler((error, request, reply) => reply.code(400).send(renderError(error, request.id).body))
  app.get<{ Params: { text: string } }>('/:text', ({ params }) => {
    throw new AppError('bad_request', params.text)
  })
  for (const payload of payloads) {
    const text = payload.slice(0, 30).toWellFormed()
    const answer = await app.inject(`/${encodeURIComponent(text)}`)
    expect(answer.json()).toMatchObject({ ok: false, error: 'bad_request', detail: text })
    expect(answer.headers['content-type']).toMatch(/^application\/json/u)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  }
  await app.close()
})

function readPage(html: string): { tags: string[]; contents: Map<string, string> } {
  const tags: string[] = []
  const contents = new Map<string, string>()
  const parser = new Parser({
    onopentag: (name, { property, content }) => {
      tags.push(name)
      if (property !== undefined) contents.set(property, content ?? '')
    },
  })
  parser.end(html)
  return { tags, contents }
}
