import { connect } from 'node:net'
import { median, quantile } from '../support/figures.ts'

export interface Load {
  readonly requests: number
  readonly errors: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  readonly bytes: number
}

/**
 * Sends requests over `connections` kept-alive connections for `seconds`, one at a time on each.
 * Written on bare sockets so that it takes little of the CPU that the measured server shares with it.
 * `next` returns the bytes of a whole HTTP request, made beforehand. Latencies in milliseconds.
 */
export async function load(
  port: number,
  next: () => Buffer,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Load> {
  const latencies: number[] = []
  const totals = { errors: 0, bytes: 0 }
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      let sent = 0
      await converse(port, (answered) => {
        const now = performance.now()
        if (answered) {
          latencies.push(now - sent)
          totals.bytes += answered.bytes
          if (answered.status >= 300) totals.errors += 1
        }
        sent = now
        return now < end ? next() : undefined
      })
    }),
  )
  const elapsed = (performance.now() - start) / 1000
  return {
    requests: latencies.length,
    errors: totals.errors,
    seconds: elapsed,
    p50: median(latencies),
    p99: quantile(latencies, 0.99),
    bytes: totals.bytes / Math.max(1, latencies.length),
  }
}

interface Answered {
  readonly status: number
  readonly bytes: number
}

const BROKEN: Answered = { status: 599, bytes: 0 }

/** One connection: requests `next` after every answer, until it returns undefined. */
function converse(port: number, next: (answered: Answered | undefined) => Buffer | undefined): Promise<void> {
  return new Promise((resolve) => {
    const response = new Response()
    const go = (answered: Answered | undefined) => {
      const request = next(answered)
      if (request) socket.write(request)
      else socket.destroy()
    }
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(64 * 1024),
        callback: (size, buffer) => {
          const answered = response.take(Buffer.from(buffer.buffer, buffer.byteOffset, size))
          if (answered) go(answered)
          return true
        },
      },
    })
    socket.on('connect', () => go(undefined))
    socket.on('error', () => next(BROKEN))
    socket.on('close', () => resolve())
  })
}

const END_OF_HEAD = '\r\n\r\n'
const LAST_CHUNK = '0\r\n\r\n'

/** Parses one response after the other, with a Content-Length or chunked, and discards the content. */
class Response {
  /** The beginning of a head that arrived in parts. */
  #begun: Buffer = Buffer.alloc(0)
  /** Set once the head is read; a chunked body has no length. */
  #head: { readonly status: number; readonly length: number | undefined } | undefined
  #bytes = 0
  #tail = ''

  /** The response, if these bytes complete it. */
  take(read: Buffer): Answered | undefined {
    const body = this.#head ? read : this.#takeHead(read)
    if (!this.#head) return undefined
    const { status, length } = this.#head
    this.#bytes += body.length
    if (length === undefined)
      this.#tail = (this.#tail + body.subarray(-LAST_CHUNK.length).toString('latin1')).slice(
        -LAST_CHUNK.length,
      )
    if (length === undefined ? this.#tail !== LAST_CHUNK : this.#bytes < length) return undefined
    const answered = { status, bytes: this.#bytes }
    this.#head = undefined
    this.#bytes = 0
    this.#tail = ''
    return answered
  }

  /** Returns the bytes after the head. */
  #takeHead(read: Buffer): Buffer {
    const bytes = this.#begun.length === 0 ? read : Buffer.concat([this.#begun, read])
    const end = bytes.indexOf(END_OF_HEAD)
    if (end < 0) {
      // Copies the bytes, because the next read overwrites their buffer.
      this.#begun = Buffer.from(bytes)
      return bytes.subarray(0, 0)
    }
    this.#begun = Buffer.alloc(0)
    const text = bytes.subarray(0, end).toString('latin1')
    const length = /^content-length: (\d+)/im.exec(text)?.[1]
    this.#head = {
      status: Number(text.slice(9, 12)),
      length: length === undefined ? undefined : Number(length),
    }
    return bytes.subarray(end + END_OF_HEAD.length)
  }
}
