import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeMediaFile } from '../media/media-file.ts'
import type { MediaFile } from '../media/port.ts'
import { createOpenAiSpeech } from './openai-speech.ts'

/** A speech service: sends the answers that the test queued and keeps the requests. */
const queued: { status: number; body: string }[] = []
const asked: { authorization: string | undefined; length: string | undefined; body: string }[] = []
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    asked.push({
      authorization: request.headers.authorization,
      length: request.headers['content-length'],
      body: Buffer.concat(parts).toString('latin1'),
    })
    const next = queued.shift() ?? { status: 500, body: '' }
    response.writeHead(next.status, { 'content-type': 'application/json' }).end(next.body)
  })
})
let file: MediaFile
let baseUrl: string

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  baseUrl = `http://127.0.0.1:${address.port}/v1`
  file = await makeMediaFile()
  await writeFile(file.path, 'RIFF')
})
afterAll(async () => {
  await file.dispose()
  server.close()
})
beforeEach(() => {
  queued.length = 0
  asked.length = 0
  warnings.length = 0
})

const warnings: object[] = []
const log = { warn: (fields: object) => void warnings.push(fields) }
const hear = async (signal = AbortSignal.timeout(5_000)) =>
  await createOpenAiSpeech({ baseUrl, apiKey: 'secret', model: 'whisper-1', log }, null).transcribe(
    file,
    { maxSeconds: 90 },
    signal,
  )

test('returns the words with their seconds, without segments that are not speech', async () => {
  const segments = [
    { start: 0, text: ' Hoy probamos El Califa', no_speech_prob: 0.02 },
    { start: 4.7, text: ' en la Condesa.', no_speech_prob: 0.1 },
    { start: 9, text: ' Gracias', no_speech_prob: 0.9 },
  ]
  queued.push({ status: 200, body: JSON.stringify({ text: 'all', language: 'spanish', segments }) })
  expect(await hear()).toEqual({
    kind: 'found',
    text: 'Hoy probamos El Califa en la Condesa.',
    service: 'whisper-1',
    language: 'es',
    segments: [
      { second: 0, text: 'Hoy probamos El Califa' },
      { second: 4, text: 'en la Condesa.' },
    ],
  })
  expect(asked[0]?.authorization).toBe('Bearer secret')
  expect(asked[0]?.body).toMatch(/name="response_format"\r\n\r\nverbose_json/)
})

test('repeats the request for a model that supports only json', async () => {
  queued.push(
    { status: 400, body: '{}' },
    { status: 200, body: '{"text":"This is Joe’s Pizza on Carmine Street"}' },
  )
  expect(await hear()).toMatchObject({ kind: 'found', text: 'This is Joe’s Pizza on Carmine Street' })
  expect(asked).toHaveLength(2)
})

test.each([
  ['a song', { status: 200, body: '{"text":"♪ ♪"}' }, 'no_speech'],
  ['a failing service', { status: 503, body: '' }, 'broken'],
  ['an answer that is not JSON', { status: 200, body: '<html>' }, 'broken'],
])('%s is a value with its reason; an outage is logged', async (_, reply, reason) => {
  queued.push(reply)
  expect(await hear()).toEqual({ kind: 'none', reason })
  expect(warnings).toHaveLength(reason === 'broken' ? 1 : 0)
})

test('sends the whole clip with its length, unless it is too large', async () => {
  const clip = await makeMediaFile()
  await writeFile(clip.path, Buffer.alloc(24 * 1024 * 1024, 'x'))
  const speech = createOpenAiSpeech({ baseUrl, model: 'whisper-1', log }, null)
  queued.push({ status: 200, body: '{"text":"This is Joe’s Pizza on Carmine Street"}' })
  const heard = await speech.transcribe(clip, { maxSeconds: 90 }, AbortSignal.timeout(20_000))
  expect(heard.kind).toBe('found')
  const [request] = asked
  expect(Number(request?.length)).toBe(request?.body.length)
  expect(request?.body).toContain(`\r\n\r\n${'x'.repeat(24 * 1024 * 1024)}\r\n--`)
  await writeFile(clip.path, Buffer.alloc(26 * 1024 * 1024))
  const tooLarge = await speech.transcribe(clip, { maxSeconds: 90 }, AbortSignal.timeout(20_000))
  expect(tooLarge).toEqual({ kind: 'none', reason: 'no_audio' })
  await clip.dispose()
})

test('reports a spent time budget', async () => {
  expect(await hear(AbortSignal.abort())).toEqual({ kind: 'none', reason: 'timeout' })
})
