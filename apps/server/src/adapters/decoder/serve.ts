import { Socket } from 'node:net'
import { createMessageReader, encodeMessage, type Message } from './wire.ts'

/** The descriptor of the channel between a decoding process and the server. */
const CHANNEL = 3
const MAX_REQUEST_BYTES = 96 * 1024 * 1024

export interface Answer {
  readonly head: unknown
  readonly body?: Uint8Array
}

/** Answers requests one at a time in a decoding process, until the server closes the channel. */
export function serve(answer: (request: Message) => Promise<Answer>): void {
  const socket = new Socket({ fd: CHANNEL, readable: true, writable: true })
  const read = createMessageReader(MAX_REQUEST_BYTES)
  const send = ({ head, body }: Answer): void => {
    for (const part of encodeMessage(head, body)) socket.write(part)
  }
  const answerAll = async (requests: readonly Message[]): Promise<void> => {
    for (const request of requests) {
      send(await answer(request).catch(() => ({ head: { ok: false, reason: 'unreadable' } })))
    }
  }
  socket.on('data', (chunk) => void answerAll(read(chunk) ?? []))
  socket.on('close', () => process.exit())
  socket.on('error', () => process.exit())
  send({ head: { ready: true } })
}
