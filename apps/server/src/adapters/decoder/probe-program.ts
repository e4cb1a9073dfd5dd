import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { z } from 'zod'
import { serve } from './serve.ts'

const probeTask = z.object({ file: z.string(), port: z.number().int() })

/** Runs confined, but without Node's permission model: reports the access that the system allows. */
serve(async ({ head }) => {
  const { file, port } = probeTask.parse(head)
  return { head: { ok: true, readsFiles: canRead(file), reachesNetwork: await canConnect(port) } }
})

function canRead(file: string): boolean {
  try {
    readFileSync(file)
    return true
  } catch {
    return false
  }
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
