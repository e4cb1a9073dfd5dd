import { readMediaResponse } from '@antojo/contract/read-media'
import sharp from 'sharp'
import { z } from 'zod'
import { adminMetricsResponse, HANDBOOK_SECTIONS } from '@antojo/contract/admin'
import { querySynthResponse } from '@antojo/contract/ai'
import { resultEvent, stepEvent } from '@antojo/contract/ai-events'
import { bootConfig } from '@antojo/contract/boot-config'
import { errorBody } from '@antojo/contract/error-codes'
import { finderResponse } from '@antojo/contract/finder'
import { oembedResponse } from '@antojo/contract/oembed'
import { placeDetailsResponse, placesResponse } from '@antojo/contract/places'
import { transcribeResponse } from '@antojo/contract/transcribe'
import type { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import { drawFrame } from '@antojo/testing/sandbox/pictures/thumbnail'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findConfinement } from '../src/adapters/decoder/find-confinement.ts'
import { readEvents, startTestNode, type TestNode } from './test-node.ts'

const contramar = buildPost({
  id: 'contramar',
  title: 'Tostadas de atún 📍 Contramar, Roma Norte, CDMX #mariscos',
})
const emoji = buildPost({ id: 'emoji', title: '😋😋🔥' })
const gone = buildPost({ id: 'gone', failure: 'gone' })

let node: TestNode
let first: AppClient
let second: AppClient

beforeAll(async () => {
  node = await startTestNode([contramar, emoji, gone], { ADMIN_EMAILS: 'jefa@antojo.test' })
  first = await node.person('primera')
  await first.request('/functions/v1/ai', {
    method: 'POST',
    body: JSON.stringify({ action: 'extract-video', input: { videoUrl: contramar.link } }),
  })
  second = await node.person('segunda')
})
afterAll(() => node.stop())

const get = (path: string): Promise<Response> => fetch(`${node.url}${path}`)
const ai = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${node.url}/functions/v1/ai`, { method: 'POST', body: JSON.stringify(body), headers })

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const fetchSession = async (grant: string, body: Record<string, string>) => {
  const answer = await fetch(`${node.url}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return z.object({ access_token: z.string(), refresh_token: z.string() }).parse(await answer.json())
}
const enter = (name: string) =>
  fetchSession('password', { email: `${name}@antojo.test`, password: 'tengo-antojo-de-tacos' })

const upload = async (body: Uint8Array<ArrayBuffer>): Promise<Response> => {
  const { access_token: token } = await enter('primera')
  const headers = { 'content-type': 'image/png', authorization: `Bearer ${token}` }
  return fetch(`${node.url}/functions/v1/read-media`, { method: 'POST', body, headers })
}

describe('/places', () => {
  it('finds places by text near a point, and gives details with hours', async () => {
    const { ok, results } = placesResponse.parse(
      await (await get('/places?query=contramar&lat=19.42&lng=-99.16&radius=5000')).json(),
    )
    expect([ok, results[0]?.name]).toEqual([true, 'Contramar'])
    const id = encodeURIComponent(results[0]?.place_id ?? '')
    const { result } = placeDetailsResponse.parse(
      await (await get(`/places/details?id=${id}&language=en`)).json(),
    )
    expect(result).toMatchObject({ name: 'Contramar', website: 'https://www.contramar.com.mx' })
    expect(result?.opening_hours?.weekday_text[0]).toMatch(/^Monday: /u)
  })

  it('gives an empty answer for an empty query and for unknown ids', async () => {
    expect(placesResponse.parse(await (await get('/places?query=')).json())).toEqual({
      ok: true,
      results: [],
    })
    const unknown = await get('/places/details?id=antojo:none')
    expect([unknown.status, await unknown.json()]).toEqual([404, { ok: false, result: null }])
    expect((await get('/places?query=x&lat=500')).status).toBe(400)
  })
})

describe('/oembed and /img', () => {
  it("gives a post's metadata, or the reason why there is none", async () => {
    const found = oembedResponse.parse(
      await (await get(`/oembed?url=${encodeURIComponent(contramar.link)}`)).json(),
    )
    expect(found).toMatchObject({ platform: 'TikTok', oembed: { author_name: 'Antojo' } })
    const missing = await get(`/oembed?url=${encodeURIComponent(gone.link)}`)
    expect([missing.status, errorBody.parse(await missing.json()).error]).toEqual([
      424,
      'E_PROXY_OEMBED_HTTP',
    ])
    for (const [post, isGone] of [
      [contramar, false],
      [gone, true],
    ] as const) {
      const asked = await get(`/oembed/gone?url=${encodeURIComponent(post.link)}`)
      expect(await asked.json()).toEqual({ ok: true, gone: isGone })
    }
  })

  it('serves webp of the requested width with a validator, and refuses unknown pictures', async () => {
    const missing = `${node.sandbox.url}/thumbnails/none.jpg`
    const changed = await first.request('/rest/v1/videos?title=like.*Contramar*', {
      method: 'PATCH',
      headers: { prefer: 'return=representation' },
      body: JSON.stringify({ places_photo_url: missing }),
    })
    const [row] = z.array(z.object({ provider_thumbnail_url: z.string() })).parse(await changed.json())
    const address = encodeURIComponent(row?.provider_thumbnail_url ?? '')
    const picture = await get(`/img?u=${address}&w=300`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const again = await fetch(`${node.url}/img?u=${address}&w=300`, {
      headers: { 'if-none-match': picture.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    const card = await get(`/img?u=${address}&w=480&shape=card`)
    const { width, height } = await sharp(await card.arrayBuffer()).metadata()
    expect(Math.round((width / height) * 9)).toBe(16)
    const codes = [
      'https://evil.example/x',
      'http://127.0.0.1:1/a.jpg',
      'file:///etc/passwd.png',
      'https://10.0.0.1/a.png',
    ]
    for (const url of codes) {
      const refused = await get(`/img?u=${encodeURIComponent(url)}`)
      expect([url, refused.status]).toEqual([url, 422])
    }
    expect((await get('/img')).status).toBe(422)
    expect((await get('/img?photo_ref=places/x')).status).toBe(502)
    const absent = await get(`/img?u=${encodeURIComponent(missing)}`)
    expect(errorBody.parse(await absent.json()).error).toBe('image_unavailable')
  })
})

describe('the cache of browsers', () => {
  it.each([
    ['/rest/v1/videos', 'application/json; charset=utf-8'],
    ['/account/export', 'application/zip'],
    ['/auth/v1/user', 'application/json; charset=utf-8'],
    ['/invitations', 'application/json; charset=utf-8'],
  ])('stores nothing of %s', async (path, type) => {
    const { headers } = await first.request(path)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toBe(type)
  })

  it('gives other websites no access with cookies', async () => {
    for (const path of ['/rest/v1/videos', '/auth/v1/user', '/account/export']) {
      const { headers } = await first.request(path, { headers: { origin: 'https://evil.example' } })
      expect(headers.has('access-control-allow-credentials')).toBe(false)
      expect(headers.get('access-control-allow-origin')).toBe(path.startsWith('/account') ? null : '*')
    }
  })
})

describe('rows', () => {
  it('are compressed and still counted', async () => {
    const rows = await first.request('/rest/v1/videos?select=*', { headers: { 'accept-encoding': 'gzip' } })
    expect(rows.headers.get('content-encoding')).toBe('gzip')
    expect(rows.headers.get('content-range')).toBe('0-0/*')
    expect(await rows.json()).toHaveLength(1)
  })
})

describe('finder', () => {
  it('streams its five steps and answers a guest', async () => {
    const input = { mediaUrl: contramar.link, cityHint: 'CDMX' }
    const response = await ai({ action: 'find', input }, { accept: 'text/event-stream' })
    const events = readEvents(await response.text())
    const steps = events.filter(({ event }) => event === 'step').map(({ data }) => stepEvent.parse(data).step)
    expect([...new Set(steps)]).toEqual(['oembed', 'probe', 'frames', 'ocr', 'search'])
    const { results } = finderResponse.parse(resultEvent.parse(events.at(-1)?.data).body)
    expect(results[0]).toMatchObject({ name: 'Contramar', placeId: 'antojo:contramar-ciudad-de-mexico' })
    expect(results[0]?.confidence).toBeGreaterThanOrEqual(0.7)
  })

  it(
    'finds nothing in a post without names, and reports a post that cannot be read',
    { tags: 'slow' },
    async () => {
      const nothing = await ai({ action: 'find', input: { mediaUrl: emoji.link } })
      expect(finderResponse.parse(await nothing.json()).results).toEqual([])
      const unread = await ai({ action: 'find', input: { mediaUrl: gone.link } })
      expect([unread.status, errorBody.parse(await unread.json()).error]).toEqual([
        424,
        'E_PROXY_OEMBED_HTTP',
      ])
    },
  )

  it('makes search phrases, and none from empty input', async () => {
    const input = { title: 'Tostadas en Contramar', hashtags: '#cdmx', language: 'es' }
    const made = querySynthResponse.parse(await (await ai({ action: 'query-synth', input })).json())
    expect(made.queries.join()).toMatch(/Contramar/u)
    expect(
      querySynthResponse.parse(await (await ai({ action: 'query-synth', input: {} })).json()).queries,
    ).toEqual([])
  })
})

describe('transcribe, configuration, metrics, health', () => {
  it('reports that there is no speech service', async () => {
    const body = JSON.stringify({ url: contramar.link, max_seconds: 90 })
    const response = await fetch(`${node.url}/functions/v1/transcribe`, { method: 'POST', body })
    expect(transcribeResponse.parse(await response.json())).toEqual({
      ok: false,
      text: '',
      reason: 'speech_unavailable',
    })
  })

  it('gives the web app its configuration', async () => {
    const config = bootConfig.parse(await (await get('/config.json')).json())
    expect(config).toMatchObject({ signIn: { google: false, facebook: false, oidc: null }, mail: false })
    expect(config.anonKey.split('.')).toHaveLength(3)
  })

  it('shows its figures to the first account and to named administrators alone', async () => {
    const metrics = adminMetricsResponse.parse(await (await first.request('/admin/metrics?hours=1')).json())
    expect(metrics.cp_match_rate).toBeGreaterThan(0)
    expect(metrics.rows.map(({ decision }) => decision)).toContain('accepted')
    expect(metrics.slices).toHaveLength(24)
    expect(sum(metrics.slices.map(({ accepted }) => accepted))).toBe(
      metrics.rows.filter(({ decision }) => decision === 'accepted').length,
    )
    expect(sum(metrics.slices.map(({ adds }) => adds))).toBe(metrics.adds)
    expect(sum(metrics.platforms.map(({ analyses }) => analyses))).toBe(metrics.total)
    expect(metrics.steps.find(({ step }) => step === 'oembed')?.runs).toBeGreaterThan(0)
    expect(metrics.decoding).toEqual(await findConfinement())
    expect(metrics.installation).toMatchObject({
      versions: { node: process.versions.node, postgres: expect.stringMatching(/^18\./u) },
      backup: null,
      problems: expect.arrayContaining(['no_backup']),
    })
    for (const section of Object.values(HANDBOOK_SECTIONS))
      expect(await (await get(`/handbook/${section}`)).text()).toMatch(/^## /u)
    expect((await get('/handbook/what-is-logged-and-kept')).status).toBe(404)
    expect((await second.request('/admin/metrics')).status).toBe(403)
    expect((await get('/admin/metrics')).status).toBe(401)
    const named = await node.person('jefa')
    expect((await named.request('/admin/metrics?hours=24')).status).toBe(200)
    expect((await named.request('/admin/metrics?hours=5')).status).toBe(400)
  })

  it.each(['email_confirmed_at = null', 'is_sso_user = true'])(
    'does not show them to the address of an administrator with %s',
    async (change) => {
      await node.person('jefa')
      const session = await enter('jefa')
      await node.database.pool.query(`update auth.users set ${change} where email = 'jefa@antojo.test'`)
      const unproven = await fetchSession('refresh_token', { refresh_token: session.refresh_token })
      const headers = { authorization: `Bearer ${unproven.access_token}` }
      expect((await fetch(`${node.url}/admin/metrics?hours=24`, { headers })).status).toBe(403)
      await node.database.pool.query(
        `update auth.users set email_confirmed_at = now(), is_sso_user = false where email = 'jefa@antojo.test'`,
      )
    },
  )

  it('counts adds and steps for Prometheus and is healthy', async () => {
    const text = await (await get('/metrics')).text()
    expect(text).toMatch(/antojo_adds_total\{decision="accepted"\} 1/u)
    expect(text).toMatch(/antojo_step_seconds_count\{step="oembed",state="done"\}/u)
    expect([(await get('/healthz')).status, (await get('/readyz')).status]).toEqual([200, 200])
  })

  it('answers an unknown path with its code', async () => {
    const unknown = await get('/nothing/here')
    expect([unknown.status, errorBody.parse(await unknown.json()).error]).toEqual([404, 'not_found'])
  })
})

describe('uploads', () => {
  it(
    'reads the text in a picture for people with an account, and reports when there is none',
    { tags: 'slow', timeout: 120_000 },
    async () => {
      const picture = await drawFrame(buildPost({ id: 'shown', onScreen: ['CONTRAMAR'] }))
      const read = readMediaResponse.parse(await (await upload(new Uint8Array(picture))).json())
      expect(read.texts.map(({ text }) => text).join(' ')).toMatch(/contramar/iu)
      const garbage = readMediaResponse.parse(await (await upload(new Uint8Array([1, 2, 3]))).json())
      expect(garbage).toMatchObject({ ok: false, texts: [] })
      const { access_token: token } = await enter('primera')
      const json = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const url = `${node.url}/functions/v1/read-media`
      expect((await fetch(url, { method: 'POST', body: '{}', headers: json })).status).toBe(400)
      const stranger = await fetch(url, { method: 'POST', body: new Uint8Array([1]) })
      expect(stranger.status).toBe(401)
    },
  )
})
