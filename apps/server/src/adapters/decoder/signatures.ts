/** The picture formats that are decoded at all. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/** The number of bytes that the functions here need. */
export const SIGNATURE_BYTES = 64

/** HEIF files with AV1 pictures; no packaged decoder reads HEVC pictures (HEIC). */
const avifBrands: readonly string[] = ['avif', 'avis']

/**
 * The picture format that the first bytes declare, null for all others: SVG, PDF, TIFF and other formats of libvips never
 * reach it.
 */
export function pictureFormat(bytes: Buffer): PictureFormat | null {
  if (bytes.length < 12) return null
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WEBP') return 'webp'
  if (/^GIF8[79]a$/u.test(text(bytes, 0, 6))) return 'gif'
  if (text(bytes, 4, 4) === 'ftyp' && brands(bytes).some((brand) => avifBrands.includes(brand))) return 'avif'
  return null
}

/** FFmpeg's name of the container that the first bytes declare; null for unsupported ones. */
export function clipContainer(bytes: Buffer): string | null {
  if (bytes.length < 12 || pictureFormat(bytes) !== null) return null
  if (/^(?:ftyp|moov|mdat|wide|free|skip)$/u.test(text(bytes, 4, 4))) return 'mov'
  if (startsWith(bytes, [0x1a, 0x45, 0xdf, 0xa3])) return 'matroska'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WAVE') return 'wav'
  if (text(bytes, 0, 4) === 'OggS') return 'ogg'
  if (text(bytes, 0, 3) === 'ID3') return 'mp3'
  const isSync = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0
  if (isSync) return ((bytes[1] ?? 0) & 0x06) === 0 ? 'aac' : 'mp3'
  return null
}

/** Major and compatible brands of an ISO base media file. */
function brands(bytes: Buffer): string[] {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, SIGNATURE_BYTES)
  const found = [text(bytes, 8, 4)]
  for (let at = 16; at + 4 <= end; at += 4) found.push(text(bytes, at, 4))
  return found
}

function startsWith(bytes: Buffer, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte)
}

function text(bytes: Buffer, start: number, length: number): string {
  return bytes.toString('latin1', start, start + length)
}
