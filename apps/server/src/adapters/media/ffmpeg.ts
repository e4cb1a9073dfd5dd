import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { z } from 'zod'
import { lowerPriority } from './low-priority.ts'

const run = promisify(execFile)

// What phones and platforms make. No playlists and no concatenations: those make ffmpeg open other files.
const CONTAINERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,flv,mp3,wav,ogg,aac'
const MOST_PIXELS = 4096 * 4096
const MOST_ALLOCATED = 512 * 1024 * 1024
const MOST_OUTPUT = 1024 * 1024

/** Runs ffmpeg on one input; resolves false when it failed or was stopped. What it wrote until then stands. */
export type Ffmpeg = (input: string, output: readonly string[], signal: AbortSignal) => Promise<boolean>

/** The system's ffmpeg, else the one that npm carries; null when neither is there. */
export async function findFfmpeg(): Promise<string | null> {
  return await run('ffmpeg', ['-version']).then(
    () => 'ffmpeg',
    () => carriedFfmpeg(),
  )
}

/** The ffmpeg that npm carries; null where its package has none for this system. */
export function carriedFfmpeg(): string | null {
  try {
    return z.object({ path: z.string() }).parse(createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg'))
      .path
  } catch {
    return null
  }
}

/** ffmpeg for files of strangers: known containers, one thread, low priority, bounded pixels and memory. */
export function createFfmpeg(binary: string): Ffmpeg {
  return async (input, output, signal) => {
    const guards = [
      '-nostdin',
      '-hide_banner',
      '-loglevel',
      'error',
      '-threads',
      '1',
      '-max_alloc',
      String(MOST_ALLOCATED),
    ]
    const limits = [
      '-max_pixels',
      String(MOST_PIXELS),
      '-protocol_whitelist',
      'file',
      '-format_whitelist',
      CONTAINERS,
    ]
    const running = run(binary, [...guards, ...limits, '-i', `file:${input}`, ...output], {
      signal,
      killSignal: 'SIGKILL',
      maxBuffer: MOST_OUTPUT,
    })
    if (running.child.pid !== undefined) lowerPriority(running.child.pid)
    return await running.then(
      () => true,
      () => false,
    )
  }
}
