import { encodeClip } from '../../encode-clip.ts'
import type { Post } from '../post.ts'
import { drawFrame } from './thumbnail.ts'

const SECONDS = 3

/** A short, silent clip of the post with its text on it, as MP4, a few dozen kilobytes. */
export async function drawVideo(post: Post): Promise<Buffer> {
  const picture = await drawFrame(post)
  const [width, height] = post.platform === 'YouTube' ? [540, 406] : [540, 960]
  return encodeClip({ scenes: [{ picture, seconds: SECONDS }], width, height, framesPerSecond: 5 })
}
