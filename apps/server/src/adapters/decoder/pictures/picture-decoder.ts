import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Budgets } from '../../../core/budgets.ts'
import type { Reply } from '../decoding-process.ts'
import { type DecodeFailure, failureOf } from '../failure.ts'
import type { DecodingPool, DecodingProgram } from '../pool.ts'
import { pictureFormat } from '../signatures.ts'
import type { CompositionTask, PictureTask } from './picture-task.ts'

export type PictureOutcome = { readonly ok: true; readonly webp: Buffer } | DecodeFailure

export type Layer = Omit<CompositionTask['layers'][number], 'bytes'> & { readonly picture: Buffer }

export type PictureDecoder = ReturnType<typeof createPictureDecoder>

const program: DecodingProgram = {
  name: 'picture',
  entry: fileURLToPath(new URL('picture-program.ts', import.meta.url)),
  folders: [],
  maxHeapMb: 64,
  // The most expensive picture within the limits of pixels takes 270 MB, 70 MB of it for the program.
  limits: {
    maxMemoryMb: 320,
    maxCpuSeconds: 6,
    maxWallMs: 30_000,
    maxReplyBytes: 8 * 1024 * 1024,
    niceness: 5,
  },
  maxProcesses: 2,
  idleMs: 600_000,
  maxIdleMemoryMb: 160,
  endsOnAbort: false,
}

const head = z.object({ ok: z.literal(true), libvips: z.string().optional() })

export function createPictureDecoder(pool: DecodingPool, budgets: Pick<Budgets, 'run'>) {
  return {
    /** Converts a foreign picture to webp without metadata. Throws `overloaded` when the queue is full, and the signal's reason. */
    toWebp: async (bytes: Buffer, task: PictureTask, signal?: AbortSignal): Promise<PictureOutcome> => {
      if (pictureFormat(bytes) === null) return { ok: false, reason: 'unreadable' }
      const request = { head: task, body: bytes }
      const decode = (): Promise<Reply> => pool.run(program, request, signal)
      const reply = await budgets.run('pictureDecode', decode, { signal })
      const isWritten = reply.ok && head.safeParse(reply.head).success && pictureFormat(reply.body) === 'webp'
      return isWritten ? { ok: true, webp: reply.body } : failureOf(reply)
    },
    /** Puts pictures, each cropped to its place, into one JPEG; null when that fails. */
    compose: async (
      layers: readonly Layer[],
      canvas: Omit<CompositionTask, 'layers'>,
    ): Promise<Buffer | null> => {
      const places = layers.map(({ picture, ...place }) => ({ ...place, bytes: picture.length }))
      const request = {
        head: { ...canvas, layers: places },
        body: Buffer.concat(layers.map(({ picture }) => picture)),
      }
      const reply = await budgets.run('pictureDecode', () => pool.run(program, request))
      const isWritten = reply.ok && head.safeParse(reply.head).success && pictureFormat(reply.body) === 'jpeg'
      return isWritten ? reply.body : null
    },
    /** The version of libvips. */
    version: async (): Promise<string | null> => {
      const reply = await pool.run(program, { head: {} })
      const answer = reply.ok ? head.safeParse(reply.head) : null
      return answer?.data?.libvips ?? null
    },
  }
}
