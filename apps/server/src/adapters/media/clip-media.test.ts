import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { encodeClip } from '@antojo/testing/encode-clip'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Asker, runAs } from '../../core/asker.ts'
import { createBudgets } from '../../core/budgets.ts'
import { createDecoders } from '../decoder/decoders.ts'
import { createGuardedFetch } from '../http/guarded-fetch.ts'
import { createClipMedia } from './clip-media.ts'
import type { MediaFile, MediaOutcome, MediaPort } from './port.ts'

const megabyte = 1024 * 1024
const decoders = createDecoders(createBudgets({ rates: false }))
const guest: Asker = { account: null, address: '203.0.113.9' }
const person: Asker = { account: 'a', address: '203.0.113.9' }
const patient = new AbortController().signal

let clip: Buffer
let base: string
let media: MediaPort
let received: IncomingMessage[] = []
const server = createServer((request, response) => {
  received.push(request)
  answer(request.url ?? '', response)
})

function answer(path: string, response: ServerResponse): void {
  const headers = { 'content-type': 'video/mp4' }
  if (path === '/clip') response.writeHead(200, headers).end(clip)
  else if (path === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end(clip)
  else if (path === '/closed') response.writeHead(403).end()
  else if (path === '/packed')
    response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(clip))
  else if (path.startsWith('/large/'))
    response.writeHead(200, headers).end(Buffer.alloc(Number(path.slice(7)) * megabyte, 1))
}

beforeAll(async () => {
  const picture = await sharp({ create: { width: 32, height: 32, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  clip = await encodeClip({ scenes: [{ picture, seconds: 2 }], width: 64, height: 64 })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  base = `http://127.0.0.1:${address.port}`
  const { fetch } = createGuardedFetch({ allowPrivateHosts: [`127.0.0.1:${address.port}`], hostMap: {} })
  if (decoders.clips === null) throw new Error('No packaged FFmpeg for this system')
  media = createClipMedia({ fetch, clips: decoders.clips, budgets: decoders.budgets })
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await decoders.close()
})

const get = (path: string, asker = person): Promise<MediaOutcome> =>
  runAs(asker, () => media.fetch(`${base}${path}`, patient))

async function fileOf(outcome: MediaOutcome): Promise<MediaFile> {
  if (outcome.kind === 'none') throw new Error(outcome.reason)
  return outcome.file
}

it('fetches a clip to a file, extracts frames, and deletes the file', async () => {
  received = []
  const file = await fileOf(await get('/clip'))
  expect(await readFile(file.path)).toEqual(clip)
  expect(received[0]?.headers['accept-encoding']).toBe('identity')
  expect(await media.frames(file, patient)).toMatchObject({ kind: 'found', frames: [{ second: 0 }] })
  expect(await media.frames(file, AbortSignal.abort())).toEqual({ kind: 'none', reason: 'timeout' })
  await file.dispose()
  await expect(readFile(file.path)).rejects.toThrow('ENOENT')
})

it.each([
  ['/packed', 'broken'],
  ['/page', 'no_media'],
  ['/closed', 'blocked'],
  ['/large/81', 'too_large'],
])('%s is none: %s', async (path, reason) => {
  expect(await get(path)).toEqual({ kind: 'none', reason })
})

it('allows a guest short clips only', async () => {
  expect(await get('/large/26', guest)).toEqual({ kind: 'none', reason: 'too_large' })
  const file = await fileOf(await get('/large/26', person))
  await file.dispose()
})

it('makes the second clip of an asker wait for the first', async () => {
  const first = await fileOf(await get('/clip'))
  let isThere = false
  const second = get('/clip').then(async (outcome) => {
    isThere = true
    return fileOf(outcome)
  })
  const other = await fileOf(await get('/clip', { account: 'b', address: '198.51.100.7' }))
  expect(isThere).toBe(false)
  await first.dispose()
  await (await second).dispose()
  await other.dispose()
})
