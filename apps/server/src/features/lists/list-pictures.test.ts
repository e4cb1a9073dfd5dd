import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { createPictureDecoder } from '../../adapters/decoder/pictures/picture-decoder.ts'
import { DecodingPool } from '../../adapters/decoder/pool.ts'
import { createBudgets } from '../../core/budgets.ts'
import { createListPictures } from './list-pictures.ts'

const pool = new DecodingPool({ level: async () => 'permissions', maxMemoryMb: 768, onFailure: () => {} })
afterAll(() => pool.close())

const COLOURS = { red: [200, 0, 0], green: [0, 200, 0], blue: [0, 0, 200] } as const
let reads = 0
const budgets = createBudgets({ rates: false })
const pictureOf = createListPictures({
  pictures: createPictureDecoder(pool, budgets),
  budgets,
  images: {
    read: async ({ url }) => {
      reads += 1
      const [, colour] = Object.entries(COLOURS).find(([name]) => url === `https://example.org/${name}`) ?? []
      if (!colour) return null
      const [r, g, b] = colour
      const picture = sharp({ create: { width: 80, height: 45, channels: 3, background: { r, g, b } } })
      return { ok: true, webp: await picture.webp({ lossless: true }).toBuffer(), etag: '' }
    },
  },
})
const listWith = (covers: readonly string[]) => ({ name: 'x', description: null, places: 1, covers })
const at = async (picture: Buffer | null, left: number, top: number) => {
  const pixel = sharp(picture ?? undefined).extract({ left, top, width: 1, height: 1 })
  const [r = 0, g = 0, b = 0] = await pixel.raw().toBuffer()
  return Object.keys(COLOURS)[[r, g, b].indexOf(Math.max(r, g, b))]
}

it('puts the photos of a list, each once, into one picture of the size that chats show; those without a copy are left out', async () => {
  const own = `/img?u=${encodeURIComponent('https://example.org/green')}&w=800#UklGRiIAAABXRUJQ`
  const list = listWith([
    'https://example.org/red',
    own,
    'https://example.org/red',
    'https://example.org/blue',
    'https://example.org/gone',
  ])
  const picture = await pictureOf(list)
  expect(await sharp(picture ?? undefined).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1_200,
    height: 630,
  })
  expect([await at(picture, 100, 600), await at(picture, 900, 100), await at(picture, 900, 600)]).toEqual([
    'red',
    'green',
    'blue',
  ])
  const before = reads
  await pictureOf(list)
  expect(reads).toBe(before)
})

it('has no picture where there is no copy', async () => {
  expect(await pictureOf(listWith(['https://example.org/gone']))).toBeNull()
})
