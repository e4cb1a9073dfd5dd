import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '../../core/app-error.ts'
import type { Images } from './service.ts'

/** Widths that are made, so that nobody fills the disk with every number (spec §9: 800 and 1200). */
const widths = [160, 320, 480, 800, 1200] as const
const hour = 3_600
const day = 24 * hour

const imageQuery = z.object({
  u: z.string().max(4096).optional(),
  url: z.string().max(4096).optional(),
  ref: z.string().max(4096).optional(),
  photo_ref: z.string().max(4096).optional(),
  shape: z.enum(['whole', 'card']).catch('whole').default('whole'),
  w: z.coerce.number().int().positive().catch(800).default(800),
})

const codes = {
  refused: 'image_refused',
  not_an_image: 'image_refused',
  too_large: 'image_refused',
  unavailable: 'image_unavailable',
  busy: 'overloaded',
} as const

/** `GET /img`: our copy of a foreign picture, as webp; a provider's photo (`photo_ref`) is passed on and never kept. */
export function imageRoutes(app: FastifyInstance, images: Images): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/img', { schema: { querystring: imageQuery } }, async (request, reply) => {
      const { u, url, ref, photo_ref: photoRef, shape, w } = request.query
      const width = widths.find((made) => made >= w) ?? 1200
      const reference = photoRef ?? ref
      const image =
        reference === undefined
          ? await images.show({ url: u ?? url ?? '', width, shape })
          : await images.providedPhoto(reference, width)
      if (!image.ok) {
        throw new AppError(codes[image.reason], image.reason)
      }
      const caching = reference === undefined ? `public, max-age=${7 * day}` : `private, max-age=${hour}`
      void reply.header('etag', image.etag).header('cache-control', caching)
      if (request.headers['if-none-match'] === image.etag) return reply.code(304).send()
      return reply.type('image/webp').header('content-security-policy', "default-src 'none'").send(image.webp)
    })
}
