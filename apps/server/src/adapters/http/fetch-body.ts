import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeeperThan } from '@antojo/domain/foreign/json-depth'
import { tryParseJson } from '@antojo/domain/unknown-values'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

export class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
}

export class TooSlowError extends Error {
  override readonly name = 'TooSlowError'
}

/** The minimal average speed of a body after the grace period. */
const MIN_BYTES_PER_SECOND = 1_024
const GRACE_MS = 3_000

interface BodyLimits {
  /** Content-Encoding of the answer. */
  readonly encoding: string | undefined
  /** Holds for the compressed and for the decompressed body. */
  readonly maxBytes: number
}

/**
 * Passes a body to `consume`, decompressed chunk by chunk, so that neither a large answer nor a decompression bomb is
 * ever in memory as a whole. Throws when the body is too large or too slow.
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

/** Receives a body piece by piece; `enough` ends the transfer. */
export type TakePiece = (piece: Buffer) => 'more' | 'enough'

/** Passes the decompressed pieces of a body to `take` until the body ends or `take` has enough. */
export async function streamBody(body: Readable, limits: BodyLimits, take: TakePiece): Promise<void> {
  let hasEnough = false
  const taken = consumeBody(body, limits, async (chunks) => {
    for await (const chunk of chunks) {
      hasEnough = take(chunk) === 'enough'
      // An error destroys every stream of the body, which an early return would not.
      if (hasEnough) throw new Error('enough')
    }
  })
  await taken.catch((error: unknown) => {
    if (!hasEnough) throw error
  })
}

/** The whole body in memory. */
export async function readBody(body: Readable, limits: BodyLimits): Promise<Buffer> {
  return consumeBody(body, limits, async (chunks) => {
    const parts: Buffer[] = []
    for await (const chunk of chunks) parts.push(chunk)
    return Buffer.concat(parts)
  })
}

/** Writes the body to a file. A compressed body is refused. */
export async function saveBody(body: Readable, limits: BodyLimits, path: string): Promise<void> {
  if (limits.encoding !== undefined && limits.encoding !== 'identity') {
    body.on('error', () => undefined).destroy()
    throw new Error(`the body is compressed with ${limits.encoding}`)
  }
  await consumeBody(body, { ...limits, encoding: undefined }, async (chunks) => {
    await pipeline(chunks, createWriteStream(path))
  })
}

/** Like browsers, accepts a body that ends early; an answer to HEAD has none at all. */
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
    if (elapsed > GRACE_MS && size < (elapsed / 1_000) * MIN_BYTES_PER_SECOND)
      throw new TooSlowError(`${size} bytes in ${Math.round(elapsed)} ms`)
    yield chunk
  }
}

/** JSON of an answer's body; undefined when it is not JSON, or nested without end. */
export function parseJson(body: Buffer): unknown {
  const text = body.toString('utf8')
  return isDeeperThan(text) ? undefined : tryParseJson(text)
}
