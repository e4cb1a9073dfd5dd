import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ImageOutcome, ImageStore } from '../../adapters/images/port.ts'
import type { PlaceProvider } from '../../adapters/places/port.ts'
import type { Budgets } from '../../core/budgets.ts'
import { AppError } from '../../core/app-error.ts'

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

export interface ImageDeps {
  readonly images: ImageStore
  readonly provider: Pick<PlaceProvider, 'photo'>
  readonly budgets: Pick<Budgets, 'take'>
}

/** `GET /img`: our copy of a foreign picture, as webp; a provider's photo (`photo_ref`) is passed on and never kept. */
export function imageRoutes(app: FastifyInstance, deps: ImageDeps): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/img', { schema: { querystring: imageQuery } }, async (request, reply) => {
      const { u, url, ref, photo_ref: photoRef, shape, w } = request.query
      const width = widths.find((made) => made >= w) ?? 1200
      const reference = photoRef ?? ref
      const image =
        reference === undefined
          ? await deps.images.read(u ?? url ?? '', width, shape)
          : await providedPhoto(deps, reference, width)
      if (!image.ok) {
        throw new AppError(
          image.reason === 'unavailable' ? 'image_unavailable' : 'image_refused',
          image.reason,
        )
      }
      const caching = reference === undefined ? `public, max-age=${7 * day}` : `private, max-age=${hour}`
      void reply.header('etag', image.etag).header('cache-control', caching)
      if (request.headers['if-none-match'] === image.etag) return reply.code(304).send()
      return reply.type('image/webp').header('content-security-policy', "default-src 'none'").send(image.webp)
    })
}

async function providedPhoto(
  { images, provider, budgets }: ImageDeps,
  reference: string,
  width: number,
): Promise<ImageOutcome> {
  await budgets.take('providerPhoto')
  const address = await provider.photo?.(reference, width)
  return address ? images.pass(address, width) : { ok: false, reason: 'unavailable' }
}
