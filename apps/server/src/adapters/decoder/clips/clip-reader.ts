import { type FileHandle, open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Frame } from '../../media/port.ts'
import type { Reply } from '../decoding-process.ts'
import { type DecodeFailure, failureOf } from '../failure.ts'
import type { DecodingPool, DecodingProgram } from '../pool.ts'
import { clipContainer, SIGNATURE_BYTES } from '../signatures.ts'
import { type ClipTask, framesHead } from './clip-task.ts'

type ClipFrames = { readonly ok: true; readonly frames: readonly Frame[] } | DecodeFailure
type ClipSound = { readonly ok: true; readonly wav: Buffer } | DecodeFailure

/** Extracts frames and sound from clips, each in its own process, which sees only the opened file. */
export type ClipReader = NonNullable<ReturnType<typeof createClipReader>>

const program: DecodingProgram = {
  name: 'clip',
  entry: fileURLToPath(new URL('clip-program.ts', import.meta.url)),
  folders: [],
  maxHeapMb: 96,
  // A clip of 1080 lines takes 170 MB, one of 4K 270 MB.
  limits: {
    maxMemoryMb: 320,
    maxCpuSeconds: 45,
    maxWallMs: 60_000,
    maxReplyBytes: 32 * 1024 * 1024,
    niceness: 10,
  },
  // Two clips, the pictures and the sound of each.
  maxProcesses: 4,
  idleMs: 0,
  maxIdleMemoryMb: 0,
  endsOnAbort: true,
}

const succeeded = z.object({ ok: z.literal(true) })
const versionHead = z.object({ ok: z.literal(true), ffmpeg: z.string() })

/** Null when the package has no FFmpeg for this system; clips are not read then. */
export function createClipReader(pool: DecodingPool) {
  if (!isFfmpegCarried()) return null
  return {
    frames: async (
      path: string,
      options: { maxSeconds: number; maxFrames: number },
      signal: AbortSignal,
    ): Promise<ClipFrames> => {
      const reply = await take(pool, path, (container) => ({ take: 'frames', container, ...options }), signal)
      const head = reply.ok ? framesHead.safeParse(reply.head) : null
      if (!reply.ok || !head?.success) return failureOf(reply)
      return { ok: true, frames: cut(reply.body, head.data.frames) }
    },
    /** The sound of the first seconds as 16 kHz mono WAV. */
    sound: async (path: string, maxSeconds: number, signal: AbortSignal): Promise<ClipSound> => {
      const reply = await take(pool, path, (container) => ({ take: 'sound', container, maxSeconds }), signal)
      const isRead = reply.ok && succeeded.safeParse(reply.head).success
      return isRead ? { ok: true, wav: reply.body } : failureOf(reply)
    },
    /** The version of FFmpeg. */
    version: async (): Promise<string | null> => {
      const task: ClipTask = { take: 'version' }
      const reply = await pool.run(program, { head: task })
      return (reply.ok ? versionHead.safeParse(reply.head).data?.ffmpeg : undefined) ?? null
    },
  }
}

async function take(
  pool: DecodingPool,
  path: string,
  taskFor: (container: string) => ClipTask,
  signal: AbortSignal,
): Promise<Reply> {
  const file = await open(path)
  try {
    const container = await containerOf(file)
    if (container === null)
      return { ok: true, head: { ok: false, reason: 'unreadable' }, body: Buffer.alloc(0) }
    return await pool.run(program, { head: taskFor(container), file: file.fd }, signal)
  } finally {
    await file.close()
  }
}

async function containerOf(file: FileHandle): Promise<string | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0)
  return clipContainer(buffer.subarray(0, bytesRead))
}

function cut(body: Buffer, frames: readonly { second: number; bytes: number }[]): Frame[] {
  let start = 0
  return frames.map(({ second, bytes }) => {
    const image = body.subarray(start, start + bytes)
    start += bytes
    return { second, image }
  })
}

function isFfmpegCarried(): boolean {
  try {
    const packaged = createRequire(import.meta.resolve('node-av'))
    packaged.resolve(`@seydx/node-av-${process.platform}-${process.arch}/package.json`)
    return true
  } catch {
    return false
  }
}
