import { PLATFORM_DEFINITIONS } from '@antojo/domain/platforms/definitions'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const playerOrigins = Object.values(PLATFORM_DEFINITIONS).map(({ player }) => player.origin)

export interface SecurityOptions {
  /** Served over https, so that browsers are told to insist on it. */
  readonly https: boolean
  /** Origins of map style and tiles. */
  readonly mapOrigins: readonly string[]
  /** Google's map may be drawn. */
  readonly googleMaps: boolean
}

/**
 * What Google's map loads, by its guide (developers.google.com/maps/documentation/javascript/content-security-policy).
 * Its scripts and styles carry the page's nonce, so no host of Google's may send any without; it is not allowed to
 * compile text to code.
 */
const GOOGLE = {
  images:
    'https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.googleusercontent.com',
  connections: 'https://*.googleapis.com https://*.google.com https://*.gstatic.com data: blob:',
  styles: 'https://fonts.googleapis.com',
  fonts: 'https://fonts.gstatic.com',
  frames: 'https://*.google.com',
  workers: 'blob:',
  /** Those that Google's loader names as needed by it and by the scripts it loads. */
  policies: '@googlemaps/js-api-loader google-maps-api-loader google-maps-api#html lit-html',
} as const
type Google = Readonly<Record<keyof typeof GOOGLE, string>>
const WITHOUT_GOOGLE: Google = {
  images: '',
  connections: '',
  styles: '',
  fonts: '',
  frames: '',
  workers: '',
  policies: '',
}

/** Sources of the page itself; `nonce` marks the page's own script and style elements. */
export function contentSecurityPolicy(options: SecurityOptions, nonce: string | null): string {
  const own = nonce === null ? "'self'" : `'self' 'nonce-${nonce}'`
  const maps = options.mapOrigins.join(' ')
  const opened: Google = options.googleMaps ? GOOGLE : WITHOUT_GOOGLE
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own} ${opened.styles}`,
    `img-src 'self' data: blob: ${maps} ${opened.images}`,
    `font-src 'self' ${opened.fonts}`,
    `connect-src 'self' ${maps} ${opened.connections}`,
    "media-src 'self' blob:",
    `worker-src 'self' ${opened.workers}`,
    "manifest-src 'self'",
    `frame-src ${playerOrigins.join(' ')} ${opened.frames}`,
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    // Text becomes markup or a script only by the policies of `apps/web/src/lib/device/trusted-types.ts`, and Google's.
    "require-trusted-types-for 'script'",
    `trusted-types antojo-inert antojo-service-worker default ${opened.policies}`,
  ]
    .map((directive) => directive.trim())
    .join('; ')
}

/** Strict headers on every answer; pages replace the policy by one with their nonce. */
export async function addSecurityHeaders(app: FastifyInstance, options: SecurityOptions): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Players need to know the site that embeds them.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: options.https,
  })
  const policy = contentSecurityPolicy(options, null)
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('content-security-policy', policy)
    void reply.header(
      'permissions-policy',
      'camera=(), microphone=(), geolocation=(self), clipboard-read=(self)',
    )
  })
  // Most answers are about a person; routes whose answers may be kept say so.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })
}
