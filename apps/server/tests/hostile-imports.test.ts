import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorBody } from '@antojo/contract/error-codes'
import { type App, startApp } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeMemoryCgroup, type MemoryCgroup } from './memory-cgroup.fixture.ts'

const ATTACKER = '198.51.100.1'
const HONEST = '203.0.113.9'
/** An import must not increase the server's own memory by more than this. */
const MAX_GROWTH_MB = 64

let dir: string
let cgroup: MemoryCgroup | null
let app: App
let attackers: readonly AppClient[]
let ana: AppClient

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'antojo-hostile-'))
  cgroup = await makeMemoryCgroup(1024)
  app = await startApp({
    dataDir: join(dir, 'data'),
    env: { TRUST_PROXY: 'on' },
    ...(cgroup && { through: cgroup.through }),
  })
  const enter = (name: string) =>
    AppClient.enter(app.url, { email: `${name}@antojo.test`, password: 'tengo-antojo-de-tacos' })
  attackers = [await enter('uno'), await enter('dos'), await enter('tres')]
  ana = await enter('ana')
  // The first import also determines how processes are confined here.
  await upload(ana, 'a.txt', 'https://youtu.be/dQw4w9WgXcQ', HONEST)
}, 180_000)
afterAll(async () => {
  await app.stop()
  await cgroup?.remove()
  await rm(dir, { recursive: true, force: true })
})

async function upload(
  person: AppClient,
  name: string,
  body: string | Uint8Array<ArrayBuffer>,
  address: string,
): Promise<{ readonly status: number; readonly error?: string }> {
  const headers = { 'content-type': 'application/octet-stream', 'x-forwarded-for': address }
  const answer = await person.request(`/imports?name=${name}`, { method: 'POST', body, headers })
  if (answer.ok) return { status: answer.status }
  return { status: answer.status, error: errorBody.parse(await answer.json()).error }
}

/** The peak memory of the server's own process, on Linux. */
async function peakMb(): Promise<number> {
  const status = await readFile(`/proc/${app.pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024
}

/** Zeros compress to a thousandth; the random rest keeps the ratio just below the limit for archives. */
const brackets = `${'['.repeat(31_000_000)}${Array.from({ length: 7_000 }, () => randomUUID()).join('')}`
const attacker = (): AppClient => attackers[0] ?? ana

describe('a hostile file is refused, and the memory of the server hardly moves', { tags: 'slow' }, () => {
  it.each<readonly [string, string, string, () => string | Uint8Array<ArrayBuffer>]>([
    [
      'an archive with 31 million brackets',
      'a.zip',
      'import_too_deep',
      () => zipSync({ 'a.json': strToU8(brackets) }),
    ],
    ['31 million brackets', 'a.json', 'import_too_deep', () => '['.repeat(31_000_000)],
    ['11 million lists', 'a.json', 'import_too_much_memory', () => `[${'[],'.repeat(10_500_000)}0]`],
    ['15 million cells', 'a.csv', 'import_too_much_memory', () => `name,url\n${'a,'.repeat(15_000_000)}`],
    ['a map of nested folders', 'a.kml', 'import_too_deep', () => `<kml>${'<Folder>'.repeat(3_000_000)}`],
  ])('%s', { timeout: 120_000 }, async (_, name, code, body) => {
    const before = await peakMb()
    expect(await upload(attacker(), name, body(), ATTACKER)).toEqual({ status: 422, error: code })
    expect((await peakMb()) - before).toBeLessThan(MAX_GROWTH_MB)
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  })

  it('keeps 8 MB of a text of 31 MB', { timeout: 120_000 }, async () => {
    const before = await peakMb()
    const links = Array.from(
      { length: 15_500 },
      (_, id) => `https://maps.app.goo.gl/${id}${'a'.repeat(1_980)}`,
    )
    expect(await upload(attacker(), 'a.txt', links.join('\n'), ATTACKER)).toEqual({ status: 201 })
    expect((await peakMb()) - before).toBeLessThan(MAX_GROWTH_MB)
  })

  it('three accounts of one network hold up no import of another', { timeout: 180_000 }, async () => {
    const file = zipSync({ 'a.json': strToU8(brackets) })
    const floods = attackers.map((person) => upload(person, 'a.zip', file, ATTACKER))
    const honest = await upload(ana, 'b.txt', 'https://youtu.be/dQw4w9WgXcQ', HONEST)
    expect(honest).toEqual({ status: 201 })
    expect(await Promise.all(floods)).toEqual(
      attackers.map(() => ({ status: 422, error: 'import_too_deep' })),
    )
  })

  it('nothing is killed in a system of 1 GB', async ({ skip }) => {
    if (cgroup === null) skip('this system lets no process bound the memory of others')
    expect(await cgroup?.kills()).toBe(0)
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  })
})
