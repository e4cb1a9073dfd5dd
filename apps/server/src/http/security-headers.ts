import { PLATFORM_DEFINITIONS } from '@antojo/domain/platforms/definitions'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const playerOrigins = Object.values(PLATFORM_DEFINITIONS).map(({ player }) => player.origin)

export interface SecurityOptions {
  /** True when served over https; browsers are then required to use it. */
  readonly https: boolean
  /** The current origins of the map's style and tiles. */
  readonly mapOrigins: () => readonly string[]
  /** True when Google's map is enabled. */
  readonly googleMaps: boolean
}

/**
 * The sources of Google's map, according to its guide
 * (developers.google.com/maps/documentation/javascript/content-security-policy). Its scripts and styles carry the
 * page's nonce, so no host of Google is a source of scripts; `unsafe-eval` is left out.
 */
const GOOGLE = {
  images:
    'https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.googleusercontent.com',
  connections: 'https://*.googleapis.com https://*.google.com https://*.gstatic.com data: blob:',
  styles: 'https://fonts.googleapis.com',
  fonts: 'https://fonts.gstatic.com',
  frames: 'https://*.google.com',
  workers: 'blob:',
  /** The policies that Google's loader and its scripts create. */
  policies: '@googlemaps/js-api-loader google-maps-api-loader google-maps-api#html lit-html',
} as const

/** The policy of the page; `nonce` marks its own script and style elements. */
export function contentSecurityPolicy(options: SecurityOptions, nonce: string | null): string {
  const own = nonce === null ? "'self'" : `'self' 'nonce-${nonce}'`
  const maps = options.mapOrigins().join(' ')
  const opened = (of: keyof typeof GOOGLE): string => (options.googleMaps ? GOOGLE[of] : '')
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own} ${opened('styles')}`,
    `img-src 'self' data: blob: ${maps} ${opened('images')}`,
    `font-src 'self' ${opened('fonts')}`,
    `connect-src 'self' ${maps} ${opened('connections')}`,
    "media-src 'self' blob:",
    `worker-src 'self' ${opened('workers')}`,
    "manifest-src 'self'",
    `frame-src ${playerOrigins.join(' ')} ${opened('frames')}`,
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    // Only the policies of `apps/web/src/lib/device/trusted-types.ts`, and Google's, convert text to markup or scripts.
    "require-trusted-types-for 'script'",
    `trusted-types antojo-inert antojo-service-worker default ${opened('policies')}`,
  ]
    .map((directive) => directive.trim())
    .join('; ')
}

/** Adds strict headers to every answer; a page replaces the policy with one that has its nonce. */
export async function addSecurityHeaders(app: FastifyInstance, options: SecurityOptions): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Players require the origin of the site that embeds them.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: options.https,
  })
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('content-security-policy', contentSecurityPolicy(options, null))
    void reply.header(
      'permissions-policy',
      'camera=(), microphone=(), geolocation=(self), clipboard-read=(self)',
    )
  })
  // Most answers are personal, so they are not cached; routes with cacheable answers set the header themselves.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })
}
