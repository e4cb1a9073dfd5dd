import {
  AV_FRAME_DATA_DISPLAYMATRIX,
  AV_PIX_FMT_GRAY8,
  AV_PIX_FMT_RGB24,
  AVMEDIA_TYPE_VIDEO,
  type AVPixelFormat,
} from 'node-av/constants'
import { avImageCopyToBuffer, Frame, SoftwareScaleContext } from 'node-av/lib'
import sharp from 'sharp'
import { openClip } from './open-clip.ts'

const MAX_WIDTH = 720
const QUALITY = 88
const TILES_ACROSS = 24
/** Grey levels of 255. */
const MIN_TILE_CHANGE = 14

interface ClipFrame {
  readonly second: number
  readonly jpeg: Buffer
}

/**
 * The first frame of each second, upright and at most 720 pixels wide, without frames similar to the one before, and
 * spread evenly when there are too many. Null when the clip cannot be read.
 */
export async function clipFrames(
  container: string,
  { maxSeconds, maxFrames }: { readonly maxSeconds: number; readonly maxFrames: number },
): Promise<readonly ClipFrame[] | null> {
  const clip = openClip(container, AVMEDIA_TYPE_VIDEO)
  if (clip === null) return null
  const kept: ClipFrame[] = []
  let next = 0
  let last: Buffer | undefined
  for (const { frame, seconds } of clip) {
    if (seconds >= maxSeconds) break
    if (seconds < next || frame.width === 0 || frame.height === 0) continue
    next = Math.floor(seconds) + 1
    const tiles = scaled(frame, { width: TILES_ACROSS, height: TILES_ACROSS, format: AV_PIX_FMT_GRAY8 })
    if (tiles === null || (last !== undefined && !isChanged(last, tiles))) continue
    const jpeg = await toJpeg(frame)
    if (jpeg === null) continue
    last = tiles
    kept.push({ second: next - 1, jpeg })
  }
  return thinned(kept, maxFrames)
}

/**
 * True when a tile of the 24 × 24 grid differs from the last kept frame by more than 14 of 255 grey levels. A hash of the
 * whole frame would miss a changed caption.
 */
function isChanged(before: Buffer, after: Buffer): boolean {
  return after.some((level, tile) => Math.abs(level - (before[tile] ?? 0)) > MIN_TILE_CHANGE)
}

/** Takes at most `max` frames, spread evenly, because the time of an analysis is bounded. */
function thinned(frames: readonly ClipFrame[], max: number): readonly ClipFrame[] {
  if (frames.length <= max) return frames
  return frames.filter(
    (_, i) => Math.floor((i * max) / frames.length) !== Math.floor(((i - 1) * max) / frames.length),
  )
}

async function toJpeg(frame: Frame): Promise<Buffer | null> {
  const width = Math.min(MAX_WIDTH, frame.width)
  const height = Math.max(1, Math.round((frame.height * width) / frame.width))
  const rgb = scaled(frame, { width, height, format: AV_PIX_FMT_RGB24 })
  if (rgb === null) return null
  const picture = sharp(rgb, { raw: { width, height, channels: 3 } })
  return picture.rotate(turnOf(frame)).jpeg({ quality: QUALITY }).toBuffer()
}

/** Converts the frame to another size and format, without gaps between the rows; null when FFmpeg cannot. */
function scaled(
  frame: Frame,
  {
    width,
    height,
    format,
  }: { readonly width: number; readonly height: number; readonly format: AVPixelFormat },
): Buffer | null {
  const scaler = new SoftwareScaleContext()
  const target = new Frame()
  try {
    target.alloc()
    target.width = width
    target.height = height
    target.format = format
    // The two frames hold the sizes and formats.
    scaler.allocContext()
    if (target.getBuffer(0) < 0 || scaler.scaleFrameSync(target, frame) < 0) return null
    const bytes = Buffer.alloc(width * height * (format === AV_PIX_FMT_RGB24 ? 3 : 1))
    const copied = avImageCopyToBuffer(
      bytes,
      bytes.length,
      target.data,
      target.linesize,
      format,
      width,
      height,
      1,
    )
    return copied < 0 ? null : bytes
  } finally {
    target.free()
    scaler.freeContext()
  }
}

/** Phones store clips in the orientation of the sensor, with a rotation matrix (16.16 fixed point). */
function turnOf(frame: Frame): number {
  const matrix = frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX)
  if (matrix === null || matrix.length < 8) return 0
  const degrees = (Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI
  return (Math.round(degrees / 90) * 90 + 360) % 360
}
