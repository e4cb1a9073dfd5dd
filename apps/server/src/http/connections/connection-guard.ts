import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networksOf } from '@antojo/auth/network'
import { isLoopback } from '../../config/exposure.ts'
import { SYSTEM_ASKER } from '../../core/asker.ts'
import type { Budgets } from '../../core/budgets.ts'
import type { Release } from '../../core/fair-queue.ts'
import type { Closing } from '../../telemetry/metrics.ts'
import type { TrustsProxy } from './trusted-proxies.ts'

export interface ProgressBounds {
  /** The length of a window in milliseconds. */
  readonly windowMs: number
  /** Bytes that must arrive, or be read, within each window. */
  readonly minBytes: number
}

export interface SlowBounds {
  readonly body: ProgressBounds
  readonly answer: ProgressBounds
  /** Milliseconds between two checks of all connections. */
  readonly checkIntervalMs: number
}

/**
 * The slowest honest lines transfer some 5 kB per second. Small bodies arrive within the first window. An unread answer
 * occupies memory that others need.
 */
export const SLOW_BOUNDS: SlowBounds = {
  body: { windowMs: 10_000, minBytes: 10 * 1024 },
  answer: { windowMs: 20_000, minBytes: 16 * 1024 },
  checkIntervalMs: 1_000,
}

export interface GuardOptions {
  readonly budgets: Pick<Budgets, 'tryEnter'>
  readonly trusts: TrustsProxy
  readonly slow?: SlowBounds
  readonly onClosing?: (reason: Closing) => void
}

interface Connection {
  readonly socket: Socket
  readonly network: string
  readonly release: Release
  /** The current request and its answer; there is only one at a time. */
  exchange: Exchange | null
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: Progress
  readonly answer: Progress
}

/**
 * Bounds the cost of connections: their number per network, and one request at a time on each. Closes connections that
 * send or read next to nothing.
 */
export class ConnectionGuard {
  readonly #options: GuardOptions
  readonly #slow: SlowBounds
  readonly #connections = new Map<Socket, Connection>()
  /** Connections without a request, by network, the longest idle first. */
  readonly #idle = new Map<string, Set<Connection>>()
  readonly #timer: NodeJS.Timeout

  constructor(options: GuardOptions) {
    this.#options = options
    this.#slow = options.slow ?? SLOW_BOUNDS
    this.#timer = setInterval(() => this.#closeSlow(), this.#slow.checkIntervalMs).unref()
  }

  /** Accepts the connection, or closes it when its network has too many. */
  connect(socket: Socket): void {
    const { remoteAddress } = socket
    // The client has disconnected already.
    if (remoteAddress === undefined) return void socket.destroy()
    const network = networksOf(remoteAddress).narrow
    const enter = (): Release | null => this.#enter(remoteAddress)
    const release = enter() ?? (this.#makeRoom(network) ? enter() : null)
    if (!release) return this.#close(socket, 'too_many')
    const connection: Connection = { socket, network, release, exchange: null }
    this.#connections.set(socket, connection)
    this.#rest(connection)
    socket.once('close', () => {
      this.#connections.delete(socket)
      this.#wake(connection)
      release()
    })
  }

  /** Whether the request may be handled. Browsers and proxies send none before the previous answer. */
  admits(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const connection = this.#connections.get(socket)
    if (!connection || socket.destroyed) return false
    if (connection.exchange && !connection.exchange.response.writableFinished) {
      this.#close(socket, 'pipelined')
      return false
    }
    this.#wake(connection)
    const exchange = {
      request,
      response,
      body: new Progress(this.#slow.body),
      answer: new Progress(this.#slow.answer),
    }
    connection.exchange = exchange
    response.once('close', () => {
      if (connection.exchange !== exchange || socket.destroyed) return
      connection.exchange = null
      this.#rest(connection)
    })
    return true
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Connections of a proxy or of this machine belong to many people, so they only count towards the total. */
  #enter(address: string): Release | null {
    const { budgets, trusts } = this.#options
    const shared = trusts(address, 0) || isLoopback(address)
    return budgets.tryEnter('connection', shared ? SYSTEM_ASKER : { account: null, address })
  }

  /** Closes the longest idle connection: of this network, or of any network when the node is full. */
  #makeRoom(network: string): boolean {
    const own = this.#idle.get(network)
    if (own) return this.#closeOldest(own)
    const room = this.#options.budgets.tryEnter('connection', SYSTEM_ASKER)
    room?.()
    const [others] = this.#idle.values()
    return room === null && others !== undefined && this.#closeOldest(others)
  }

  #closeOldest([oldest]: Iterable<Connection>): boolean {
    if (!oldest) return false
    this.#wake(oldest)
    this.#close(oldest.socket, 'idle')
    // The socket closes later, but its place is needed now.
    oldest.release()
    return true
  }

  #rest(connection: Connection): void {
    const others = this.#idle.get(connection.network) ?? new Set()
    this.#idle.set(connection.network, others.add(connection))
  }

  #wake(connection: Connection): void {
    const others = this.#idle.get(connection.network)
    others?.delete(connection)
    if (others?.size === 0) this.#idle.delete(connection.network)
  }

  #closeSlow(): void {
    const now = performance.now()
    for (const { socket, exchange } of this.#connections.values()) {
      if (!exchange) continue
      const { request, response, body, answer } = exchange
      if (body.isTooSlow(now, !request.complete, socket.bytesRead)) {
        if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
        this.#close(socket, 'slow_body')
      } else if (
        answer.isTooSlow(now, socket.writableLength > 0, socket.bytesWritten - socket.writableLength)
      ) {
        this.#close(socket, 'slow_reader')
      }
    }
  }

  #close(socket: Socket, reason: Closing): void {
    socket.destroy()
    this.#options.onClosing?.(reason)
  }
}

/** Detects a client that sends its body, or reads its answer, more slowly than any honest one. */
export class Progress {
  readonly #bounds: ProgressBounds
  #windowStart: number | null = null
  #bytesBefore = 0

  constructor(bounds: ProgressBounds) {
    this.#bounds = bounds
  }

  /** To be called about every second. `pending`: bytes are still due; `bytes`: those transferred so far. */
  isTooSlow(now: number, pending: boolean, bytes: number): boolean {
    if (!pending) this.#windowStart = null
    else if (this.#windowStart === null) this.#begin(now, bytes)
    else if (now - this.#windowStart >= this.#bounds.windowMs) {
      if (bytes - this.#bytesBefore < this.#bounds.minBytes) return true
      this.#begin(now, bytes)
    }
    return false
  }

  #begin(now: number, bytes: number): void {
    this.#windowStart = now
    this.#bytesBefore = bytes
  }
}
