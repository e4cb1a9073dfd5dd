/** A message between the server and a decoding process: a JSON value and bytes. */
export interface Message {
  readonly head: unknown
  readonly body: Buffer
}

const PREFIX_BYTES = 8

/** Two lengths, the JSON, the bytes. Plain JSON is safe to parse although a hostile file may control the sender. */
export function encodeMessage(head: unknown, body: Uint8Array = Buffer.alloc(0)): Buffer[] {
  const json = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.writeUInt32LE(json.length, 0)
  prefix.writeUInt32LE(body.length, 4)
  return [prefix, json, Buffer.from(body.buffer, body.byteOffset, body.byteLength)]
}

/** Assembles messages from chunks: those that a chunk completes; null when one is too large or not JSON. */
export function createMessageReader(maxBytes: number): (chunk: Buffer) => Message[] | null {
  let chunks: Buffer[] = []
  let held = 0
  return (chunk) => {
    chunks.push(chunk)
    held += chunk.length
    const messages: Message[] = []
    for (;;) {
      const wanted = wantedBytes(chunks, held)
      if (wanted > maxBytes + PREFIX_BYTES) return null
      if (held < wanted) return messages
      const all = Buffer.concat(chunks)
      const message = parse(all.subarray(0, wanted))
      if (message === null) return null
      messages.push(message)
      const rest = all.subarray(wanted)
      chunks = rest.length === 0 ? [] : [rest]
      held = rest.length
    }
  }
}

/** Length of the message that starts with these bytes; that of the prefix while the prefix is incomplete. */
function wantedBytes(chunks: readonly Buffer[], held: number): number {
  if (held < PREFIX_BYTES) return PREFIX_BYTES
  const [first = Buffer.alloc(0)] = chunks
  const prefix = first.length >= PREFIX_BYTES ? first : Buffer.concat(chunks)
  return PREFIX_BYTES + prefix.readUInt32LE(0) + prefix.readUInt32LE(4)
}

function parse(bytes: Buffer): Message | null {
  const bodyStart = PREFIX_BYTES + bytes.readUInt32LE(0)
  try {
    const head: unknown = JSON.parse(bytes.toString('utf8', PREFIX_BYTES, bodyStart))
    return { head, body: bytes.subarray(bodyStart) }
  } catch {
    return null
  }
}
