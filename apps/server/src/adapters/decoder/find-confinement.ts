import type { DecodingConfinement } from '@antojo/contract/admin'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { makeTempFolder } from '../media/temp-folders.ts'
import { type ConfinementLevel, confinedCommand, CONFINEMENT_LEVELS } from './confinement.ts'
import { startProcess } from './decoding-process.ts'

const limits = { maxMemoryMb: 256, maxCpuSeconds: 10, maxWallMs: 10_000, maxReplyBytes: 4_096, niceness: 0 }
const entry = fileURLToPath(new URL('probe-program.ts', import.meta.url))
const found = z.object({ ok: z.literal(true), readsFiles: z.boolean(), reachesNetwork: z.boolean() })

/** Finds the strictest level that works here: starts a process at each level, which tries to break out. */
export async function findConfinement(
  levels: readonly ConfinementLevel[] = CONFINEMENT_LEVELS,
): Promise<DecodingConfinement> {
  const folder = await makeTempFolder('decoder')
  const server = createServer((socket) => socket.on('error', () => undefined).destroy())
  try {
    const port = await listen(server)
    const secret = path.join(folder, 'secret')
    await writeFile(secret, 'readable by the server alone', { mode: 0o600 })
    for (const level of levels) {
      const denied = await probe(level, { folder, secret, port })
      if (denied !== null) return { level, ...denied }
    }
    return { level: 'permissions', readsFiles: true, reachesNetwork: true }
  } finally {
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Surroundings {
  readonly folder: string
  readonly secret: string
  readonly port: number
}

/** The access of a process at the level; null when it does not start. */
async function probe(
  level: ConfinementLevel,
  { folder, secret, port }: Surroundings,
): Promise<Omit<DecodingConfinement, 'level'> | null> {
  if (process.platform !== 'linux' && level !== 'permissions') return null
  const program = {
    entry,
    folders: [],
    maxHeapMb: 64,
    maxDataMb: 1_000,
    maxCpuSeconds: 10,
    isPermissionLimited: false,
  }
  const command = confinedCommand(level, program, folder)
  const confined = startProcess({ command, cwd: folder, limits })
  const reply = await confined.run({ file: secret, port }, undefined)
  confined.kill()
  await confined.ended
  const seen = reply.ok ? found.safeParse(reply.head) : null
  return seen?.success ? { readsFiles: seen.data.readsFiles, reachesNetwork: seen.data.reachesNetwork } : null
}

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
