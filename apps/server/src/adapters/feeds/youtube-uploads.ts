import { z } from 'zod'
import { parseJson } from '../http/fetch-body.ts'
import { YOUTUBE_API_URL } from '../pages/youtube-api.ts'
import type { Feed, FeedPost } from './parse-feed.ts'
import { channelFailure, type ChannelFailure, type ChannelFetch, politeFetch } from './polite-fetch.ts'

const channelList = z.looseObject({
  items: z
    .array(
      z.looseObject({
        id: z.string(),
        snippet: z.looseObject({ title: z.string().catch('') }),
        contentDetails: z.looseObject({ relatedPlaylists: z.looseObject({ uploads: z.string() }) }),
      }),
    )
    .default([]),
})
const playlistPage = z.looseObject({
  nextPageToken: z.string().optional(),
  items: z.array(
    z.looseObject({
      snippet: z.looseObject({
        title: z.string().catch(''),
        description: z.string().catch(''),
        publishedAt: z.coerce.date().nullable().catch(null),
        resourceId: z.looseObject({ videoId: z.string().regex(/^[\w-]{11}$/u) }),
      }),
      contentDetails: z
        .looseObject({ videoPublishedAt: z.coerce.date().optional().catch(undefined) })
        .optional(),
    }),
  ),
})

/** The API's largest page; each page costs one unit of the key's 10,000 per day. */
const PAGE_SIZE = 50
/** Titles that YouTube gives to videos nobody else can see. */
const HIDDEN = new Set(['Private video', 'Deleted video'])

/**
 * Reads the videos of a channel through the YouTube Data API, the newest first and at most `maxPosts`: `channels.list`,
 * then the pages of the playlist of its uploads.
 */
export async function youtubeUploads(
  channel: { readonly id: string } | { readonly handle: string },
  { key, maxPosts, ...by }: ChannelFetch & { readonly key: string; readonly maxPosts: number },
): Promise<(Feed & { readonly ok: true; readonly cut: boolean }) | ChannelFailure> {
  const which = 'id' in channel ? { id: channel.id } : { forHandle: channel.handle }
  const list = await ask('channels', { part: 'snippet,contentDetails', ...which }, { key, ...by })
  if (!list.ok) return list
  const [found] = channelList.safeParse(list.json).data?.items ?? []
  if (found === undefined) return channelFailure('not_found', Object.values(which).join(''))
  const playlistId = found.contentDetails.relatedPlaylists.uploads
  const posts = new Map<string, FeedPost>()
  let pageToken: string | undefined
  do {
    const query = { part: 'snippet,contentDetails', maxResults: String(PAGE_SIZE), playlistId }
    const page = await ask('playlistItems', pageToken === undefined ? query : { ...query, pageToken }, {
      key,
      ...by,
    })
    if (!page.ok) return page
    const read = playlistPage.safeParse(page.json)
    if (!read.success) return channelFailure('unreachable', 'the YouTube Data API gave no list of videos')
    const before = posts.size
    for (const { snippet, contentDetails } of read.data.items) {
      if (HIDDEN.has(snippet.title)) continue
      const id = snippet.resourceId.videoId
      posts.set(id, {
        id,
        url: `https://www.youtube.com/watch?v=${id}`,
        title: snippet.title,
        description: snippet.description,
        publishedAt: contentDetails?.videoPublishedAt ?? snippet.publishedAt,
      })
    }
    // A page that adds nothing would be requested again for ever.
    pageToken = posts.size > before ? read.data.nextPageToken : undefined
  } while (pageToken !== undefined && posts.size < maxPosts)
  return {
    ok: true,
    title: found.snippet.title,
    url: `https://www.youtube.com/channel/${found.id}`,
    posts: [...posts.values()].slice(0, maxPosts),
    cut: pageToken !== undefined || posts.size > maxPosts,
  }
}

async function ask(
  method: 'channels' | 'playlistItems',
  query: Readonly<Record<string, string>>,
  { key, ...by }: ChannelFetch & { readonly key: string },
): Promise<{ readonly ok: true; readonly json: unknown } | ChannelFailure> {
  const url = `${YOUTUBE_API_URL}${method}?${new URLSearchParams(query)}`
  const answer = await politeFetch(url, by, { accept: 'application/json', 'x-goog-api-key': key })
  return answer.ok ? { ok: true, json: parseJson(answer.body) } : answer
}
