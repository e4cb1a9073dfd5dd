import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { MAP_TILES_PATH } from '@antojo/contract/map'
import type { ProductApp } from '../../core/request-scope.ts'
import { z } from 'zod'
import { AppError } from '../../core/app-error.ts'
import type { MapService } from './service.ts'

const DAY_SECONDS = 86_400
/** A fast level, because a tile is compressed for each request. */
const GZIP_LEVEL = 3
const MAX_ZOOM = 24

const number = z.coerce.number().int().min(0)
const tileParams = z
  .object({ z: number.max(MAX_ZOOM), x: number, y: number })
  .refine(({ z: zoom, x, y }) => Math.max(x, y) < 2 ** zoom, 'no such tile')

const compressed = promisify(gzip)

/** `GET /map-tiles/{z}/{x}/{y}`: a vector tile of the operator's archive; 204 when it has none. */
export function mapRoutes(app: ProductApp, map: MapService): void {
  app.get(
    MAP_TILES_PATH.replaceAll(/\{(\w)\}/gu, ':$1'),
    { schema: { params: tileParams }, config: { budget: 'mapTile' }, logLevel: 'warn' },
    async ({ params, headers, log }, reply) => {
      const tile = await map.tile(params.z, params.x, params.y).catch((error: unknown) => {
        log.warn({ err: error }, 'a tile of the map could not be read')
        throw new AppError('image_unavailable', 'The map’s archive cannot be read.')
      })
      void reply.header('cache-control', `public, max-age=${DAY_SECONDS}`)
      if (tile === null) return reply.code(204).send()
      void reply.type('application/vnd.mapbox-vector-tile').header('vary', 'accept-encoding')
      if (!/\bgzip\b/u.test(headers['accept-encoding'] ?? '')) return reply.send(tile)
      return reply.header('content-encoding', 'gzip').send(await compressed(tile, { level: GZIP_LEVEL }))
    },
  )
}
