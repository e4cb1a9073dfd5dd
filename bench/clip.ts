/**
 * Measures the reading of a 60-second clip on a running node, and the latency of other requests during that:
 *
 * node bench/clip.ts                 [SCENES=10]
 *
 * The clip shows the ten frames of the OCR test (28 lines of text), one for each scene. During its upload and analysis
 * `GET /healthz` is requested every 20 ms. Limits: 30 s, and 50 ms at the 99th percentile.
 */
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { readMediaResponse } from '@antojo/contract/read-media'
import { encodeClip } from '@antojo/testing/encode-clip'
import { request } from 'undici'
import { z } from 'zod'
import { people } from './load/peopled.ts'
import { quantile } from './support/figures.ts'

const SECONDS = 60
const PROBE_INTERVAL_MS = 20
const scenes = Number(process.env['SCENES'] ?? 10)
const fixtures = fileURLToPath(new URL('../apps/server/src/adapters/ocr/fixtures/', import.meta.url))

const clip = await makeClip()
const peopled = await people(1, [])
try {
  const { url } = peopled.app
  const idle = await asking(url, () => new Promise((resolve) => setTimeout(resolve, 5_000)))
  // The first picture starts the worker and loads its models.
  await read(await readFile(`${fixtures}frame-0.webp`))
  const busy = await asking(url, () => read(clip))
  const lines = z
    .array(z.array(z.string()))
    .parse(JSON.parse(await readFile(`${fixtures}frames.json`, 'utf8')))
  const found = lines.flat().filter((line) => busy.result.some((text) => plain(text) === plain(line)))
  console.log(`${SECONDS} s in ${scenes} scenes: read in ${busy.seconds.toFixed(1)} s (limit 30)`)
  console.log(`lines read letter by letter but for accents: ${found.length} of ${lines.flat().length}`)
  tell('GET /healthz, nothing else', idle.times)
  tell('GET /healthz, while it is read', busy.times)
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`)
  if (busy.seconds > 30 || quantile(busy.times, 0.99) > 50) process.exitCode = 1
} finally {
  await peopled.close()
}

async function makeClip(): Promise<Buffer> {
  const pictures = await Promise.all(
    Array.from({ length: scenes }, (_, scene) => readFile(`${fixtures}frame-${scene % 10}.webp`)),
  )
  return encodeClip({
    scenes: pictures.map((picture) => ({ picture, seconds: SECONDS / scenes })),
    width: 720,
    height: 1280,
    framesPerSecond: 30,
  })
}

async function read(bytes: Buffer): Promise<string[]> {
  const headers = { ...peopled.headers, 'content-type': 'application/octet-stream' }
  const answer = await request(`${peopled.app.url}/functions/v1/read-media`, {
    method: 'POST',
    headers,
    body: bytes,
    headersTimeout: 120_000,
  })
  return readMediaResponse.parse(await answer.body.json()).texts.map(({ text }) => text)
}

/** Sends a request every 20 ms, without waiting for earlier answers, until the work is done. */
async function asking<T>(
  url: string,
  work: () => Promise<T>,
): Promise<{ times: number[]; seconds: number; result: T }> {
  const times: number[] = []
  const pending: Promise<void>[] = []
  const ask = async (): Promise<void> => {
    const asked = performance.now()
    await (await request(`${url}/healthz`)).body.dump()
    times.push(performance.now() - asked)
  }
  const timer = setInterval(() => pending.push(ask()), PROBE_INTERVAL_MS)
  const began = performance.now()
  try {
    const result = await work()
    const seconds = (performance.now() - began) / 1000
    return { times, seconds, result }
  } finally {
    clearInterval(timer)
    await Promise.all(pending)
  }
}

function tell(what: string, times: readonly number[]): void {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1))
  console.log(`${what}: p50 ${p50} ms, p99 ${p99} ms, max ${max} ms of ${times.length}`)
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase()
}
