import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { preferredLanguage } from '@antojo/auth/http/language'
import type { Database } from '@antojo/db/database'
import { listCountText } from '@antojo/i18n/list-preview'
import { LRUCache } from 'lru-cache'
import type { Layer, PictureDecoder } from '../../adapters/decoder/pictures/picture-decoder.ts'
import type { ImageStore } from '../../adapters/images/port.ts'
import { AppError } from '../../core/app-error.ts'
import type { Budgets } from '../../core/budgets.ts'
import { markup } from '../../core/markup.ts'
import type { SharedList } from './repo.ts'

export interface ListPictureDeps {
  readonly database: Database
  readonly images: Pick<ImageStore, 'read'>
  readonly pictures: Pick<PictureDecoder, 'compose'>
  readonly budgets: Pick<Budgets, 'take'>
  /** The built web app, which has the font. */
  readonly dist: string
}

/** The size that chats show in full, and the colours of the light theme (`tokens.css`). */
const CANVAS = { width: 1_200, height: 630, background: '#fff7ec' } as const
const INK = { name: '#2b1a12', count: '#6b5248', brand: '#c4301c' } as const
const MARGIN = 56
/** The name in the file of the font for headings. */
const FONT = 'Bricolage Grotesque 96pt ExtraBold'
/** Where the photos begin, and the width of half of their part. */
const PHOTOS = { left: 480, half: 357, row: 312, gap: 6 } as const

/** Column, row, columns and rows of each photo, by their number. */
const GRIDS: readonly (readonly (readonly [number, number, number, number])[])[] = [
  [],
  [[0, 0, 2, 2]],
  [
    [0, 0, 2, 1],
    [0, 1, 2, 1],
  ],
  [
    [0, 0, 1, 2],
    [1, 0, 1, 1],
    [1, 1, 1, 1],
  ],
  [
    [0, 0, 1, 1],
    [1, 0, 1, 1],
    [0, 1, 1, 1],
    [1, 1, 1, 1],
  ],
]

const MAX_KEPT = 64
const KEPT_MS = 600_000

/** Draws a list for previews: its name, the number of its places, and up to four photos of which there are copies. */
export function createListPictures({ images, pictures, budgets, dist }: ListPictureDeps) {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: MAX_KEPT, ttl: KEPT_MS })
  return async (list: SharedList, accepted: string | undefined): Promise<Buffer> => {
    const count = listCountText(list.places, preferredLanguage(accepted, 'es'))
    const key = JSON.stringify([list.name, count, list.covers])
    const known = drawn.get(key)
    if (known) return known
    await budgets.take('imageMiss')
    const picture = draw(list, count)
    drawn.set(key, picture)
    picture.catch(() => drawn.delete(key))
    return picture
  }

  async function draw({ name, covers }: SharedList, count: string): Promise<Buffer> {
    const copies = await Promise.all(
      [...new Set(covers)].map((cover) => images.read({ url: sourceOf(cover), width: 800, shape: 'card' })),
    )
    const photos = copies.flatMap((copy) => (copy?.ok === true ? [copy.webp] : []))
    const grid = GRIDS[photos.length] ?? []
    const text = await textLayer(dist, name, count, photos.length === 0)
    const layers = photos.flatMap((picture, at): readonly Layer[] => {
      const [column, row, columns, rows] = grid[at] ?? [0, 0, 0, 0]
      const left = PHOTOS.left + column * (PHOTOS.half + PHOTOS.gap)
      const top = row * (PHOTOS.row + PHOTOS.gap)
      return [{ picture, left, top, width: spanOf(PHOTOS.half, columns), height: spanOf(PHOTOS.row, rows) }]
    })
    const composed = await pictures.compose([...layers, text], CANVAS)
    if (composed === null) throw new AppError('image_unavailable', 'The picture could not be drawn.')
    return composed
  }
}

function spanOf(half: number, halves: number): number {
  return halves === 2 ? 2 * half + PHOTOS.gap : half
}

/** The address of which we have a copy, for the address of that copy. */
function sourceOf(cover: string): string {
  return cover.startsWith('/') ? (new URL(cover, 'http://localhost').searchParams.get('u') ?? '') : cover
}

async function textLayer(dist: string, name: string, count: string, isAlone: boolean): Promise<Layer> {
  // Loaded on demand, because most servers draw rarely.
  const { default: sharp } = await import('sharp')
  const files = await readdir(join(dist, 'assets'))
  const font = files.find((file) => /^bricolage-grotesque-latin-700.*\.woff2$/u.test(file))
  const size = name.length > 60 ? 36 : name.length > 24 ? 48 : 64
  const { text } =
    markup`<span font_family="${FONT}" weight="bold"><span foreground="${INK.name}" size="${size}pt">${name}</span>
<span foreground="${INK.count}" size="28pt">${count}</span>

<span foreground="${INK.brand}" size="28pt">Antojo</span></span>`
  const width = (isAlone ? CANVAS.width : PHOTOS.left) - 2 * MARGIN
  const { data, info } = await sharp({
    text: {
      text,
      width,
      ...(font !== undefined && { fontfile: join(dist, 'assets', font) }),
      rgba: true,
      wrap: 'word-char',
      spacing: 12,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  const height = Math.min(info.height, CANVAS.height)
  const top = Math.floor((CANVAS.height - height) / 2)
  return { picture: data, left: MARGIN, top, width: info.width, height }
}
