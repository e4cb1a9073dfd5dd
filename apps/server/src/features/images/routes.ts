import type { ProductApp } from '../../core/request-scope.ts'
import { z } from 'zod'
import { AppError } from '../../core/app-error.ts'
import { departureOf } from '../../core/departure.ts'
import type { Images } from './service.ts'

/** Other widths are rounded up to these, so that nobody can fill the disk with copies (spec §9: 800 and 1200). */
const WIDTHS = [160, 320, 480, 800, 1200] as const
const HOUR_SECONDS = 3_600
const WEEK_SECONDS = 7 * 24 * HOUR_SECONDS

const imageQuery = z.object({
  u: z.string().max(4096).optional(),
  url: z.string().max(4096).optional(),
  ref: z.string().max(4096).optional(),
  photo_ref: z.string().max(4096).optional(),
  shape: z.enum(['whole', 'card']).catch('whole').default('whole'),
  w: z.coerce.number().int().positive().catch(800).default(800),
})

const ERROR_CODES = {
  refused: 'image_refused',
  not_an_image: 'image_refused',
  too_large: 'image_refused',
  unavailable: 'image_unavailable',
  busy: 'overloaded',
} as const

/** `GET /img`: our copy of a foreign picture as webp, or a provider's photo (`photo_ref`), which is never stored. */
export function imageRoutes(app: ProductApp, images: Images): void {
  app.get(
    '/img',
    { schema: { querystring: imageQuery }, config: { budget: 'imageRequest' } },
    async (request, reply) => {
      const { u, url, ref, photo_ref: photoRef, shape, w } = request.query
      const width = WIDTHS.find((made) => made >= w) ?? 1200
      const reference = photoRef ?? ref
      const image =
        reference === undefined
          ? await images.show({ url: u ?? url ?? '', width, shape }, departureOf(reply))
          : await images.providedPhoto(reference, width, departureOf(reply))
      if (!image.ok) {
        throw new AppError(ERROR_CODES[image.reason], image.reason)
      }
      const caching =
        reference === undefined ? `public, max-age=${WEEK_SECONDS}` : `private, max-age=${HOUR_SECONDS}`
      void reply.header('etag', image.etag).header('cache-control', caching)
      if (request.headers['if-none-match'] === image.etag) return reply.code(304).send()
      return reply.type('image/webp').header('content-security-policy', "default-src 'none'").send(image.webp)
    },
  )
}
