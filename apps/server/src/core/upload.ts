import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MAX_UPLOAD_BYTES } from '@antojo/contract/read-media'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import type { Budgets } from './budgets.ts'
import type { ProductApp, RequestScope } from './request-scope.ts'

export interface UploadLimits {
  readonly scope: Pick<RequestScope, 'user'>
  readonly budgets: Pick<Budgets, 'tryEnter'>
}

const RETRY_AFTER_SECONDS = 5

/**
 * Lets the routes of this plugin read their bodies themselves. The returned hook refuses guests, and uploads beyond the
 * limits, before any bytes are read.
 */
export function acceptUploads(app: ProductApp, { scope, budgets }: UploadLimits) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, body, done) => done(null, body))
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { id } = await scope.user(request)
    if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES)
      throw new AppError('payload_too_large', 'The file is too large.')
    holdUpload(budgets, id, request, reply)
  }
}

/** Takes a place among the uploads until the answer is sent; throws `overloaded` when there is none. */
export function holdUpload(
  budgets: UploadLimits['budgets'],
  account: string,
  { ip: address }: FastifyRequest,
  { raw }: FastifyReply,
): void {
  // A closed connection emits no further `close`.
  if (raw.destroyed) return
  const release = budgets.tryEnter('uploading', { account, address })
  if (release === null)
    throw new AppError('overloaded', 'Other files are being uploaded.', { retryAfter: RETRY_AFTER_SECONDS })
  raw.once('close', release)
}

/** Streams the bytes to the disk and returns their number. */
export async function saveUpload(bytes: Readable, path: string): Promise<number> {
  let size = 0
  const bounded = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > MAX_UPLOAD_BYTES) throw new AppError('payload_too_large', 'The file is too large.')
      yield chunk
    }
  }
  await pipeline(bytes, bounded, createWriteStream(path)).catch((error: unknown) => {
    if (bytes.destroyed && !(error instanceof AppError))
      throw new AppError('media_unavailable', 'The file ended early.', { cause: error })
    throw error
  })
  if (size === 0) throw new AppError('media_unavailable', 'Send the bytes of a file.')
  return size
}
