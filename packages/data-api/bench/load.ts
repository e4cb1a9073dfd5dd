import { connect, type Socket } from 'node:net'

export type Load = {
  requests: number
  errors: number
  seconds: number
  p50: number
  p99: number
  bytes: number
}

/**
 * Sends requests over `connections` kept-alive connections for `seconds`, one at a time on each.
 * Written on bare sockets so that it takes little of the CPU that the measured server shares with it.
 * `next` gives the text of a whole HTTP request. Latencies in milliseconds.
 */
export async function load(
  port: number,
  next: () => string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const latencies: number[] = []
  const totals = { errors: 0, bytes: 0 }
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      const responses = new Responses(socket)
      while (performance.now() < end) {
        const sent = performance.now()
        socket.write(next())
        const { status, bytes } = await responses.read()
        latencies.push(performance.now() - sent)
        totals.bytes += bytes
        if (status >= 300) totals.errors += 1
      }
      socket.destroy()
    }),
  )
  const elapsed = (performance.now() - start) / 1000
  const sorted = latencies.toSorted((a, b) => a - b)
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    requests: latencies.length,
    errors: totals.errors,
    seconds: elapsed,
    p50: quantile(0.5),
    p99: quantile(0.99),
    bytes: totals.bytes / Math.max(1, latencies.length),
  }
}

/** Reads responses with a Content-Length, or chunked ones, from a connection that carries one at a time. */
class Responses {
  #buffer = ''
  #waiting: ((response: { status: number; bytes: number }) => void) | undefined

  constructor(socket: Socket) {
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      this.#buffer += chunk
      this.#settle()
    })
    socket.on('error', () => this.#waiting?.({ status: 599, bytes: 0 }))
  }

  read(): Promise<{ status: number; bytes: number }> {
    return new Promise((resolve) => {
      this.#waiting = resolve
      this.#settle()
    })
  }

  #settle(): void {
    const head = this.#buffer.indexOf('\r\n\r\n')
    if (head < 0 || !this.#waiting) return
    const headers = this.#buffer.slice(0, head).toLowerCase()
    const status = Number(headers.slice(9, 12))
    const length = /content-length: (\d+)/.exec(headers)?.[1]
    const chunked = headers.includes('transfer-encoding: chunked')
    const total = chunked ? this.#buffer.indexOf('0\r\n\r\n', head) + 5 : head + 4 + Number(length ?? 0)
    if (total < head + 4 || this.#buffer.length < total) return
    this.#buffer = this.#buffer.slice(total)
    const resolve = this.#waiting
    this.#waiting = undefined
    resolve({ status, bytes: total - head - 4 })
  }
}
