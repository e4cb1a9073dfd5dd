import { connect } from 'node:net'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'

const CANCEL_REQUEST_CODE = 80_877_102
const TIMEOUT_MS = 2_000

/** The driver's client has these fields, but its types do not. */
const backendSchema = z.object({
  processID: z.number(),
  secretKey: z.number(),
  host: z.string(),
  port: z.number(),
})

/**
 * Asks Postgres to cancel the statement that runs on the connection. Resolves when Postgres has the request or cannot
 * be reached. Uses the protocol's cancel request, which poolers pass on and which needs no connection of the pool.
 */
export function cancelStatement({ options }: Pool, client: PoolClient): Promise<void> {
  const { data: backend } = backendSchema.safeParse(client)
  // The request is not encrypted; over TLS the statement timeout ends the statement instead.
  if (!backend || options.ssl) return Promise.resolve()
  const { host, port, processID, secretKey } = backend
  const request = Buffer.alloc(16)
  for (const [at, value] of [16, CANCEL_REQUEST_CODE, processID, secretKey].entries())
    request.writeInt32BE(value, at * 4)
  return new Promise((resolve) => {
    const socket = host.startsWith('/')
      ? connect({ path: `${host}/.s.PGSQL.${port}` })
      : connect({ host, port })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
    socket.on('connect', () => socket.end(request))
    socket.on('error', () => undefined)
    // Postgres answers by closing the connection after it has signalled the backend.
    socket.on('close', () => resolve())
    socket.resume()
  })
}
