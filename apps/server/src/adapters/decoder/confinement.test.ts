import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ConfinementLevel, CONFINEMENT_LEVELS } from './confinement.ts'
import { findConfinement } from './find-confinement.ts'
import { DecodingPool, type DecodingProgram } from './pool.ts'

const program: DecodingProgram = {
  name: 'escape',
  entry: fileURLToPath(new URL('escape.fixture.ts', import.meta.url)),
  folders: [],
  maxHeapMb: 96,
  limits: { maxMemoryMb: 320, maxCpuSeconds: 30, maxWallMs: 60_000, maxReplyBytes: 65_536, niceness: 0 },
  maxProcesses: 1,
  idleMs: 60_000,
  maxIdleMemoryMb: 320,
  endsOnAbort: false,
}

let server: Server
let folder: string
let surroundings: { file: string; port: number }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antojo-data-'))
  const file = join(folder, 'service-role-key')
  await writeFile(file, 'secret '.repeat(1_000), { mode: 0o600 })
  server = createServer((socket) => socket.on('error', () => undefined).end('x'.repeat(10_000)))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  surroundings = { file, port: address.port }
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

/** The result of an escape attempt: the abilities of a hijacked decoder, and the environments of all visible processes. */
async function attempt(level: ConfinementLevel) {
  const pool = new DecodingPool({ level: async () => level, maxMemoryMb: 1_000 })
  try {
    const reply = await pool.run(program, { head: surroundings })
    const environments = descendants(process.pid).map((pid) => readFileSync(`/proc/${pid}/environ`, 'latin1'))
    return { reply, environments }
  } finally {
    await pool.close()
  }
}

function descendants(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`)
    .flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' '))
    .filter(Boolean)
    .map(Number)
  return [...children, ...children.flatMap(descendants)]
}

/** The limits of native code at each level. JavaScript is confined at every level. */
const promises: Record<ConfinementLevel, { readsNatively: boolean; connectsNatively: boolean }> = {
  bubblewrap: { readsNatively: false, connectsNatively: false },
  namespaces: { readsNatively: false, connectsNatively: false },
  other_user: { readsNatively: false, connectsNatively: true },
  permissions: { readsNatively: true, connectsNatively: true },
}

it.each(CONFINEMENT_LEVELS)('a decoder confined by %s cannot get out', async (level) => {
  const { level: found, readsFiles, reachesNetwork } = await findConfinement([level])
  // This system may lack the level.
  if (found !== level) return
  expect({ readsNatively: readsFiles, connectsNatively: reachesNetwork }).toEqual(promises[level])
  const { reply, environments } = await attempt(level)
  expect(reply).toMatchObject({ ok: true, head: { reads: false, starts: false, ...promises[level] } })
  expect(environments.length).toBeGreaterThan(0)
  for (const environment of environments) {
    const names = environment
      .split('\0')
      .filter(Boolean)
      .map((pair) => pair.split('=')[0])
    expect(['MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE', 'PWD']).toEqual(expect.arrayContaining(names))
  }
})

it('finds the strictest level that works, and always finds one', async () => {
  const found = await findConfinement()
  for (const level of CONFINEMENT_LEVELS) {
    const only = await findConfinement([level])
    if (only.level !== level) continue
    expect(found.level).toBe(level)
    break
  }
})
