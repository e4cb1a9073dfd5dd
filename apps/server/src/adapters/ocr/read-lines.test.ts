import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { editDistance } from '@antojo/domain/spelling/edit-distance'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openPaddle, type Paddle } from './paddle.ts'
import { openForReading, readLines } from './read-lines.ts'

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
const frames = z.array(z.array(z.string())).parse(JSON.parse(await readFile(fixture('frames.json'), 'utf8')))

let paddle: Paddle
beforeAll(async () => void (paddle = await openPaddle()))

test(
  'reads the captions of ten video frames: 27 of 28 lines, at most 5 % of the characters wrong',
  { tags: 'slow', timeout: 240_000 },
  async () => {
    let wrong = 0
    let characters = 0
    let found = 0
    for (const [index, lines] of frames.entries()) {
      const picture = await openForReading(await readFile(fixture(`frame-${index}.webp`)))
      const read = picture.ok ? await readLines(picture.png, paddle) : []
      for (const line of lines) {
        const errors = Math.min(...read.map(({ text }) => editDistance(text, line, line.length)), line.length)
        const folded = Math.min(
          ...read.map(({ text }) => editDistance(plain(text), plain(line), line.length)),
          line.length,
        )
        if (folded <= line.length * 0.15) found++
        wrong += errors
        characters += line.length
      }
    }
    expect(found).toBeGreaterThanOrEqual(27)
    expect(wrong / characters).toBeLessThanOrEqual(0.05)
  },
)

test('a picture of more pixels than memory should hold is refused before it is decoded', async () => {
  const huge = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: 'black' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(huge.length).toBeLessThan(500_000)
  expect(await openForReading(huge)).toEqual({ ok: false, reason: 'too_large' })
})

/** Ignores accents and spaces when it decides whether a line was found. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase()
}
