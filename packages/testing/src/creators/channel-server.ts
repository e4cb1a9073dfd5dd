import { Readable } from 'node:stream'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import type { ChannelVideo, StandInChannel } from './channel.ts'

/** The key that the stand-in accepts; any other key has used up its quota. */
export const CHANNEL_API_KEY = 'stand-in-youtube-key'

/** A server on a loopback port with YouTube's feed, channel page and Data API for one channel, and with a blog. */
export interface ChannelServer {
  readonly url: string
  /** The settings with which Antojo asks this server instead of YouTube. */
  readonly env: Readonly<Record<string, string>>
  /** Paths with queries, in the order of the requests. */
  readonly requests: readonly string[]
  /** Makes the next answers have this status, with `Retry-After` in seconds. */
  refuse(status: number, retryAfter: string, times: number): void
  close(): Promise<void>
}

const FEED_VIDEOS = 15
const PAGE_SIZE = 50
/** Stands in for `https://blog.example/`. */
export const BLOG_HOST = 'blog.example'

export async function startChannelServer(channel: StandInChannel): Promise<ChannelServer> {
  const app = Fastify()
  const requests: string[] = []
  let refusal = { status: 0, retryAfter: '', times: 0 }
  app.addHook('onRequest', async (request, reply) => {
    requests.push(request.url)
    if (refusal.times === 0) return
    refusal = { ...refusal, times: refusal.times - 1 }
    await reply.code(refusal.status).header('retry-after', refusal.retryAfter).send('slow down')
  })
  addYoutube(app, channel)
  addApi(app, channel)
  addBlog(app)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const hosts = ['www.youtube.com', 'www.googleapis.com', BLOG_HOST]
  return {
    url,
    env: {
      SHORT_LINK_MAP: JSON.stringify(Object.fromEntries(hosts.map((host) => [host, `${url}/${host}`]))),
      ALLOW_PRIVATE_HOSTS: new URL(url).host,
    },
    requests,
    refuse: (status, retryAfter, times) => {
      refusal = { status, retryAfter, times }
    },
    close: () => app.close(),
  }
}

function addYoutube(app: FastifyInstance, channel: StandInChannel): void {
  app.get<{ Querystring: { channel_id?: string } }>('/www.youtube.com/feeds/videos.xml', ({ query }, reply) =>
    query.channel_id === channel.id
      ? reply.type('text/xml; charset=UTF-8').send(channelFeed(channel))
      : reply.code(404).type('text/html').send('<title>Error 404 (Not Found)!!1</title>'),
  )
  app.get<{ Params: { handle: string } }>('/www.youtube.com/:handle', ({ params }, reply) =>
    params.handle === channel.handle
      ? reply.type('text/html; charset=utf-8').send(channelPage(channel))
      : reply.code(404).type('text/html').send('<title>404 Not Found</title>'),
  )
}

/** A channel page on YouTube has about a megabyte; the link to the feed is in its head. */
function channelPage({ id, title }: StandInChannel): string {
  const feed = `https://www.youtube.com/feeds/videos.xml?channel_id=${id}`
  const data = JSON.stringify({ metadata: { channelMetadataRenderer: { title, externalId: id } } })
  return `<!DOCTYPE html><html lang="en"><head><title>${title} - YouTube</title><link rel="alternate" type="application/rss+xml" title="RSS" href="${feed}"><link rel="canonical" href="https://www.youtube.com/channel/${id}"></head><body><script>var ytInitialData = ${data};</script>${'<div></div>'.repeat(60_000)}</body></html>`
}

/** `/feeds/videos.xml`: Atom with `media:group`, the newest 15 videos with whole descriptions. */
export function channelFeed({ id, title, videos }: StandInChannel): string {
  const page = `https://www.youtube.com/channel/${id}`
  const author = `<author>\n  <name>${escaped(title)}</name>\n  <uri>${page}</uri>\n </author>`
  const entries = videos.slice(0, FEED_VIDEOS).map((video) => entry(video, id, author))
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <link rel="self" href="http://www.youtube.com/feeds/videos.xml?channel_id=${id}"/>
 <id>yt:channel:${id.slice(2)}</id>
 <yt:channelId>${id.slice(2)}</yt:channelId>
 <title>${escaped(title)}</title>
 <link rel="alternate" href="${page}"/>
 ${author}
 <published>2014-03-12T06:21:09+00:00</published>
${entries.join('')}</feed>
`
}

function entry(
  { id, title, description, publishedAt }: ChannelVideo,
  channelId: string,
  author: string,
): string {
  return ` <entry>
  <id>yt:video:${id}</id>
  <yt:videoId>${id}</yt:videoId>
  <yt:channelId>${channelId}</yt:channelId>
  <title>${escaped(title)}</title>
  <link rel="alternate" href="https://www.youtube.com/watch?v=${id}"/>
  ${author}
  <published>${publishedAt.toISOString()}</published>
  <updated>${publishedAt.toISOString()}</updated>
  <media:group>
   <media:title>${escaped(title)}</media:title>
   <media:content url="https://www.youtube.com/v/${id}?version=3" type="application/x-shockwave-flash" width="640" height="390"/>
   <media:thumbnail url="https://i1.ytimg.com/vi/${id}/hqdefault.jpg" width="480" height="360"/>
   <media:description>${escaped(description)}</media:description>
   <media:community>
    <media:starRating count="1500" average="5.00" min="1" max="5"/>
    <media:statistics views="50120"/>
   </media:community>
  </media:group>
 </entry>
`
}

function addApi(app: FastifyInstance, channel: StandInChannel): void {
  const uploads = `UU${channel.id.slice(2)}`
  app.addHook('preHandler', async (request, reply) => {
    if (
      !request.url.startsWith('/www.googleapis.com/') ||
      request.headers['x-goog-api-key'] === CHANNEL_API_KEY
    )
      return
    const errors = [{ domain: 'youtube.quota', reason: 'quotaExceeded' }]
    await reply.code(403).send({ error: { code: 403, message: 'The request cannot be completed.', errors } })
  })
  app.get<{ Querystring: { id?: string; forHandle?: string } }>(
    '/www.googleapis.com/youtube/v3/channels',
    ({ query: { id, forHandle } }) => {
      const isKnown = id === channel.id || forHandle === channel.handle
      const pageInfo = { totalResults: isKnown ? 1 : 0, resultsPerPage: 5 }
      // The API leaves `items` out when it finds nothing.
      if (!isKnown) return { kind: 'youtube#channelListResponse', pageInfo }
      const contentDetails = { relatedPlaylists: { likes: '', uploads } }
      const snippet = { title: channel.title, customUrl: channel.handle }
      const items = [{ kind: 'youtube#channel', id: channel.id, snippet, contentDetails }]
      return { kind: 'youtube#channelListResponse', pageInfo, items }
    },
  )
  app.get<{ Querystring: { playlistId?: string; pageToken?: string } }>(
    '/www.googleapis.com/youtube/v3/playlistItems',
    ({ query }, reply) => {
      if (query.playlistId !== uploads) return reply.code(404).send({ error: { code: 404 } })
      const from = Number(query.pageToken?.replace('PAGE', '') ?? 0)
      const next = from + PAGE_SIZE
      return {
        kind: 'youtube#playlistItemListResponse',
        ...(next < channel.videos.length ? { nextPageToken: `PAGE${next}` } : {}),
        items: channel.videos.slice(from, next).map((video) => playlistItem(video, channel.title)),
        pageInfo: { totalResults: channel.videos.length, resultsPerPage: PAGE_SIZE },
      }
    },
  )
}

function playlistItem({ id, title, description, publishedAt }: ChannelVideo, channelTitle: string) {
  const resourceId = { kind: 'youtube#video', videoId: id }
  const snippet = { publishedAt, title, description, channelTitle, resourceId }
  return {
    kind: 'youtube#playlistItem',
    snippet,
    contentDetails: { videoId: id, videoPublishedAt: publishedAt },
  }
}

/** A blog whose page names its RSS feed, a page without one, and a feed of 100 MB. */
function addBlog(app: FastifyInstance): void {
  app.get(`/${BLOG_HOST}/`, (_request, reply) =>
    reply.type('text/html').send('<link rel="alternate" type="application/rss+xml" href="/feed">'),
  )
  app.get(`/${BLOG_HOST}/shop`, (_request, reply) => reply.type('text/html').send('<h1>Shop</h1>'))
  app.get(`/${BLOG_HOST}/feed`, (_request, reply) => reply.type('application/rss+xml').send(BLOG_FEED))
  app.get(`/${BLOG_HOST}/huge`, (_request, reply) => {
    const piece = `<item><title>${'x'.repeat(1_000)}</title></item>`.repeat(1_000)
    function* pieces() {
      yield '<rss version="2.0"><channel>'
      for (let sent = 0; sent < 100; sent++) yield piece
    }
    return reply.type('application/rss+xml').send(Readable.from(pieces()))
  })
}

const BLOG_FEED = `<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>Comer &amp; caminar</title><link>https://${BLOG_HOST}/</link>
<item><title>Tacos en &lt;script&gt;alert(1)&lt;/script&gt; Raghavendra Mess</title><link>https://${BLOG_HOST}/1</link>
<guid>1</guid><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate>
<description>Corto</description>
<content:encoded><![CDATA[<p>Fuimos a <b>Raghavendra Mess</b>.</p><script>steal()</script><p>Volveremos &amp; pronto.</p>]]></content:encoded></item>
<item><title>Sin enlace</title><link>javascript:alert(1)</link></item>
</channel></rss>`

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
