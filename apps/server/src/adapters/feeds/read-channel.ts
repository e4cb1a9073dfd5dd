import { Parser } from 'htmlparser2'
import { channelAddress, youtubeFeedUrl, type ChannelAddress } from './channel-address.ts'
import { type Feed, parseFeed } from './parse-feed.ts'
import { channelFailure, type ChannelFailure, type ChannelFetch, politeFetch } from './polite-fetch.ts'
import { youtubeUploads } from './youtube-uploads.ts'

/** The content of a channel. */
export interface Channel extends Feed {
  readonly ok: true
  /** True when the channel has more posts than were read. */
  readonly cut: boolean
}

export interface ReadChannelOptions extends ChannelFetch {
  /** Key of the YouTube Data API. With it, all videos of a channel are read; without it, the newest 15. */
  readonly youtubeKey?: string | undefined
  readonly maxPosts: number
}

/** The most videos in YouTube's feed. */
const YOUTUBE_FEED_POSTS = 15
/** Each element takes the parser longer, the more elements are open. */
const MAX_DEPTH = 512

/**
 * Reads the posts of a channel that a person typed: a YouTube channel, or the feed (RSS or Atom) of a blog or podcast.
 */
export async function readChannel(
  text: string,
  options: ReadChannelOptions,
): Promise<Channel | ChannelFailure> {
  const address = channelAddress(text)
  if (address === null) return channelFailure('bad_address', text)
  if (address.kind === 'feed') return readFeed(address.url, options)
  const { youtubeKey: key } = options
  if (key !== undefined && address.kind === 'youtube-page' && address.handle !== undefined)
    return youtubeUploads({ handle: address.handle }, { ...options, key })
  const id = await channelId(address, options)
  if (typeof id !== 'string') return id
  if (key !== undefined) return youtubeUploads({ id }, { ...options, key })
  const channel = await readFeed(youtubeFeedUrl(id), options)
  if (!channel.ok) return channel
  const cut = channel.cut || channel.posts.length >= YOUTUBE_FEED_POSTS
  return { ...channel, url: `https://www.youtube.com/channel/${id}`, cut }
}

async function channelId(
  address: Exclude<ChannelAddress, { kind: 'feed' }>,
  options: ReadChannelOptions,
): Promise<string | ChannelFailure> {
  if (address.kind === 'youtube-id') return address.id
  const answer = await politeFetch(address.page, options)
  if (!answer.ok) return answer
  const page = answer.body.toString('utf8')
  const id =
    /channel_id=(UC[\w-]{22})/u.exec(feedNamedBy(page, answer.url) ?? '')?.[1] ??
    /"externalId":"(UC[\w-]{22})"/u.exec(page)?.[1]
  return id ?? channelFailure('not_found', `${address.page} names no channel`)
}

/** Reads a feed, or the feed that a page names. */
async function readFeed(url: string, options: ReadChannelOptions): Promise<Channel | ChannelFailure> {
  const answer = await politeFetch(url, options)
  if (!answer.ok) return answer
  const text = answer.body.toString('utf8')
  const feed = parseFeed(text, options.maxPosts)
  if (feed !== null) return channelOf(feed, options.maxPosts)
  const named = feedNamedBy(text, answer.url)
  if (named === null) return channelFailure('not_a_feed', url)
  const second = await politeFetch(named, options)
  if (!second.ok) return second
  const found = parseFeed(second.body.toString('utf8'), options.maxPosts)
  return found === null ? channelFailure('not_a_feed', named) : channelOf(found, options.maxPosts)
}

function channelOf(feed: Feed, maxPosts: number): Channel {
  return { ...feed, ok: true, cut: feed.posts.length >= maxPosts }
}

/** The first feed in the head of an HTML page (`<link rel="alternate">`). */
function feedNamedBy(html: string, base: string): string | null {
  let found: string | null = null
  let depth = 0
  const parser = new Parser({
    onopentag(name, { rel = '', type = '', href = '' }) {
      depth += 1
      if (depth > MAX_DEPTH) return parser.pause()
      const isFeed = /\balternate\b/iu.test(rel) && /^application\/(?:rss|atom)\+xml/iu.test(type)
      if (name !== 'link' || !isFeed || !URL.canParse(href, base)) return
      found = new URL(href, base).href
      parser.pause()
    },
    onclosetag: () => (depth -= 1),
  })
  parser.write(html)
  return found
}
