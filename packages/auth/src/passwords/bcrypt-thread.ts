import { parentPort, workerData } from 'node:worker_threads'
import { compareSync } from 'bcryptjs'
import { z } from 'zod'

const { password, hash } = z.object({ password: z.string(), hash: z.string() }).parse(workerData)

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
parentPort?.postMessage(compareSync(password, hash))
