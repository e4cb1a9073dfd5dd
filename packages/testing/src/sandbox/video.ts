import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { path as ffmpeg } from '@ffmpeg-installer/ffmpeg'
import type { Post } from './post.ts'
import { drawFrame } from './thumbnail.ts'

const SECONDS = 3

/** A short, silent clip of the post with its text on it, as MP4, a few dozen kilobytes. */
export async function drawVideo(post: Post): Promise<Buffer> {
  const dir = await mkdtemp(join(tmpdir(), 'antojo-video-'))
  try {
    const [picture, video] = [join(dir, 'picture.jpg'), join(dir, 'video.mp4')]
    await writeFile(picture, await drawFrame(post))
    const input = ['-loop', '1', '-framerate', '5', '-i', picture, '-t', String(SECONDS)]
    const output = [
      '-vf',
      'scale=540:-2',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-movflags',
      '+faststart',
      video,
    ]
    await promisify(execFile)(ffmpeg, ['-loglevel', 'error', ...input, ...output], { timeout: 30_000 })
    return await readFile(video)
  } finally {
    await rm(dir, { recursive: true })
  }
}
