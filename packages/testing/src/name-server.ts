import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The addresses of a name. `silent` means no answer, `unknown` an answer without addresses. */
type NameAnswer = readonly string[] | 'silent' | 'unknown'

export interface NameServer {
  /** `address:port`, the format that resolvers expect. */
  readonly address: string
  /** The name of each question, in order. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

const RECORD_TYPES = { A: 1, AAAA: 28 } as const
const TTL_SECONDS = 1

/** A DNS server over UDP that answers A and AAAA questions as the test defines. */
export async function startNameServer(answerOf: (name: string) => NameAnswer): Promise<NameServer> {
  const socket = createSocket('udp4')
  const requests: string[] = []
  socket.on('message', (message, sender) => {
    const { name, type, end } = questionOf(message)
    requests.push(name)
    const answer = answerOf(name)
    if (answer === 'silent') return
    const addresses = answer === 'unknown' ? [] : answer
    const records = addresses.filter(
      (address) => type === (isIPv6(address) ? RECORD_TYPES.AAAA : RECORD_TYPES.A),
    )
    const header = Buffer.alloc(12)
    message.copy(header, 0, 0, 2)
    header.writeUInt16BE(answer === 'unknown' ? 0x8183 : 0x8180, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(records.length, 6)
    const reply = Buffer.concat([header, message.subarray(12, end), ...records.map(recordOf)])
    socket.send(reply, sender.port, sender.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, requests, close: () => closed(socket) }
}

async function closed(socket: Socket): Promise<void> {
  socket.close()
  await once(socket, 'close')
}

function questionOf(message: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 }
}

/** A record whose name is a pointer to the name in the question. */
function recordOf(address: string): Buffer {
  const data = Buffer.from(ipaddr.parse(address).toByteArray())
  const record = Buffer.alloc(12)
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(isIPv6(address) ? RECORD_TYPES.AAAA : RECORD_TYPES.A, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt32BE(TTL_SECONDS, 6)
  record.writeUInt16BE(data.length, 10)
  return Buffer.concat([record, data])
}
