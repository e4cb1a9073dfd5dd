import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

export class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
}

export class TooSlowError extends Error {
  override readonly name = 'TooSlowError'
}

/** Bytes a second that a body has to bring on average, once its first seconds are over. */
const minBytesPerSecond = 1_024
const graceMs = 3_000

export interface BodyLimits {
  /** Content-Encoding of the answer. */
  readonly encoding: string | undefined
  /** Bytes at most, as they come and unpacked. */
  readonly maxBytes: number
}

/**
 * Gives a body's bytes to `consume`, unpacked chunk by chunk, so that neither a large answer nor one that unpacks to
 * much more is ever held as a whole. Throws when it is too large or comes too slowly.
 */
export async function consumeBody<T>(
  body: Readable,
  { encoding, maxBytes }: BodyLimits,
  consume: (chunks: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const unpacked = decompressor(encoding)
  const bounded = (chunks: AsyncIterable<Buffer>) => withinBytes(chunks, maxBytes)
  if (unpacked === null) return pipeline(body, bounded, inTime, consume)
  return pipeline(body, bounded, inTime, unpacked, bounded, consume)
}

/** The whole body in memory. */
export async function readBody(body: Readable, limits: BodyLimits): Promise<Buffer> {
  return consumeBody(body, limits, async (chunks) => {
    const parts: Buffer[] = []
    for await (const chunk of chunks) parts.push(chunk)
    return Buffer.concat(parts)
  })
}

/** The body as it comes, in a file. One that is packed is refused. */
export async function saveBody(body: Readable, limits: BodyLimits, path: string): Promise<void> {
  if (limits.encoding !== undefined && limits.encoding !== 'identity') {
    body.on('error', () => undefined).destroy()
    throw new Error(`packed with ${limits.encoding}`)
  }
  await consumeBody(body, { ...limits, encoding: undefined }, async (chunks) => {
    await pipeline(chunks, createWriteStream(path))
  })
}

/** As browsers do, a body that ends early is taken as far as it goes; an answer to HEAD has none at all. */
function decompressor(encoding: string | undefined) {
  const zlib = { finishFlush: constants.Z_SYNC_FLUSH }
  if (encoding === 'gzip') return createGunzip(zlib)
  if (encoding === 'deflate') return createInflate(zlib)
  if (encoding === 'br') return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
  return null
}

async function* withinBytes(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) throw new TooLargeError(`more than ${maxBytes} bytes`)
    yield chunk
  }
}

async function* inTime(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const started = performance.now()
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    const elapsed = performance.now() - started
    if (elapsed > graceMs && size < (elapsed / 1_000) * minBytesPerSecond)
      throw new TooSlowError(`${size} bytes in ${Math.round(elapsed)} ms`)
    yield chunk
  }
}
