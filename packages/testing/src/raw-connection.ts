import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A TCP connection that writes any text, valid HTTP or not, and reads only after `resume` when opened with `reads: false`. */
export class RawConnection {
  readonly #socket: Socket
  readonly closed: Promise<void>
  #received = ''

  private constructor(socket: Socket) {
    this.#socket = socket
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => undefined)
  }

  static async open(url: string, options: { readonly reads?: boolean } = {}): Promise<RawConnection> {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port) })
    const connection = new RawConnection(socket)
    if (options.reads ?? true)
      socket.on('data', (chunk: Buffer) => (connection.#received += chunk.toString()))
    else socket.pause()
    await once(socket, 'connect')
    return connection
  }

  /** The bytes received so far. */
  get received(): string {
    return this.#received
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed
  }

  send(text: string): void {
    if (!this.#socket.destroyed) this.#socket.write(text)
  }

  /** Starts reading. */
  resume(): this {
    this.#socket.resume()
    return this
  }

  close(): void {
    this.#socket.destroy()
  }
}
