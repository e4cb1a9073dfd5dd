import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createBudgets } from '../../../core/budgets.ts'
import { mutations } from '../mutations.fixture.ts'
import { DecodingPool } from '../pool.ts'
import { createPictureDecoder } from './picture-decoder.ts'
import type { PictureTask } from './picture-task.ts'

const failures: string[] = []
const pool = new DecodingPool({
  level: async () => 'permissions',
  maxMemoryMb: 768,
  onFailure: (_program, reason) => failures.push(reason),
})
const decoder = createPictureDecoder(pool, createBudgets({ rates: false }))
afterAll(() => pool.close())
afterEach(() => (failures.length = 0))

const task: PictureTask = { width: 1_200, shape: 'whole', quality: 78 }
const red = { r: 200, g: 90, b: 30 }
const picture = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: red } })

async function sizeOf(bytes: Buffer, wanted: Partial<PictureTask> = {}) {
  const decoded = await decoder.toWebp(bytes, { ...task, ...wanted })
  if (!decoded.ok) return decoded.reason
  const { width, height, format } = await sharp(decoded.webp).metadata()
  return { width, height, format }
}

const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const

it.each(formats)('a picture in %s becomes webp', async (format) => {
  const bytes = await picture(1_600, 900).toFormat(format).toBuffer()
  expect(await sizeOf(bytes)).toEqual({ width: 1_200, height: 675, format: 'webp' })
})

it('is turned upright, cropped to a card or a square, and never enlarged', async () => {
  const lying = await picture(400, 300).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect(await sizeOf(lying)).toMatchObject({ width: 300, height: 400 })
  expect(await sizeOf(lying, { shape: 'card' })).toMatchObject({ width: 300, height: 169 })
  expect(await sizeOf(lying, { shape: 'square', width: 256 })).toMatchObject({ width: 256, height: 256 })
})

it('loses its metadata about place and camera', async () => {
  const bytes = await picture(20, 20)
    .withExif({ IFD0: { Model: 'Camera' } })
    .jpeg()
    .toBuffer()
  const decoded = await decoder.toWebp(bytes, task)
  expect((await sharp(decoded.ok ? decoded.webp : undefined).metadata()).exif).toBeUndefined()
})

it('is the first frame of an animation of thousands of frames', async () => {
  const first = await picture(16, 16).gif().toBuffer()
  const frame = first.subarray(first.indexOf(0x2c), -1)
  const film = Buffer.concat([
    first.subarray(0, -1),
    ...Array.from({ length: 5_000 }, () => frame),
    first.subarray(-1),
  ])
  expect(await sizeOf(film)).toEqual({ width: 16, height: 16, format: 'webp' })
})

it.each([
  ['AVIF of 12 million pixels', () => picture(4_000, 3_000).avif({ quality: 20, effort: 0 })],
  ['progressive JPEG of 20 million pixels', () => picture(5_000, 4_000).jpeg({ progressive: true })],
  ['interlaced PNG of 20 million pixels', () => picture(5_000, 4_000).png({ progressive: true })],
])(
  '%s is refused by its header',
  async (_name, make) => {
    const bytes = await make().toBuffer()
    expect(await sizeOf(bytes)).toBe('too_large')
    // No process exceeded its limits.
    expect(failures).toEqual([])
  },
  60_000,
)

const large: readonly [string, string[], () => Sharp][] = [
  [
    'turned progressive JPEG of 16 million pixels',
    [],
    () =>
      picture(4_000, 4_000)
        .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
        .withMetadata({ orientation: 6 }),
  ],
  [
    'AVIF with 12 bits of 8 million pixels',
    ['slow'],
    () =>
      picture(3_200, 2_500)
        .toColourspace('rgb16')
        .avif({ bitdepth: 12, effort: 0, chromaSubsampling: '4:4:4' }),
  ],
  [
    'interlaced PNG with 16 bits of 16 million pixels',
    ['slow'],
    () => picture(4_000, 4_000, 4).toColourspace('rgb16').png({ progressive: true }),
  ],
]
for (const [name, tags, make] of large)
  it(`${name} is decoded within the memory of a process`, { tags, timeout: 120_000 }, async () => {
    expect(await sizeOf(await make().toBuffer())).toMatchObject({ width: 1_200 })
    expect(failures).toEqual([])
  })

it('has fewer pixels as a profile picture', async () => {
  const bytes = await picture(2_100, 2_000).jpeg().toBuffer()
  expect(await sizeOf(bytes, { shape: 'square', width: 256, maxPixels: 4_000_000 })).toBe('too_large')
})

it('is refused by its header when 1,200 bytes decompress to 49 million pixels', async () => {
  const bomb = await readFile(new URL('../fixtures/49-megapixels.avif', import.meta.url))
  expect(bomb.length).toBe(1_200)
  expect(await sizeOf(bomb)).toBe('too_large')
  expect(failures).toEqual([])
})

it.each([
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a page', Buffer.from('<html>no picture at all</html>')],
  ['nothing', Buffer.alloc(0)],
])('%s never reaches a decoder', async (_name, bytes) => {
  expect(await sizeOf(bytes)).toBe('unreadable')
})

it('is refused when it is an SVG that begins like a picture', async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  for (const signature of ['\x89PNG\r\n\x1a\n', 'GIF89a', '\xff\xd8\xff'])
    expect(await sizeOf(Buffer.from(signature + drawing, 'latin1'))).toBe('unreadable')
})

/** The outcomes of damaged copies of a picture, and of the intact picture at the end. */
async function outcomesOfDamage(format: (typeof formats)[number], count: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const whole = await sharp({ create: { width: 64, height: 48, channels: 3, background: red, noise } })
    .toFormat(format)
    .toBuffer()
  const outcomes = []
  for (const bytes of [...mutations(whole, { seed: 11, count }), whole]) {
    const read = await sizeOf(bytes)
    outcomes.push(typeof read === 'object' ? 'ok' : read)
  }
  return outcomes
}

const damaged = expect.stringMatching(/^(?:ok|unreadable|too_large|too_slow|crashed)$/)

it.each(formats)('damaged %s ends in a value', async (format) => {
  expect(await outcomesOfDamage(format, 8)).toEqual([...Array.from({ length: 8 }, () => damaged), 'ok'])
})

it.each(formats)('%s damaged in many ways ends in a value', { tags: 'slow' }, async (format) => {
  expect(await outcomesOfDamage(format, 40)).toEqual([...Array.from({ length: 40 }, () => damaged), 'ok'])
})

it('reports the version of libvips', async () => {
  expect(await decoder.version()).toMatch(/^8\./u)
})
