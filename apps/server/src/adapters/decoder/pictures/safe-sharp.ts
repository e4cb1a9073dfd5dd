import sharp, { type Sharp } from 'sharp'
import { type PictureFormat, pictureFormat } from '../signatures.ts'

/** Camera pictures have 12 million pixels; most decoders need up to 14 bytes per pixel. */
const MAX_PICTURE_PIXELS = 16_000_000
/** Decoding AVIF takes up to 25 bytes per pixel. */
const MAX_AVIF_PIXELS = 8_000_000

const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)

type OpenedPicture =
  | { readonly ok: true; readonly picture: Sharp; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly reason: 'too_large' | 'unreadable' }

/** Restricts libvips to the loaders of the allowed formats, input from memory, one thread and no cache. */
export function limitSharp(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  sharp.cache(false)
  sharp.concurrency(1)
}

/**
 * Opens a foreign picture without decoding pixels. Width and height are those after rotation. The first bytes give the
 * format, the header the size.
 */
export async function openPicture(bytes: Buffer, maxPixels = MAX_PICTURE_PIXELS): Promise<OpenedPicture> {
  const format = pictureFormat(bytes)
  if (format === null) return { ok: false, reason: 'unreadable' }
  const limit = pixelLimit(format, maxPixels)
  const picture = sharp(bytes, { limitInputPixels: limit, failOn: 'error', pages: 1 }).rotate()
  // Reads the header only. The check here separates "too large" from "broken".
  const metadata = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata()
  if (metadata.width * metadata.height > limit) return { ok: false, reason: 'too_large' }
  const { width, height } = metadata.autoOrient
  return { ok: true, picture, width, height }
}

function pixelLimit(format: PictureFormat, maxPixels: number): number {
  return format === 'avif' ? Math.min(maxPixels, MAX_AVIF_PIXELS) : maxPixels
}
