import { createServer, type RequestListener, type Server } from 'node:http'
import type { ConnectionGuard } from './connection-guard.ts'

/** Bytes of a request's line and headers; a filter with 200 ids has 8 kB. */
const MAX_HEADER_SIZE = 16 * 1024
const HEADERS_TIMEOUT_MS = 15_000
/** Milliseconds for a whole request: enough for an upload of 64 MB at 4 Mbit/s. */
const REQUEST_TIMEOUT_MS = 120_000
/** Longer than in proxies, so that they close first and send no request on a closed connection. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000
const CONNECTIONS_CHECKING_INTERVAL_MS = 2_000

/** An HTTP server that slow, numerous or malformed clients cannot block. */
export function guardedServer(guard: ConnectionGuard, handler: RequestListener): Server {
  const options = {
    maxHeaderSize: MAX_HEADER_SIZE,
    // Overrides NODE_OPTIONS: a lenient parser and a proxy may disagree about the end of a request.
    insecureHTTPParser: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: CONNECTIONS_CHECKING_INTERVAL_MS,
  }
  const server = createServer(options, (request, response) => {
    if (!guard.admits(request, response)) return
    // A proxy may have chosen the other of two hosts (RFC 9112, 3.2).
    if ((request.headersDistinct['host'] ?? []).length > 1)
      response.writeHead(400, { connection: 'close' }).end()
    else handler(request, response)
  })
  server.on('connection', (socket) => guard.connect(socket))
  server.on('close', () => guard.stop())
  return server
}
