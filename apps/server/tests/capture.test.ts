import { once } from 'node:events'
import { get, IncomingMessage } from 'node:http'
import { captureResponse, createdToken, MAX_CAPTURED_LINKS } from '@antojo/contract/account'
import { videoRow } from '@antojo/contract/video-row'
import { errorBody } from '@antojo/contract/error-codes'
import type { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestNode, type TestNode } from './test-node.ts'

const contramar = buildPost({
  id: 'contramar',
  title: 'Tostadas de atún 📍 Contramar, Roma Norte, CDMX #mariscos',
})
const silent = buildPost({ id: 'silent', title: '🤤🤤' })

let node: TestNode

beforeAll(async () => {
  node = await startTestNode([contramar, silent])
})
afterAll(() => node.stop())

async function tokenOf(person: AppClient): Promise<string> {
  const body = JSON.stringify({ name: 'Atajo', scopes: ['capture'], expiresInDays: 30 })
  return createdToken.parse(await (await person.request('/tokens', { method: 'POST', body })).json()).token
}

function send(token: string, body: BodyInit, type?: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...(type !== undefined && { 'content-type': type }) }
  return fetch(`${node.url}/functions/v1/capture`, { method: 'POST', headers, body })
}

async function rowsOf(person: AppClient) {
  const path = `/rest/v1/videos?user_id=eq.${person.userId}&order=created_at`
  return videoRow.array().parse(await (await person.request(path)).json())
}

it('takes JSON, a form, a multipart form and plain text', async () => {
  const lola = await node.person('lola')
  const token = await tokenOf(lola)
  const form = new FormData()
  form.set('text', `mira ${contramar.link}`)
  const answers = [
    await send(token, JSON.stringify({ url: contramar.link }), 'application/json'),
    await send(token, new URLSearchParams({ url: contramar.link })),
    await send(token, form),
    await send(token, `mira ${contramar.link}`, 'text/plain'),
  ]
  const ids = await Promise.all(
    answers.map(async (answer) => captureResponse.parse(await answer.json()).video.id),
  )
  expect(new Set(ids).size).toBe(1)
  expect(await rowsOf(lola)).toHaveLength(1)
})

it('saves every link of a text, each with the words after it, and says which it cannot save', async () => {
  const mina = await node.person('mina')
  const token = await tokenOf(mina)
  const text = `dos: ${contramar.link} para hoy ${silent.link} y https://www.tiktok.com/tag/tacos`
  const answer = await send(token, text, 'text/plain; charset=utf-8')
  expect(answer.status).toBe(202)
  const { videos, added, notTaken } = captureResponse.parse(await answer.json())
  expect(videos.map(({ video_url: url }) => url)).toEqual([contramar.link, silent.link])
  expect(added).toEqual(videos.map(({ id }) => id))
  expect(notTaken).toEqual([{ text: 'https://www.tiktok.com/tag/tacos', error: 'not_a_video' }])
})

it('reads a picture that comes with a link as a hint about it', async () => {
  const nora = await node.person('nora')
  const token = await tokenOf(nora)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="240"><rect width="900" height="240" fill="#fff"/><text x="30" y="90" font-size="56" font-family="sans-serif">Restaurante Contramar</text><text x="30" y="180" font-size="56" font-family="sans-serif">Roma Norte, CDMX</text></svg>`
  const png = await sharp(Buffer.from(svg)).png().toBuffer()
  const form = new FormData()
  form.set('url', silent.link)
  form.set('captura', new File([new Uint8Array(png)], 'captura.png', { type: 'image/png' }))
  form.set('otra', new File(['no es una imagen'], 'nota.png', { type: 'image/png' }))
  const answer = await send(token, form)
  expect(answer.status).toBe(202)
  expect(captureResponse.parse(await answer.json()).notTaken).toEqual([
    { text: 'nota.png', error: 'media_unavailable' },
  ])
  await expect
    .poll(async () => (await rowsOf(nora))[0]?.restaurant_name, { timeout: 30_000 })
    .toBe('Contramar')
})

it('bounds the links, and refuses what has none or is malformed, before it reads pictures of strangers', async () => {
  const olga = await node.person('olga')
  const token = await tokenOf(olga)
  const many = Array.from(
    { length: MAX_CAPTURED_LINKS + 1 },
    (_, index) => `https://www.tiktok.com/@a/video/${7_300_000_000_000_000_000n + BigInt(index)}`,
  )
  const { videos, notTaken } = captureResponse.parse(
    await (await send(token, many.join('\n'), 'text/plain')).json(),
  )
  expect([videos.length, notTaken.length, notTaken[0]?.error]).toEqual([
    MAX_CAPTURED_LINKS,
    1,
    'rate_limited',
  ])

  const picture = new FormData()
  picture.set('captura', new File(['x'], 'captura.png'))
  const refusals = [
    await send(token, new URLSearchParams()),
    await send(token, picture),
    await send(token, 'sin enlace', 'text/plain'),
    await send(token, 'x', 'multipart/form-data; boundary=nada'),
    await send(token, 'x', 'multipart/form-data'),
    await send('antojo_nadie', picture),
    await send(token, new Uint8Array(13 * 1024 * 1024), 'multipart/form-data; boundary=x'),
  ]
  const codes = await Promise.all(
    refusals.map(async (answer) => [answer.status, errorBody.parse(await answer.json()).error]),
  )
  expect(codes).toEqual([
    [400, 'bad_request'],
    [400, 'bad_request'],
    [422, 'no_link'],
    [400, 'bad_request'],
    [400, 'bad_request'],
    [401, 'session_required'],
    [413, 'payload_too_large'],
  ])
})

it('refuses a form of very many parts while it arrives, and drops nothing of an odd one', async () => {
  const pia = await node.person('pia')
  const token = await tokenOf(pia)
  const formOf = (parts: readonly string[]) =>
    Buffer.from(`${parts.map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--b--`)
  const many = Array.from({ length: 150_000 }, (_, index) => `name="p${index}"; filename="f"\r\n\r\nx`)
  const before = process.cpuUsage()
  const refused = await send(token, formOf(many), 'multipart/form-data; boundary=b')
  // The node runs in this process. Parsing all parts takes some ten seconds.
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
  expect([refused.status, errorBody.parse(await refused.json()).error]).toEqual([413, 'payload_too_large'])

  const odd = [`name="__proto__"\r\n\r\n{}`, `name="url"\r\n\r\n${contramar.link}`]
  const nameless = 'name="f"\r\nContent-Type: application/octet-stream\r\n\r\nx'
  const taken = await send(token, formOf([...odd, nameless]), 'multipart/form-data; boundary=b')
  expect(captureResponse.parse(await taken.json())).toMatchObject({
    video: { video_url: contramar.link },
    notTaken: [{ text: '', error: 'media_unavailable' }],
  })
})

it('marks a text that the person shared themselves, and no text that a site sent', async () => {
  const text = `mira ${contramar.link}`
  const share = async (site: string): Promise<IncomingMessage> => {
    const url = `${node.url}/shared?text=${encodeURIComponent(text)}`
    const [answer] = await once(get(url, { headers: { 'sec-fetch-site': site } }), 'response')
    if (!(answer instanceof IncomingMessage)) throw new Error('no answer')
    answer.resume()
    return answer
  }
  const own = await share('none')
  expect([own.statusCode, own.headers.location]).toEqual([303, `/?add=${encodeURIComponent(text)}`])
  expect(own.headers['set-cookie']?.join()).toMatch(
    /^__Host-shared=[\w-]{43}; Path=\/; Secure; SameSite=Strict/u,
  )
  for (const site of ['same-origin', 'same-site', 'cross-site'])
    expect((await share(site)).headers['set-cookie']).toBeUndefined()
})
