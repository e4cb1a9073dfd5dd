import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handleError } from '../core/error-renderer.ts'
import { hasPasskeys } from './auth-mount.ts'
import { contentSecurityPolicy } from './security-headers.ts'
import { serveWebApp } from './web-app.ts'

let app: FastifyInstance
let dist: string

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'antojo-web-'))
  await mkdir(join(dist, 'assets'))
  await writeFile(
    join(dist, 'index.html'),
    '<html><head><script nonce="__CSP_NONCE__"></script></head></html>',
  )
  await writeFile(join(dist, 'assets', 'app-1a2b.js'), 'export {}')
  await writeFile(join(dist, 'sw.js'), 'self')
  app = Fastify()
  app.setErrorHandler(handleError)
  await serveWebApp(app, {
    dist,
    publicUrl: 'https://antojo.example',
    security: { https: true, mapOrigins: () => ['https://tiles.example'], googleMaps: false },
    previewList: async (id, language) => {
      if (id === 'outage') throw Object.assign(new Error('the database stops'), { code: '57P01' })
      return id === 'tacos'
        ? {
            title: 'Tacos "ricos" <3',
            description: language,
            image: '/img?u=a&w=800',
            firstPicture: 'https://x.test/"a".jpg',
          }
        : null
    },
    previewInvitation: async (token) =>
      token === 'mariscos'
        ? { title: 'Te invitaron a Mariscos', description: '', image: '/preview/Mexican.png' }
        : null,
    previewPost: async (link) =>
      link === 'https://example.org/1'
        ? { title: 'Contramar', description: 'Durango 200', image: '/preview/any.png' }
        : null,
  })
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

const page = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })

describe('serveWebApp', () => {
  it.each(['/', '/map?q=tacos', '/list/none', '/deep/link'])(
    '%s is the page with its own nonce',
    async (url) => {
      const [first, second] = [await page(url), await page(url)]
      const nonce = /nonce="(?<nonce>[\w-]{22})"/u.exec(first.body)?.groups?.['nonce'] ?? ''
      expect(first.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'`)
      expect(first.headers['content-security-policy']).not.toContain('unsafe')
      expect(first.headers['cache-control']).toBe('no-cache')
      expect(second.body).not.toContain(nonce)
    },
  )

  it('lets browsers keep hashed files for ever and revalidate the others', async () => {
    expect((await app.inject('/assets/app-1a2b.js')).headers['cache-control']).toMatch(/immutable/u)
    expect((await app.inject('/sw.js')).headers['cache-control']).toBe('no-cache')
  })

  it('puts escaped preview tags on a shared list', async () => {
    const { body } = await page('/list/tacos')
    expect(body).toContain('<meta property="og:title" content="Tacos &#34;ricos&#34; &#60;3">')
    expect(body).toContain('content="https://antojo.example/img?u=a&#38;w=800"')
  })

  it('preloads the picture that the cover and the first card of a list show', async () => {
    const { body } = await page('/list/tacos')
    const [card, cover] = body.match(/<link rel="preload" as="image"[^>]*>/gu) ?? []
    const address = '/img?u=https%3A%2F%2Fx.test%2F%22a%22.jpg'
    expect(card).toContain(` imagesrcset="${address}&#38;w=480&#38;shape=card 480w, `)
    expect(cover).toContain(` href="${address}&#38;w=800&#38;shape=card">`)
    expect((await page('/invite/mariscos')).body).not.toContain('rel="preload" as="image"')
  })

  it('puts preview tags on an invitation to a list', async () => {
    const { body } = await page('/invite/mariscos')
    expect(body).toContain('<meta property="og:title" content="Te invitaron a Mariscos">')
    expect((await page('/invite/x')).body).not.toContain('og:title')
  })

  it('puts preview tags on the link of a shared place', async () => {
    const { body } = await page(`/find?${new URLSearchParams({ url: 'https://example.org/1' })}`)
    expect(body).toContain('<meta property="og:title" content="Contramar">')
    expect((await page('/find?url=tacos')).body).not.toContain('og:title')
    expect((await page('/find')).body).not.toContain('og:title')
  })

  it('gives the preview in the language of its reader, else in Spanish', async () => {
    const descriptionFor = async (language: Readonly<Record<string, string>>) => {
      const { body } = await app.inject({ url: '/list/tacos', headers: { accept: 'text/html', ...language } })
      return /og:description" content="([^"]*)"/u.exec(body)?.[1]
    }
    expect(await descriptionFor({})).toBe('es')
    expect(await descriptionFor({ 'accept-language': 'de,en-GB;q=0.8,es;q=0.5' })).toBe('en')
  })

  it('answers an outage of the database with the page and 503, unlike an unknown list', async () => {
    const outage = await page('/list/outage')
    expect([outage.statusCode, outage.headers['retry-after']]).toEqual([503, '5'])
    expect(outage.body).toContain('<html>')
    expect((await page('/list/none')).statusCode).toBe(200)
  })

  it.each(['/assets/gone.js', '/rest/v1/none', '/functions/v1/none', '/none.json'])(
    '%s is not found',
    async (url) => {
      const headers = { accept: url.includes('none.json') ? 'application/json' : 'text/html' }
      expect((await app.inject({ url, headers })).json()).toMatchObject({ error: 'not_found' })
    },
  )
})

describe('contentSecurityPolicy', () => {
  const policyOf = (googleMaps: boolean) =>
    new Map(
      contentSecurityPolicy({ https: true, mapOrigins: () => [], googleMaps }, 'abc')
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive]),
    )

  it('names no host of Google without a key for its map', () => {
    expect([...policyOf(false).values()].join('; ')).not.toMatch(/google|gstatic/u)
  })

  it("allows the sources of Google's map with a key, but scripts only by nonce and none from text", () => {
    const policy = policyOf(true)
    expect(policy.get('script-src')).toBe("script-src 'self' 'nonce-abc'")
    expect(policy.get('img-src')).toContain('https://*.gstatic.com')
    expect(policy.get('connect-src')).toContain('https://*.googleapis.com')
    expect(policy.get('style-src')).toBe("style-src 'self' 'nonce-abc' https://fonts.googleapis.com")
    expect(policy.get('frame-src')).toContain('https://*.google.com')
    expect(policy.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'")
    expect(policy.get('trusted-types')).toContain('google-maps-api#html')
  })
})

it.each([
  ['https://antojo.example', true],
  ['http://localhost:8787', true],
  ['http://antojo.example', false],
  ['http://127.0.0.1:8787', false],
  ['https://203.0.113.7', false],
  ['https://[2001:db8::1]', false],
])('browsers allow passkeys at %s: %s', (publicUrl, expected) => {
  expect(hasPasskeys(publicUrl)).toBe(expected)
})
