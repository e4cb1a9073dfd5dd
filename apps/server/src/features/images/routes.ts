import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ImageStore } from '../../adapters/images/port.ts'
import { AppError } from '../../http/app-error.ts'

/** Widths that are made, so that nobody fills the disk with every number (spec §9: 800 and 1200). */
const widths = [160, 320, 480, 800, 1200] as const
const day = 86_400

const imageQuery = z.object({
  u: z.string().max(4096).optional(),
  url: z.string().max(4096).optional(),
  ref: z.string().max(4096).optional(),
  photo_ref: z.string().max(4096).optional(),
  w: z.coerce.number().int().positive().catch(800).default(800),
})

/** `GET /img`: our copy of a foreign picture, as webp. `photo_ref` and `ref` name a place's photo by its address. */
export function imageRoutes(app: FastifyInstance, images: ImageStore): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/img', { schema: { querystring: imageQuery } }, async (request, reply) => {
      const { u, url, ref, photo_ref: photoRef, w } = request.query
      const address = u ?? url ?? photoRef ?? ref
      if (address === undefined) throw new AppError('bad_request', 'Name a picture by u, url or photo_ref.')
      const width = widths.find((made) => made >= w) ?? 1200
      const image = await images.read(address, width)
      if (!image.ok)
        throw new AppError(
          image.reason === 'unavailable' ? 'image_unavailable' : 'image_refused',
          image.reason,
        )
      void reply
        .header('etag', image.etag)
        .header('cache-control', `public, max-age=${7 * day}, stale-while-revalidate=${day}`)
      if (request.headers['if-none-match'] === image.etag) return reply.code(304).send()
      return reply.type('image/webp').header('content-security-policy', "default-src 'none'").send(image.webp)
    })
}
