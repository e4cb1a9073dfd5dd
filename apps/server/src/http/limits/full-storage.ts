import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { AppError } from '../../core/app-error.ts'
import { refuse } from './back-pressure.ts'

/** Postgres needs 16 MB for its next file of log, and space for what already runs. */
const MIN_FREE_BYTES = 64 * 1024 ** 2
const LOOK_INTERVAL_MS = 1_000
const RETRY_AFTER_SECONDS = 60
const WRITES = new Set(['POST', 'PUT', 'PATCH'])
/** Signing in and out, and searches, which are POST requests, write little or nothing. */
const ALLOWED_WRITES = /^\/(?:auth\/v1\/(?:token|logout)|rest\/v1\/rpc)\b/u

export interface StorageWatch {
  /** True while the disk of the database has no room for anything new. */
  isFull(): boolean
  stop(): void
}

/** Watches the free space at the folder. */
export async function watchStorage(dir: string, log: Logger): Promise<StorageWatch> {
  let full = false
  const look = async (): Promise<void> => {
    const { bavail, bsize } = await statfs(dir)
    const was = full
    full = bavail * bsize < MIN_FREE_BYTES
    if (full && !was) log.error({ dir, freeBytes: bavail * bsize }, 'the disk is full: nothing new is saved')
    if (was && !full) log.info({ dir }, 'the disk has room again')
  }
  await look()
  const timer = setInterval(() => {
    look().catch((err: unknown) => log.warn({ err }, 'free space not read'))
  }, LOOK_INTERVAL_MS).unref()
  return { isFull: () => full, stop: () => clearInterval(timer) }
}

/**
 * Refuses requests that would write to a full disk with the reason, before Postgres stops for lack of space. Reading,
 * signing in and deleting go on.
 */
export function refuseWritesWhenFull(app: FastifyInstance, storage: Pick<StorageWatch, 'isFull'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!WRITES.has(request.method) || !storage.isFull() || ALLOWED_WRITES.test(request.url)) return done()
    void refuse(
      reply,
      request.id,
      new AppError('storage_full', 'The disk of the server is full.', { retryAfter: RETRY_AFTER_SECONDS }),
    )
  })
}
