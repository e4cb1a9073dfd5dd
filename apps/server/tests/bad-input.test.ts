import { errorBody } from '@antojo/contract/error-codes'
import type { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestNode, type TestNode } from './test-node.ts'

const contramar = buildPost({ id: 'contramar', title: 'Tostadas de atún 📍 Contramar, CDMX' })
const loop = buildPost({
  id: 'loop',
  link: 'https://vm.tiktok.com/ZMl00p/',
  url: 'https://www.tiktok.com/@a/video/7412345678901230030',
  failure: 'redirect_loop',
})
const bait = buildPost({
  id: 'bait',
  link: 'https://vm.tiktok.com/ZMbait/',
  url: 'https://www.tiktok.com/@a/video/7412345678901230031',
  failure: 'redirect_to_private_address',
})

let node: TestNode
let ana: AppClient

beforeAll(async () => {
  node = await startTestNode([contramar, loop, bait])
  ana = await node.person('ana')
})
afterAll(() => node.stop())

const ai = (body: string): Promise<Response> => ana.request('/functions/v1/ai', { method: 'POST', body })
const add = (videoUrl: string): Promise<Response> =>
  ai(JSON.stringify({ action: 'extract-video', input: { videoUrl } }))
const videos = () => node.database.asSystem('look', (tx) => tx.selectFrom('videos').selectAll().execute())
const askAs = async (headers: Record<string, string>) => {
  const body = JSON.stringify({ action: 'extract-video', input: { videoUrl: contramar.link } })
  const response = await fetch(`${node.url}/functions/v1/ai`, { method: 'POST', body, headers })
  return [response.status, errorBody.parse(await response.json()).error]
}

describe('bad input', () => {
  it.each([
    ['hola, no hay enlace', 422, 'no_link', 0],
    ['https://www.tiktok.com/@alguien', 422, 'not_a_video', 0],
    [`https://www.tiktok.com/${'x'.repeat(5_000)}`, 422, 'link_too_long', 0],
    [loop.link, 422, 'redirect_loop', 1],
    [bait.link, 422, 'private_address', 0],
    ['http://127.0.0.1:1/video', 422, 'unsupported_host', 1],
    ['http://169.254.169.254/latest/meta-data', 422, 'private_address', 0],
    ['https://example.invalid/video', 422, 'unsupported_host', 1],
  ])('%s is answered with %i %s and kept as %i row', async (text, status, code, kept) => {
    const response = await add(text)
    expect([response.status, errorBody.parse(await response.json()).error]).toEqual([status, code])
    const rows = await videos()
    expect(rows.map((row) => [row.identify_state, row.identify_reason])).toEqual(
      Array.from({ length: kept }, () => ['unidentified', code]),
    )
    await node.database.asSystem('empty the collection', (tx) => tx.deleteFrom('videos').execute())
  })

  it('refuses a body that is not JSON, has the wrong shape, or has 5 MB', async () => {
    const codes = await Promise.all(
      [
        '{',
        '[]',
        JSON.stringify({ action: 'extract-video', input: { videoUrl: 'x'.repeat(5_000_000) } }),
      ].map(async (body) => {
        const response = await ai(body)
        return [response.status, errorBody.parse(await response.json()).error]
      }),
    )
    expect(codes).toEqual([
      [400, 'invalid_json'],
      [400, 'bad_request'],
      [413, 'payload_too_large'],
    ])
  })

  it('refuses a request without a session, and one with an invalid token', async () => {
    expect(await askAs({})).toEqual([401, 'session_required'])
    expect(await askAs({ authorization: 'Bearer a.b.c' })).toEqual([401, 'session_expired'])
  })
})
