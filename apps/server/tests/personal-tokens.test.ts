import { channel } from 'node:diagnostics_channel'
import { captureResponse, createdToken, tokensResponse } from '@antojo/contract/account'
import { videoRow } from '@antojo/contract/video-row'
import type { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { startTestNode, type TestNode } from './test-node.ts'

const CAPTURE = '/functions/v1/capture'
const contramar = buildPost({
  id: 'contramar',
  title: 'Tostadas de atún 📍 Contramar, Roma Norte, CDMX #mariscos',
})
const gone = buildPost({ id: 'gone', failure: 'gone' })
/** A short link to the post of `contramar`. */
const redirected = buildPost({
  ...contramar,
  id: 'redirected',
  link: 'https://vm.tiktok.com/ZMcaptured/',
  url: contramar.link,
})
const routes: { readonly method: string; readonly url: string }[] = []
const started = channel('fastify.initialization')

let node: TestNode
let ana: AppClient

beforeAll(async () => {
  started.subscribe(noteRoutes)
  node = await startTestNode([contramar, gone, redirected], { RATE_LIMITS: 'on' })
  started.unsubscribe(noteRoutes)
  ana = await node.person('ana')
})
afterAll(() => node.stop())

function noteRoutes(message: unknown): void {
  const { fastify } = z.object({ fastify: z.custom<FastifyInstance>() }).parse(message)
  // Methods that fetch cannot send.
  const skipped = ['HEAD', 'OPTIONS', 'TRACE', 'CONNECT']
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (!skipped.includes(each)) routes.push({ method: each, url })
  })
}

async function createToken(person: AppClient, name: string) {
  const body = JSON.stringify({ name, scopes: ['capture'], expiresInDays: 30 })
  return createdToken.parse(await (await person.request('/tokens', { method: 'POST', body })).json())
}

async function listTokens(person: AppClient) {
  return tokensResponse.parse(await (await person.request('/tokens')).json()).tokens
}

function capture(token: string, body: unknown): Promise<Response> {
  return send('POST', CAPTURE, token, JSON.stringify(body))
}

function send(method: string, path: string, token: string | null, body?: string): Promise<Response> {
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  return fetch(node.url + path, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) })
}

async function videosOf(person: AppClient) {
  return videoRow
    .array()
    .parse(await (await person.request(`/rest/v1/videos?user_id=eq.${person.userId}`)).json())
}

describe('a personal token', () => {
  it('saves a link at once, which is identified in the background', async () => {
    const { token } = await createToken(ana, 'Atajo del iPhone')
    const answer = await capture(token, { url: contramar.link, text: 'para el viernes' })
    expect(answer.status).toBe(202)
    const { video } = captureResponse.parse(await answer.json())
    expect(video.identify_state).toBe('running')
    await vi.waitFor(
      async () => expect(await videosOf(ana)).toMatchObject([{ id: video.id, restaurant_name: 'Contramar' }]),
      { timeout: 60_000, interval: 200 },
    )
    const again = await capture(token, { text: `mira ${contramar.link}` })
    expect(again.status).toBe(200)
    expect(captureResponse.parse(await again.json()).video.id).toBe(video.id)
    expect(await videosOf(ana)).toHaveLength(1)
    expect(await listTokens(ana)).toMatchObject([
      { name: 'Atajo del iPhone', lastUsedAt: expect.any(String) },
    ])
  })

  it('keeps the words around a link, an open question, and one row for each post', async () => {
    const dora = await node.person('dora')
    const { token } = await createToken(dora, 'Atajo')
    const captured = async (body: unknown) => {
      const answer = await capture(token, body)
      return { status: answer.status, ...captureResponse.parse(await answer.json()) }
    }
    const ofDora = async (statement: string) =>
      (await node.database.asSystem('test', (tx) => sql.raw(statement).execute(tx))).rows
    const first = await captured({ url: gone.link, text: 'para el viernes' })
    const { id } = first.video
    expect(first).toMatchObject({
      ok: true,
      status: 202,
      video: { id, user_id: dora.userId, video_url: gone.link, identify_state: 'running' },
    })
    const hints = await ofDora(`select hints from app.identify_tries where video_id = '${id}'`)
    expect(hints).toEqual([{ hints: { around: 'para el viernes' } }])
    await vi.waitFor(
      async () => expect(await videosOf(dora)).toMatchObject([{ identify_reason: 'E_PROXY_OEMBED_HTTP' }]),
      { timeout: 60_000, interval: 50 },
    )
    await ofDora(
      `update videos set identify_state = 'question', identify_reason = null, identify_question = '[]' where id = '${id}'`,
    )
    const again = await captured({ url: gone.link })
    expect(again).toMatchObject({
      status: 202,
      video: { id, identify_state: 'question', identify_question: [] },
    })

    const known = await captured({ url: contramar.link })
    await vi.waitFor(
      async () =>
        expect((await videosOf(dora)).find((row) => row.id === known.video.id)?.enrich_state).toBe('done'),
      { timeout: 60_000, interval: 50 },
    )
    const before = (await videosOf(dora)).find((row) => row.id === known.video.id)
    const short = await captured({ text: redirected.link })
    expect(short).toMatchObject({ status: 202, video: { video_url: redirected.link } })
    await vi.waitFor(async () => expect(await videosOf(dora)).toHaveLength(2), {
      timeout: 60_000,
      interval: 50,
    })
    expect((await videosOf(dora)).find((row) => row.id === known.video.id)).toEqual(before)
    const budgets = await (await fetch(`${node.url}/metrics`)).text()
    expect(budgets).toMatch(/^antojo_budget\{budget="addDaily",state="started"\} [1-9]/mu)
  })

  it('is stored as a hash and shown once', async () => {
    const { token } = await createToken(ana, 'Una vez')
    const rows = await node.database.asSystem('test', (tx) =>
      sql`select to_jsonb(t) as row from personal_tokens t`.execute(tx),
    )
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(await listTokens(ana))).not.toContain(token)
  })

  it('opens no route but those for tokens, and there only what its scope allows', async () => {
    const { token } = await createToken(ana, 'Solo guardar')
    expect(routes.length).toBeGreaterThan(60)
    const opened: string[] = []
    for (const { method, url } of routes) {
      if (url === CAPTURE || url === '/mcp') continue
      const path = url.replaceAll('*', 'videos').replaceAll(/:\w+/gu, ana.userId)
      const body = method === 'GET' ? undefined : '{}'
      const { status } = await send(method, path, token, body)
      const asGuest = await send(method, path, null, body)
      if (![401, 403, asGuest.status].includes(status)) opened.push(`${method} ${url}: ${status}`)
    }
    expect(opened).toEqual([])
    const add = { action: 'extract-video', input: { videoUrl: contramar.link } }
    expect((await send('POST', '/functions/v1/ai', token, JSON.stringify(add))).status).toBe(401)
    expect((await send('GET', '/tokens', token)).status).toBe(401)
    expect((await send('GET', '/rest/v1/videos', token)).status).toBe(401)
  })

  it('ends when it is revoked or expires, or when its account is banned or waits for its deletion', async () => {
    const berta = await node.person('berta')
    const [revoked, expired, banned] = [
      await createToken(berta, 'Anulado'),
      await createToken(berta, 'Vencido'),
      await createToken(berta, 'Suspendido'),
    ]
    const foreign = await ana.request(`/tokens/${revoked.id}`, { method: 'DELETE', body: '{}' })
    expect(foreign.status).toBe(404)
    await berta.request(`/tokens/${revoked.id}`, { method: 'DELETE', body: '{}' })
    await node.database.asSystem('test', (tx) =>
      sql`update personal_tokens set expires_at = now() where name = 'Vencido'`.execute(tx),
    )
    const listed = (await listTokens(berta)).map(({ name, isExpired }) => [name, isExpired])
    expect(Object.fromEntries(listed)).toEqual({ Suspendido: false, Vencido: true })
    for (const { token } of [revoked, expired, { token: 'antojo_invented' }])
      expect((await capture(token, { url: contramar.link })).status).toBe(401)
    expect((await capture(banned.token, { url: contramar.link })).status).toBe(202)
    for (const change of [`banned_until = 'infinity'`, `banned_until = null, delete_after = 'infinity'`]) {
      await node.database.pool.query(`update auth.users set ${change} where id = $1`, [berta.userId])
      expect((await capture(banned.token, { url: contramar.link })).status).toBe(401)
    }
  })

  it.each([
    [{}, 400],
    [{ text: 'sin enlace' }, 422],
    [{ text: 'https://' }, 422],
  ])('refuses %j and saves nothing', async (body, status) => {
    const carla = await node.person('carla')
    const { token } = await createToken(carla, 'Malo')
    expect((await capture(token, body)).status).toBe(status)
    expect(await videosOf(carla)).toEqual([])
  })
})
