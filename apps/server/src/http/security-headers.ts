import { embedOrigins } from '@antojo/domain/links/embed'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export interface SecurityOptions {
  /** Served over https, so that browsers are told to insist on it. */
  readonly https: boolean
  /** Origins of map style and tiles. */
  readonly mapOrigins: readonly string[]
}

/** Sources of the page itself; `nonce` marks the page's own script and style elements. */
export function contentSecurityPolicy(options: SecurityOptions, nonce: string | null): string {
  const own = nonce === null ? "'self'" : `'self' 'nonce-${nonce}'`
  const maps = options.mapOrigins.join(' ')
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own}`,
    `img-src 'self' data: blob: ${maps}`.trim(),
    "font-src 'self'",
    `connect-src 'self' ${maps}`.trim(),
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    `frame-src ${embedOrigins.join(' ')}`,
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
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
}
