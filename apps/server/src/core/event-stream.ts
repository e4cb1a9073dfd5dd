import type { FastifyReply, FastifyRequest } from 'fastify'

/** The interval of comments, which keep proxies from closing an idle stream. */
const HEARTBEAT_MS = 10_000

/** True when the client accepts server-sent events. */
export function wantsEvents(request: FastifyRequest): boolean {
  return /\btext\/event-stream\b/iu.test(request.headers.accept ?? '')
}

/** Takes over the reply as a stream of server-sent events. Events after the client has disconnected are dropped. */
export function openEventStream(reply: FastifyReply) {
  reply.hijack()
  const { raw } = reply
  raw.on('error', () => undefined)
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  raw.flushHeaders()
  const heartbeat = setInterval(() => raw.write(': \n\n'), HEARTBEAT_MS)
  raw.on('close', () => clearInterval(heartbeat))
  return {
    send: (event: string, data: unknown) =>
      void raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => {
      clearInterval(heartbeat)
      raw.end()
    },
  }
}
