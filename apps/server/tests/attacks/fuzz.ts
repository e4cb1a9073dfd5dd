import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import * as fc from 'fast-check'
import type { Tally } from './floods.ts'
import { authBodies, brokenMedia, brokenPages, sampleMedia } from './fuzz-inputs.ts'
import { HOST_PORT } from './hostile-host.ts'

/** The time for all kinds of input together. A failure prints its seed; FUZZ_SEED=… starts with that seed. */
const fuzzSeconds = Number(process.env['FUZZ_SECONDS'] ?? 600)
const firstSeed = Number(process.env['FUZZ_SEED'] ?? 4)
const INPUTS_PER_SEED = 10

const FUZZ_TARGETS = ['auth bodies', 'uploads', 'profile pictures', 'pages']

interface Target {
  readonly name: string
  /** Sends broken inputs drawn with the seed, one after another; returns the statuses of the answers. */
  readonly send: (seed: number) => Promise<readonly number[]>
}

/** Sends mutated pictures, clips, auth bodies and pages to a real node. An answer of 500, or none, is a failure. */
export async function runFuzz(names: readonly string[]): Promise<Tally> {
  const wanted = FUZZ_TARGETS.filter((name) => names.length === 0 || names.includes(name))
  if (wanted.length === 0) return { passed: 0, failed: 0 }
  const dataDir = await mkdtemp(join(tmpdir(), 'antojo-fuzz-'))
  const app = await startApp({
    dataDir,
    env: { LOG_LEVEL: 'error', RATE_LIMITS: 'off' },
    allowPrivateHosts: [`127.0.0.1:${HOST_PORT}`],
    verbose: true,
  })
  let page: Buffer = Buffer.alloc(0)
  const host = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  }).listen(HOST_PORT, '127.0.0.1')
  await once(host, 'listening')
  try {
    const account = { email: 'ana@antojo.test', password: 'tengo-antojo-de-tacos' }
    const person = await AppClient.enter(app.url, account)
    const targets = await targetsOf(app.url, person, (bytes) => (page = bytes))
    const chosen = targets.filter(({ name }) => wanted.includes(name))
    let failed = 0
    for (const each of chosen) failed += (await fuzz(each, app.url, fuzzSeconds / chosen.length)) ? 0 : 1
    return { passed: chosen.length - failed, failed }
  } finally {
    host.closeAllConnections()
    host.close()
    await app.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function targetsOf(
  url: string,
  person: AppClient,
  serve: (page: Buffer) => void,
): Promise<readonly Target[]> {
  const samples = await sampleMedia()
  return [
    target('auth bodies', authBodies(), async ({ method, path, body }) => {
      const sending = { method, headers: { 'content-type': 'application/json' }, body }
      return (await fetch(url + path, sending)).status
    }),
    target('uploads', brokenMedia(samples), async (bytes) => {
      const headers = { 'content-type': 'application/octet-stream' }
      const sending = { method: 'POST', headers, body: new Uint8Array(bytes) }
      return (await person.request('/functions/v1/read-media', sending)).status
    }),
    target('profile pictures', brokenMedia(samples), async (bytes) => {
      const body = JSON.stringify({ image: bytes.toString('base64').slice(0, 200_000) })
      return (await person.request('/account/picture', { method: 'PUT', body })).status
    }),
    target('pages', brokenPages(), async (bytes) => {
      serve(bytes)
      const mediaUrl = `http://127.0.0.1:${HOST_PORT}/${Math.random()}`
      const body = JSON.stringify({ action: 'find', input: { mediaUrl } })
      return (await person.request('/functions/v1/ai', { method: 'POST', body })).status
    }),
  ]
}

function target<T>(name: string, inputs: fc.Arbitrary<T>, send: (input: T) => Promise<number>): Target {
  return {
    name,
    send: async (seed) => {
      const statuses: number[] = []
      for (const input of fc.sample(inputs, { seed, numRuns: INPUTS_PER_SEED }))
        statuses.push(await send(input))
      return statuses
    },
  }
}

async function fuzz({ name, send }: Target, url: string, seconds: number): Promise<boolean> {
  const ends = Date.now() + seconds * 1000
  const counts = new Map<number, number>()
  for (let seed = firstSeed; Date.now() < ends; seed += 1) {
    const statuses = await send(seed).catch((error: unknown) => [String(error)])
    for (const status of statuses) {
      if (typeof status === 'string' || status === 500) {
        console.log(`✗ fuzz of ${name}: seed ${seed} gave ${status}`)
        return false
      }
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
  }
  const lives = await fetch(`${url}/readyz`).then(({ ok }) => ok)
  console.log(`${lives ? '✓' : '✗'} fuzz of ${name}: ${JSON.stringify(Object.fromEntries(counts))}`)
  return lives && counts.size > 0
}
