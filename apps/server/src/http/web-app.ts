import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Language, preferredLanguage } from '@antojo/auth/http/language'
import type { BootConfig } from '@antojo/contract/boot-config'
import { cardPicture } from '@antojo/domain/links/picture-address'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../core/app-error.ts'
import { renderError } from '../core/error-renderer.ts'
import { hasPasskeys } from './auth-mount.ts'
import { previewPictureRoute } from '../features/previews/routes.ts'
import type { LinkPreview } from '../features/previews/service.ts'
import { contentSecurityPolicy, type SecurityOptions } from './security-headers.ts'

export interface WebAppOptions {
  /** The built web app. */
  readonly dist: string
  readonly publicUrl: string
  readonly security: SecurityOptions
  /** The preview of a shared list; null when there is no such list. */
  readonly previewList: (id: string, language: Language) => Promise<LinkPreview | null>
  /** The preview of an invitation to a list; null when it is not valid. */
  readonly previewInvitation: (token: string, language: Language) => Promise<LinkPreview | null>
  /** The preview of a post that somebody shared; null when its restaurant is not known. */
  readonly previewPost: (link: string) => Promise<LinkPreview | null>
}

/** Vite writes this placeholder for every nonce (`html.cspNonce`). */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/**
 * Serves the built web app: its files (hashed ones never expire), and the page itself at every other path that a
 * browser requests as a page. The pages at `/list/{id}`, `/invite/{token}` and
 * `/find?url=` have tags for link previews, which chats show for a shared list, an invitation or a place.
 */
export async function serveWebApp(app: FastifyInstance, options: WebAppOptions): Promise<void> {
  if (!existsSync(join(options.dist, 'index.html'))) {
    app.setNotFoundHandler(() => {
      throw new AppError('not_found', 'No such path; the web app is not built.')
    })
    return
  }
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, needsNoTurn: true }
    })
    await files.register(fastifyStatic, {
      root: options.dist,
      wildcard: false,
      index: false,
      globIgnore: ['**/index.html'],
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const forEver = path.includes(join(options.dist, 'assets'))
        void reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  })
  previewPictureRoute(app, options.dist)
  sendPages(app, options, await readFile(join(options.dist, 'index.html'), 'utf8'))
}

/** Sends the app's page, with preview tags where a link is shared. */
function sendPages(app: FastifyInstance, options: WebAppOptions, page: string): void {
  const sendPage = (reply: FastifyReply, tags: string): FastifyReply => {
    const nonce = randomBytes(16).toString('base64url')
    const html = page.replaceAll(NONCE_PLACEHOLDER, nonce).replace('</head>', () => `${tags}</head>`)
    return reply
      .header('content-security-policy', contentSecurityPolicy(options.security, nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html)
  }
  app.get('/', { logLevel: 'warn', config: { needsNoTurn: true } }, (_request, reply) => sendPage(reply, ''))
  const sendWithPreview = async (
    request: FastifyRequest,
    reply: FastifyReply,
    load: (language: Language) => Promise<LinkPreview | null>,
  ): Promise<FastifyReply> => {
    try {
      const preview = await load(preferredLanguage(request.headers['accept-language'], 'es'))
      return sendPage(reply, preview ? previewTags(preview, options.publicUrl + request.url) : '')
    } catch (error) {
      // The app shows the outage itself. The status keeps chats from caching the link without its preview.
      const { status, headers } = renderError(error, request.id)
      request.log.error({ err: error }, 'no preview of a shared link')
      return sendPage(reply.code(status).headers(headers), '')
    }
  }
  app.get<{ Params: { id: string } }>('/list/:id', (request, reply) =>
    sendWithPreview(request, reply, (language) => options.previewList(request.params.id, language)),
  )
  app.get<{ Params: { token: string } }>('/invite/:token', (request, reply) =>
    sendWithPreview(request, reply, (language) => options.previewInvitation(request.params.token, language)),
  )
  app.get('/find', (request, reply) => {
    const link = new URL(request.url, options.publicUrl).searchParams.get('url')
    return sendWithPreview(request, reply, async () => (link ? options.previewPost(link) : null))
  })
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && /\btext\/html\b/u.test(request.headers.accept ?? '')
    if (wantsPage && !isApiPath(request.url)) return sendPage(reply, '')
    throw new AppError('not_found', 'No such path.')
  })
}

/** `GET /config.json`: the settings that the web app needs before its first request. */
export function bootConfigRoute(app: FastifyInstance, context: Context, publicUrl: string): void {
  const { settings, google, facebook, oidc } = context.config
  app.get('/config.json', async (_request, reply): Promise<BootConfig> => {
    void reply.header('cache-control', 'no-cache')
    const [credits, signUp] = await Promise.all([context.placeIndex.credits(), context.invitations.mode()])
    return {
      anonKey: context.keys.anonKey,
      publicUrl: settings.PUBLIC_URL ?? null,
      signIn: { google: google !== null, facebook: facebook !== null, oidc: oidc?.name ?? null },
      passkeys: hasPasskeys(publicUrl),
      mail: settings.SMTP_URL !== undefined,
      signUp,
      streets: context.map.streets(),
      googleMapsKey: settings.GOOGLE_MAPS_BROWSER_KEY ?? null,
      placesProvider: context.provider.name,
      attributions: credits.map(({ title }) => title),
      transcription: context.pipeline.speech.available,
    }
  })
}

function isApiPath(url: string): boolean {
  return /^\/(?:auth|rest|functions)\/v1(?:\/|$)|^\/assets\//u.test(url)
}

function previewTags(preview: LinkPreview, url: string): string {
  return [
    tag('og:type', 'website'),
    tag('og:site_name', 'Antojo'),
    tag('og:title', preview.title),
    tag('og:description', preview.description),
    tag('og:url', url),
    tag('og:image', new URL(preview.image, url).href),
    // The pictures that we draw; chats show them at once when they know their size.
    preview.image.startsWith('/img') ? '' : tag('og:image:width', '1200') + tag('og:image:height', '630'),
    preview.feed === undefined
      ? ''
      : `<link rel="alternate" type="application/rss+xml" title="${escapeAttribute(preview.title)}" href="${escapeAttribute(preview.feed)}">`,
    `<meta name="twitter:card" content="summary_large_image">`,
    preview.firstPicture === undefined ? '' : preloads(preview.firstPicture),
  ].join('')
}

/** The cover and the first card of a list show this picture; without this they wait for the code and the list. */
function preloads(image: string): string {
  const { src, srcSet, sizes } = cardPicture(image)
  const link = `<link rel="preload" as="image" fetchpriority="high" href="${escapeAttribute(src)}"`
  return `${link} imagesrcset="${escapeAttribute(srcSet)}" imagesizes="${sizes}">${link}>`
}

function tag(property: string, content: string): string {
  return `<meta property="${property}" content="${escapeAttribute(content)}">`
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => `&#${character.codePointAt(0) ?? 0};`)
}
