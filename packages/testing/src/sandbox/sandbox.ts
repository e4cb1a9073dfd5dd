import { setTimeout as wait } from 'node:timers/promises'
import { parseLink } from '@antojo/domain/links/link'
import { PLATFORM_DEFINITIONS } from '@antojo/domain/platforms/definitions'
import { KNOWN_PLATFORMS, type KnownPlatform } from '@antojo/domain/platforms/platform'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { HTML } from './answer.ts'
import type { Answer, Question } from './answer.ts'
import { answerFallback } from './platforms/noembed.ts'
import { googleMapsScript } from './google/maps.ts'
import { answerGooglePlace } from './google/places.ts'
import { answerYoutubeApi } from './platforms/youtube-api.ts'
import { answerSubtitles } from './platforms/youtube.ts'
import { SANDBOX_PLATFORMS } from './platforms/all-platforms.ts'
import { type Html, pageBytes } from './pages/html.ts'
import { answerPage, answerShortLink, wallAt } from './platforms/pages.ts'
import { addressOf } from './post.ts'
import type { Post } from './post.ts'
import { endpointOf, RequestLog } from './request-log.ts'
import type { Endpoint } from './request-log.ts'
import { drawThumbnail } from './pictures/thumbnail.ts'
import { drawVideo } from './pictures/video.ts'

/** A local server that stands in for TikTok, YouTube, Instagram, Facebook, the fallback provider and Google's maps. */
export interface Sandbox {
  readonly url: string
  /** The settings with which Antojo asks this server instead of the platforms. */
  readonly env: Readonly<Record<string, string>>
  readonly requests: RequestLog
  addPost(post: Post): void
  close(): Promise<void>
}

/** Hosts whose pages, short links, oEmbed endpoints and places the sandbox serves. */
const hosts: readonly string[] = [
  ...Object.values(SANDBOX_PLATFORMS).flatMap((platform) => platform.hosts),
  ...Object.values(PLATFORM_DEFINITIONS).map(({ oembed }) => new URL(oembed.endpoint).hostname),
  'places.googleapis.com',
  'www.googleapis.com',
]
/** Longer than the 8 s after which Antojo abandons an attempt. */
const SLOW_MS = 9_000

/** Starts the sandbox on a loopback port (0: any free one) with the given posts. */
export async function startSandbox(
  options: { port?: number; posts?: readonly Post[] } = {},
): Promise<Sandbox> {
  const world = new World(options.posts ?? [])
  const app = Fastify({ exposeHeadRoutes: true, forceCloseConnections: true })
  addRoutes(app, world)
  addGoogle(app)
  world.url = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' })
  return {
    url: world.url,
    env: environment(world.url),
    requests: world.requests,
    addPost: (post) => world.add(post),
    close: async () => {
      world.closing.abort()
      await app.close()
    },
  }
}

/** The platforms with an oEmbed of their own that needs no key. */
const OPEN_PLATFORMS = KNOWN_PLATFORMS.filter((name) => PLATFORM_DEFINITIONS[name].oembed.kind === 'open')

function environment(url: string): Record<string, string> {
  return {
    ...Object.fromEntries(
      OPEN_PLATFORMS.map((name) => [
        `${name.toUpperCase()}_OEMBED_URL`,
        `${url}/${name.toLowerCase()}/oembed`,
      ]),
    ),
    META_OEMBED_URL: `${url}/meta`,
    META_ACCESS_TOKEN: 'sandbox|token',
    FALLBACK_OEMBED_URL: `${url}/noembed/embed`,
    SHORT_LINK_MAP: JSON.stringify(Object.fromEntries(hosts.map((host) => [host, `${url}/hosts/${host}`]))),
    ALLOW_PRIVATE_HOSTS: new URL(url).host,
    // The sandbox can take more requests than a platform, and a test reads all its posts within seconds.
    PAGES_PER_MINUTE: '6000',
    // The sandbox has no release of places; tests of fetching bring their own.
    PLACES_ON_DEMAND: 'off',
    // A map of the real world would be asked for; tests of streets bring their own.
    MAP_STYLE_URL: 'none',
  }
}

class World {
  readonly requests = new RequestLog()
  readonly closing = new AbortController()
  url = ''
  readonly #byId = new Map<string, Post>()
  readonly #byAddress = new Map<string, Post>()
  readonly #failedOnce = new Set<string>()

  constructor(posts: readonly Post[]) {
    for (const post of posts) this.add(post)
  }

  add(post: Post): void {
    this.#byId.set(post.id, post)
    for (const link of [post.link, addressOf(post)]) this.#byAddress.set(identity(link), post)
  }

  byId(id: string): Post | undefined {
    return this.#byId.get(id)
  }

  /** The post at a URL in any of its forms. */
  at(link: string): Post | undefined {
    return this.#byAddress.get(identity(link))
  }

  /** Whether this is the first request for the post at that endpoint. */
  isFirst(endpoint: Endpoint, post: Post): boolean {
    const key = `${endpoint} ${post.id}`
    const first = !this.#failedOnce.has(key)
    this.#failedOnce.add(key)
    return first
  }
}

function identity(link: string): string {
  const parsed = parseLink(link)
  return parsed && 'canonicalUrl' in parsed ? parsed.canonicalUrl : (parsed?.url ?? link)
}

function addRoutes(app: FastifyInstance, world: World): void {
  app.get<{ Params: { platform: string }; Querystring: Query }>('/:platform/oembed', (request, reply) =>
    answerOembed(world, platformNamed(request.params.platform), request.query, reply),
  )
  app.get<{ Params: { '*': string }; Querystring: Query }>('/meta/*', (request, reply) =>
    answerOembed(
      world,
      request.params['*'].endsWith('instagram_oembed') ? 'Instagram' : 'Facebook',
      request.query,
      reply,
    ),
  )
  app.get<{ Querystring: Query }>('/noembed/embed', ({ query }, reply) =>
    answerEndpoint(world, { endpoint: 'fallback', answer: answerFallback, query }, reply),
  )
  app.get<{ Params: { host: string; '*': string }; Querystring: Query }>(
    '/hosts/:host/*',
    async (request, reply) => {
      const address = `https://${request.params.host}/${request.params['*']}`
      const asked = KNOWN_PLATFORMS.find((name) => PLATFORM_DEFINITIONS[name].oembed.endpoint === address)
      return asked
        ? answerOembed(world, asked, request.query, reply)
        : answerAddress(world, address + new URL(request.url, 'http://localhost').search, {
            reply,
            isPacked: (request.headers['accept-encoding'] ?? '').includes('gzip'),
            userAgent: request.headers['user-agent'] ?? '',
          })
    },
  )
  app.get<{ Querystring: Query }>(
    '/hosts/www.googleapis.com/youtube/v3/videos',
    ({ query, headers }, reply) => {
      const url = `https://www.youtube.com/watch?v=${query['id'] ?? ''}`
      world.requests.add({ endpoint: 'youtube_api', url })
      const post = world.at(url)
      return send(
        reply,
        answerYoutubeApi({ post, url, query, ...filesOf(world, post) }, headers['x-goog-api-key']),
      )
    },
  )
  app.get<{ Querystring: Query }>('/hosts/www.youtube.com/api/timedtext', ({ query }, reply) =>
    send(reply, answerSubtitles(world.at(`https://www.youtube.com/watch?v=${query['v'] ?? ''}`))),
  )
  app.get<{ Params: { id: string } }>('/thumbnails/:id.jpg', async (request, reply) => {
    world.requests.add({ endpoint: 'thumbnail', url: request.url })
    const post = world.byId(request.params.id)
    return post ? reply.type('image/jpeg').send(await drawThumbnail(post)) : reply.code(404).send('')
  })
  app.get<{ Params: { id: string } }>('/videos/:id.mp4', async (request, reply) => {
    world.requests.add({ endpoint: 'video', url: request.url })
    const post = world.byId(request.params.id)
    const video = post && (await drawVideo(post))
    return video ? reply.type('video/mp4').send(video) : reply.code(404).send('')
  })
}

/** Google's places for server and browser, and the script that a test serves to browsers in place of Google's. */
function addGoogle(app: FastifyInstance): void {
  app.get<{ Params: { id: string }; Querystring: { fields?: string } }>(
    '/hosts/places.googleapis.com/v1/places/:id',
    ({ params, query, headers }, reply) => {
      const mask = headers['x-goog-fieldmask']
      return send(reply, answerGooglePlace(params.id, typeof mask === 'string' ? mask : query.fields))
    },
  )
  app.get('/hosts/maps.googleapis.com/maps/api/js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(await googleMapsScript()),
  )
  app.get('/hosts/maps.googleapis.com/maps/vt', (_request, reply) => reply.type('image/svg+xml').send(TILE))
}

const TILE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#d9e5d6"/></svg>'

type Query = Readonly<Record<string, string | undefined>>

function platformNamed(name: string): KnownPlatform | undefined {
  return KNOWN_PLATFORMS.find((platform) => platform.toLowerCase() === name)
}

async function answerOembed(
  world: World,
  platform: KnownPlatform | undefined,
  query: Query,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!platform) return reply.code(404).send('')
  const { oembed } = SANDBOX_PLATFORMS[platform]
  return answerEndpoint(world, { endpoint: endpointOf(platform), answer: oembed, query }, reply)
}

async function answerEndpoint(
  world: World,
  { endpoint, answer, query }: { endpoint: Endpoint; answer: (question: Question) => Answer; query: Query },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const url = query['url'] ?? ''
  world.requests.add({ endpoint, url })
  const post = world.at(url)
  if (post && (await failOnce(world, endpoint, post))) return send(reply, UNAVAILABLE)
  return send(reply, answer({ post, url, query, ...filesOf(world, post) }))
}

const UNAVAILABLE: Answer = { status: 503, type: 'text/plain', body: 'Service Unavailable' }

/** True when this request has to fail because the post fails at its first request; a slow post is delayed first. */
async function failOnce(world: World, endpoint: Endpoint, post: Post): Promise<boolean> {
  if (post.failure !== 'slow_once' && post.failure !== 'server_error_once') return false
  if (!world.isFirst(endpoint, post)) return false
  if (post.failure === 'slow_once') {
    await wait(SLOW_MS, undefined, { signal: world.closing.signal }).catch(() => undefined)
  }
  return true
}

/** A page or a short link. */
function answerAddress(
  world: World,
  url: string,
  { reply, isPacked, userAgent }: { reply: FastifyReply; isPacked: boolean; userAgent: string },
): FastifyReply {
  const wall = wallAt(new URL(url))
  if (wall) return send(reply, wall)
  const post = world.at(url)
  const short = post !== undefined && parseLink(url)?.kind === 'short'
  world.requests.add({ endpoint: short ? 'short_link' : 'page', url, userAgent })
  if (short) return send(reply, answerShortLink(post))
  return sendPage(reply, answerPage({ post, url, query: {}, ...filesOf(world, post) }), isPacked)
}

function filesOf(world: World, post: Post | undefined): { thumbnail: string; video: string } {
  const id = post?.id ?? ''
  return { thumbnail: `${world.url}/thumbnails/${id}.jpg`, video: `${world.url}/videos/${id}.mp4` }
}

function send(reply: FastifyReply, { status, body, type, headers }: Answer): FastifyReply {
  void reply.code(status).type(type ?? 'application/json; charset=utf-8')
  if (headers) void reply.headers(headers)
  return reply.send(body)
}

/** Sends an answer, compressed when the browser accepts that. */
function sendPage(reply: FastifyReply, { body, ...answer }: Answer, isPacked: boolean): FastifyReply {
  const html = typeof body === 'string' ? [body] : body
  if (!isHtml(html)) return send(reply, { ...answer, body })
  if (isPacked) void reply.header('content-encoding', 'gzip')
  void reply.code(answer.status).type(answer.type ?? HTML)
  if (answer.headers) void reply.headers(answer.headers)
  return reply.send(pageBytes(html, isPacked))
}

function isHtml(body: Answer['body'] | Html): body is Html {
  return Array.isArray(body)
}
