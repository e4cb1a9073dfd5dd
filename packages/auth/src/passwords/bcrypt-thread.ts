import { parentPort } from 'node:worker_threads'
import { compareSync } from 'bcryptjs'
import { z } from 'zod'

const jobSchema = z.object({ id: z.number(), password: z.string(), hash: z.string() })

parentPort?.on('message', (message: unknown) => {
  const { id, password, hash } = jobSchema.parse(message)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  parentPort?.postMessage({ id, ok: compareSync(password, hash) })
})
