import { writeFile } from 'node:fs/promises'
import {
  type SpeechServer,
  type SpeechVendor,
  startSpeechServer,
} from '@antojo/testing/services/speech-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProviderCall } from '../../telemetry/metrics.ts'
import { createGuardedFetch, type GuardedFetchHandle } from '../http/guarded-fetch.ts'
import { createServiceReport } from '../http/service-problem.ts'
import { makeMediaFile } from '../media/media-file.ts'
import type { MediaFile } from '../media/port.ts'
import { createOpenAiSpeech } from './openai-speech.ts'
import type { SpeechPort } from './port.ts'

let file: MediaFile
let server: SpeechServer
let outside: GuardedFetchHandle
let warnings: object[]
let calls: ProviderCall[]

beforeAll(async () => {
  file = await makeMediaFile()
  await writeFile(file.path, 'RIFF')
})
afterAll(() => file.dispose())
beforeEach(() => {
  warnings = []
  calls = []
})
afterEach(async () => {
  await outside.close()
  await server.close()
})

async function start(vendor: SpeechVendor = 'whisper'): Promise<SpeechPort> {
  server = await startSpeechServer(vendor)
  const { baseUrl } = server
  outside = createGuardedFetch({ allowPrivateHosts: [new URL(baseUrl).host], hostMap: {} })
  const report = createServiceReport({
    service: 'speech',
    log: { warn: (fields: object) => void warnings.push(fields) },
    onCall: (call) => void calls.push(call),
  })
  const options = { fetch: outside.fetch, baseUrl, apiKey: 'secret', model: 'whisper-1', timeoutMs: 50_000 }
  return createOpenAiSpeech({ ...options, report }, null)
}

const hints = { maxSeconds: 90, language: 'es', names: ['El Califa de León', 'Condesa'] }
const hear = (speech: SpeechPort, signal = AbortSignal.timeout(50_000)) =>
  speech.transcribe(file, hints, signal)

test('returns the words with their seconds, without segments that are not speech', async () => {
  const speech = await start()
  const segments = [
    { start: 0, text: ' Hoy probamos El Califa', no_speech_prob: 0.02 },
    { start: 4.7, text: ' en la Condesa.', no_speech_prob: 0.1 },
    { start: 9, text: ' Gracias', no_speech_prob: 0.9 },
  ]
  server.say({ text: 'all', language: 'spanish', segments })
  expect(await hear(speech)).toEqual({
    kind: 'found',
    text: 'Hoy probamos El Califa en la Condesa.',
    service: 'whisper-1',
    language: 'es',
    segments: [
      { second: 0, text: 'Hoy probamos El Califa' },
      { second: 4, text: 'en la Condesa.' },
    ],
  })
  expect(server.requests[0]?.authorization).toBe('Bearer secret')
  expect(server.requests[0]?.fields).toEqual({
    model: 'whisper-1',
    response_format: 'verbose_json',
    language: 'es',
    prompt: 'El Califa de León, Condesa',
  })
  expect(calls).toMatchObject([{ provider: 'speech', outcome: 'ok' }])
})

test.each([
  ['gpt4o', ['verbose_json', 'json', 'json'], 'El Califa de León, Condesa'],
  ['bare', ['verbose_json', 'json', 'json', 'json'], undefined],
] as const)('%s: what it refused once is not sent again', async (vendor, formats, prompt) => {
  const speech = await start(vendor)
  server.say({ text: 'This is Joe’s Pizza on Carmine Street' })
  const heard = { kind: 'found', text: 'This is Joe’s Pizza on Carmine Street' }
  expect(await hear(speech)).toMatchObject(heard)
  expect(await hear(speech)).toMatchObject(heard)
  expect(server.requests.map(({ fields }) => fields['response_format'])).toEqual(formats)
  expect(server.requests.at(-1)?.fields['prompt']).toBe(prompt)
  expect(warnings).toEqual([])
})

test.each([
  ['a song', '{"text":"♪ ♪"}', { reason: 'no_speech', problems: [] }],
  [
    'our own names, which a silent clip returns,',
    '{"text":"Condesa."}',
    { reason: 'no_speech', problems: [] },
  ],
  ['an answer that is not JSON', '<html>', { reason: 'broken', problems: ['bad_answer'] }],
])('%s is a value with its reason; an outage is logged once', async (_, body, { reason, problems }) => {
  const speech = await start()
  server.say(body)
  expect(await hear(speech)).toEqual({ kind: 'none', reason })
  expect(await hear(speech)).toEqual({ kind: 'none', reason })
  expect(warnings).toMatchObject(problems.map((problem) => ({ problem })))
})

test('a failing service is logged once', async () => {
  const speech = await start()
  server.fail(503)
  expect(await hear(speech)).toEqual({ kind: 'none', reason: 'broken' })
  expect(await hear(speech)).toEqual({ kind: 'none', reason: 'broken' })
  expect(warnings).toMatchObject([{ service: 'speech', problem: 'server_error' }])
})

test('sends the whole clip with its length, unless it is too large', async () => {
  const speech = await start()
  const clip = await makeMediaFile()
  await writeFile(clip.path, Buffer.alloc(24 * 1024 * 1024, 'x'))
  server.say({ text: 'This is Joe’s Pizza on Carmine Street' })
  const heard = await speech.transcribe(clip, { maxSeconds: 90 }, AbortSignal.timeout(50_000))
  expect(heard.kind).toBe('found')
  const [request] = server.requests
  expect(request?.length).toBe(request?.body.length)
  expect(request?.body).toContain(`\r\n\r\n${'x'.repeat(24 * 1024 * 1024)}\r\n--`)
  await writeFile(clip.path, Buffer.alloc(26 * 1024 * 1024))
  const tooLarge = await speech.transcribe(clip, { maxSeconds: 90 }, AbortSignal.timeout(50_000))
  expect(tooLarge).toEqual({ kind: 'none', reason: 'no_audio' })
  await clip.dispose()
})

test('reports a spent time budget, which says nothing about the service', async () => {
  const speech = await start()
  expect(await hear(speech, AbortSignal.abort())).toEqual({ kind: 'none', reason: 'timeout' })
  expect(calls).toEqual([])
})
