import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dishDrawing, type DishDrawing } from '@antojo/domain/places/dish-drawing'
import type { FastifyInstance } from 'fastify'

/** The size that chats show in full, and the plate in it. */
const SIZE = { width: 1200, height: 630, plate: 520, dish: 260 } as const

/** The tints of the light theme (`tokens.css`). */
const TINTS: Readonly<Record<DishDrawing['tint'], string>> = {
  maiz: '#fbe0a4',
  mar: '#cfe1ee',
  chile: '#f8cdbf',
  hierba: '#cbe4d1',
  pan: '#f0d9bd',
  uva: '#e3d3e2',
}

const WEEK_SECONDS = 7 * 24 * 3_600

/**
 * `GET /preview/{cuisine}.png`: a dish of the cuisine on a plate, for previews of what has no photo. Drawn once, from the
 * drawings of the web app in `dist`, because chats accept no SVG.
 */
export function previewPictureRoute(app: FastifyInstance, dist: string): void {
  const drawn = new Map<string, Promise<Buffer>>()
  app.get<{ Params: { cuisine: string } }>('/preview/:cuisine.png', async (request, reply) => {
    const drawing = dishDrawing([request.params.cuisine])
    const key = `${drawing.src} ${drawing.tint}`
    const picture = drawn.get(key) ?? draw(dist, drawing)
    drawn.set(key, picture)
    picture.catch(() => drawn.delete(key))
    const png = await picture
    return reply.type('image/png').header('cache-control', `public, max-age=${WEEK_SECONDS}`).send(png)
  })
}

async function draw(dist: string, { src, tint }: DishDrawing): Promise<Buffer> {
  // Loaded on demand, because most servers draw rarely.
  const { default: sharp } = await import('sharp')
  const layer = async (path: string, size: number) => ({
    input: await sharp(await readFile(join(dist, path)), { density: 400 })
      .resize(size, size)
      .toBuffer(),
  })
  const layers = [await layer('dishes/talavera.svg', SIZE.plate), await layer(src, SIZE.dish)]
  const { width, height } = SIZE
  return sharp({ create: { width, height, channels: 3, background: TINTS[tint] } })
    .composite(layers)
    .png({ palette: true })
    .toBuffer()
}
