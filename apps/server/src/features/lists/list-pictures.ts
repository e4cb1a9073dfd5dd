import { LRUCache } from 'lru-cache'
import type { PictureDecoder } from '../../adapters/decoder/pictures/picture-decoder.ts'
import type { ImageStore } from '../../adapters/images/port.ts'
import type { Budgets } from '../../core/budgets.ts'
import type { SharedList } from './repo.ts'

export interface ListPictureDeps {
  readonly images: Pick<ImageStore, 'read'>
  readonly pictures: Pick<PictureDecoder, 'compose'>
  readonly budgets: Pick<Budgets, 'take'>
}

/** The size that chats show in full, and the paper of the light theme (`tokens.css`) between the photos. */
const CANVAS = { width: 1_200, height: 630, background: '#fff7ec' } as const
const HALF = { width: 597, height: 312, gap: 6 } as const

/** Column, row, columns and rows of each photo, by their number. */
const GRIDS: readonly (readonly (readonly [number, number, number, number])[])[] = [
  [],
  [[0, 0, 2, 2]],
  [
    [0, 0, 1, 2],
    [1, 0, 1, 2],
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

/** Composes the up to four photos of a list of which there are copies; null without any. Nothing is fetched. */
export function createListPictures({ images, pictures, budgets }: ListPictureDeps) {
  const composed = new LRUCache<string, Promise<Buffer | null>>({ max: MAX_KEPT, ttl: KEPT_MS })
  return async ({ covers }: SharedList): Promise<Buffer | null> => {
    const key = covers.join('\n')
    const known = composed.get(key)
    if (known) return known
    await budgets.take('imageMiss')
    const picture = compose(covers)
    composed.set(key, picture)
    picture.catch(() => composed.delete(key))
    return picture
  }

  async function compose(covers: readonly string[]): Promise<Buffer | null> {
    const copies = await Promise.all(
      [...new Set(covers)].map((cover) => images.read({ url: sourceOf(cover), width: 800, shape: 'card' })),
    )
    const photos = copies.flatMap((copy) => (copy?.ok === true ? [copy.webp] : []))
    const layers = (GRIDS[photos.length] ?? []).flatMap(([column, row, columns, rows], at) => {
      const picture = photos[at]
      if (picture === undefined) return []
      const left = column * (HALF.width + HALF.gap)
      const top = row * (HALF.height + HALF.gap)
      return [{ picture, left, top, width: spanOf(HALF.width, columns), height: spanOf(HALF.height, rows) }]
    })
    return layers.length === 0 ? null : await pictures.compose(layers, CANVAS)
  }
}

function spanOf(half: number, halves: number): number {
  return halves === 2 ? 2 * half + HALF.gap : half
}

/** The address of which we have a copy, for the address of that copy. */
function sourceOf(cover: string): string {
  return cover.startsWith('/') ? (new URL(cover, 'http://localhost').searchParams.get('u') ?? '') : cover
}
