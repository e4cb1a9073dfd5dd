import sharp from 'sharp'
import { DRAWINGS } from './dishes.ts'
import type { Post } from '../post.ts'
import { screenText } from './screen-text.ts'

/** The post's picture as a JPEG: portrait as on phones, landscape for YouTube. Equal posts give equal pictures. */
export function drawThumbnail(post: Post): Promise<Buffer> {
  return paintWith(post, post.onCover)
}

/** A frame of the post's video: the picture with the text that is laid over it. */
export function drawFrame(post: Post): Promise<Buffer> {
  return paintWith(post, post.onScreen)
}

async function paintWith(post: Post, lines: readonly string[]): Promise<Buffer> {
  if (lines.length === 0) return paint(post, '')
  const { width, height } = sizeOf(post)
  const text = await screenText(lines, width / 16)
  return paint(post, `<g transform="translate(${width / 2} ${height * 0.2})">${text}</g>`)
}

function paint(post: Post, overlay: string): Promise<Buffer> {
  return sharp(Buffer.from(picture(post, overlay)))
    .jpeg({ quality: 82 })
    .toBuffer()
}

function sizeOf(post: Post): { width: number; height: number } {
  return post.platform === 'YouTube' ? { width: 960, height: 720 } : { width: 720, height: 1280 }
}

function picture(post: Post, overlay: string): string {
  const { width, height } = sizeOf(post)
  const { table, food } = DRAWINGS[post.dish]
  const random = randomOf(post.id)
  const turn = Math.round(random() * 16 - 8)
  const scale = (Math.min(width, height) / 720) * (1.1 + random() * 0.2)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs>
<radialGradient id="table" cx=".4" cy=".35" r=".9"><stop offset="0" stop-color="${table[0]}"/><stop offset="1" stop-color="${table[1]}"/></radialGradient>
<radialGradient id="plate" cx=".4" cy=".3" r=".8"><stop offset="0" stop-color="#fffdf8"/><stop offset="1" stop-color="#d9cfc0"/></radialGradient>
<radialGradient id="light" cx=".3" cy=".22" r=".9"><stop offset="0" stop-color="#fff3d0" stop-opacity=".38"/><stop offset=".55" stop-color="#fff3d0" stop-opacity="0"/><stop offset="1" stop-color="#140a04" stop-opacity=".45"/></radialGradient>
<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="1.2"/></filter>
<filter id="shadow" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="22"/></filter>
</defs>
<rect width="100%" height="100%" fill="url(#table)"/>
<g transform="translate(${width / 2} ${height / 2}) rotate(${turn}) scale(${scale.toFixed(3)})">
<circle cx="18" cy="34" r="318" fill="#000" opacity=".5" filter="url(#shadow)"/>
<circle r="318" fill="url(#plate)"/><circle r="286" fill="none" stroke="#c9bda9" stroke-width="3"/>
${food(random)}
</g>
<rect width="100%" height="100%" fill="url(#light)"/>
${overlay}
</svg>`
}

/** Pseudorandom numbers in [0, 1) seeded with the text (mulberry32 on an FNV-1a hash). */
function randomOf(text: string): () => number {
  let state = 0x811c9dc5
  for (const byte of Buffer.from(text)) state = Math.imul(state ^ byte, 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
