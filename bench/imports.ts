/**
 * Previews of large files in a node with 1 GB of memory, where the system allows to bound it:
 *
 * npm run bench -- imports
 *
 * Bounds: 5,000 places of a Google list, and 5 MB of text with 20,000 links, in 1 s each; p99 of another person's home
 * in 1 s meanwhile. Each time is printed beside that of a file with one link, which is that of the process alone.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importView } from '@antojo/contract/transfer/imports'
import { startApp } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import { googleList } from '@antojo/testing/exports'
import { makeMemoryCgroup } from '../apps/server/tests/memory-cgroup.fixture.ts'
import { median, quantile } from './support/figures.ts'

const TURNS = 5
const HOME_SECONDS = 20
const HOME = '/rest/v1/videos?select=*&order=created_at.desc&limit=24'
const PASSWORD = 'tengo-antojo-de-tacos'
const WORDS = 'la birria de aquí es de lo mejor, con tortillas hechas a mano, salsa de molcajete y consomé; '

const places = (count: number) =>
  googleList(
    Array.from({ length: count }, (_, at) => ({ name: `Fonda ${at}`, note: WORDS, cid: `${7e15 + at}` })),
  )
const text = Array.from(
  { length: 20_000 },
  (_, at) =>
    `Fonda ${at}, ${WORDS}${WORDS}\nhttps://www.tiktok.com/@fonda/video/${7_300_000_000_000_000n + BigInt(at)}\n`,
).join('')

const dataDir = await mkdtemp(join(tmpdir(), 'antojo-bench-'))
const group = await makeMemoryCgroup(1_024)
console.log(group === null ? 'memory: unbounded' : 'memory: 1 GB')
const env = { RATE_LIMITS: 'off', LOG_LEVEL: 'error', PLACES_ON_DEMAND: 'off' }
const app = await startApp({ dataDir, env, ...(group && { through: group.through }) })
const enter = (name: string) => AppClient.enter(app.url, { email: `${name}@antojo.test`, password: PASSWORD })
try {
  await measure(await enter('ana'), await enter('luis'))
} finally {
  await app.stop()
  if (group !== null) console.log(`killed for memory: ${await group.kills()}`)
  await group?.remove()
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(ana: AppClient, luis: AppClient): Promise<void> {
  await preview(ana, 'a.txt', 'https://youtu.be/aBcDeFgHiJk')
  for (const [name, file] of [
    ['a.txt', 'https://youtu.be/aBcDeFgHiJk'],
    ['Quiero ir.csv', places(5_000)],
    ['notas.txt', text],
  ] as const) {
    const times: number[] = []
    for (let turn = 0; turn < TURNS; turn += 1) times.push(await preview(ana, name, file))
    const megabytes = (Buffer.byteLength(file) / 1e6).toFixed(1)
    console.log(`${name}, ${megabytes} MB: ${times.map(whole).join(' ')}, median ${whole(median(times))} ms`)
  }
  console.log(`home, nothing else: ${figures(await homes(luis, HOME_SECONDS / 2))}`)
  const end = new AbortController()
  const previews = (async () => {
    let count = 0
    for (; !end.signal.aborted; count += 1) await preview(ana, 'notas.txt', text)
    return count
  })()
  const meanwhile = await homes(luis, HOME_SECONDS)
  end.abort()
  console.log(`home, during ${await previews} previews of the text: ${figures(meanwhile)}`)
}

/** Milliseconds of an upload and its preview, which is taken back afterwards. */
async function preview(person: AppClient, name: string, body: string): Promise<number> {
  const headers = { 'content-type': 'application/octet-stream' }
  const began = performance.now()
  const answer = await person.request(`/imports?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body,
    headers,
  })
  const took = performance.now() - began
  const { id } = importView.parse(await answer.json())
  await person.request(`/imports/${id}`, { method: 'DELETE' })
  return took
}

/** The times of a person who opens home again and again, with a tenth of a second between. */
async function homes(person: AppClient, seconds: number): Promise<number[]> {
  const times: number[] = []
  for (const end = performance.now() + seconds * 1_000; performance.now() < end;) {
    const began = performance.now()
    await (await person.request(HOME)).arrayBuffer()
    times.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return times
}

function figures(times: readonly number[]): string {
  return `${times.length} times, p50 ${whole(quantile(times, 0.5))}, p99 ${whole(quantile(times, 0.99))} ms`
}

function whole(value: number): string {
  return value.toFixed(0)
}
