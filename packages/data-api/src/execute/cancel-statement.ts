import { connect } from 'node:net'
import type { Pool, PoolClient } from 'pg'

const CANCEL_REQUEST_CODE = 80_877_102
const TIMEOUT_MS = 2_000

/**
 * Asks Postgres to cancel the statement that runs on the connection. Resolves when Postgres has the request or cannot
 * be reached. Uses the protocol's cancel request, which poolers pass on and which needs no connection of the pool.
 */
export function cancelStatement({ options }: Pool, client: PoolClient): Promise<void> {
  const key = keyOf(client)
  // The request is not encrypted; over TLS the statement timeout ends the statement instead.
  if (!key || options.ssl) return Promise.resolve()
  const request = Buffer.alloc(16)
  for (const [at, value] of [16, CANCEL_REQUEST_CODE, key.process, key.secret].entries())
    request.writeInt32BE(value, at * 4)
  return new Promise((resolve) => {
    const { host, port } = key
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

interface Key {
  readonly process: number
  readonly secret: number
  readonly host: string
  readonly port: number
}

/** The driver has these fields, but its types do not. */
function keyOf(client: object): Key | undefined {
  const process: unknown = Reflect.get(client, 'processID')
  const secret: unknown = Reflect.get(client, 'secretKey')
  const host: unknown = Reflect.get(client, 'host')
  const port: unknown = Reflect.get(client, 'port')
  if (typeof process !== 'number' || typeof secret !== 'number') return undefined
  if (typeof host !== 'string' || typeof port !== 'number') return undefined
  return { process, secret, host, port }
}
