import sharp from 'sharp'
import type { Frame } from './port.ts'

const TILES = 24
const CHANGED_TILE = 14

/**
 * The frames that show something new: a frame goes when no tile of a 24 × 24 grid differs from the last kept frame by
 * more than 14 of 255 grey levels. Tiles, not a hash of the whole, because a changed caption is a small change.
 */
export async function distinctFrames(frames: readonly Frame[]): Promise<Frame[]> {
  const kept: Frame[] = []
  let last: Buffer | undefined
  for (const frame of frames) {
    const tiles = await sharp(frame.image)
      .grayscale()
      .resize(TILES, TILES, { fit: 'fill', kernel: 'cubic' })
      .raw()
      .toBuffer()
    if (last !== undefined && !isChanged(last, tiles)) continue
    kept.push(frame)
    last = tiles
  }
  return kept
}

function isChanged(before: Buffer, after: Buffer): boolean {
  return after.some((level, tile) => Math.abs(level - (before[tile] ?? 0)) > CHANGED_TILE)
}
