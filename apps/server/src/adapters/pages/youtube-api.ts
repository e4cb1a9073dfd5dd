import { parseLink } from '@antojo/domain/links/link'
import { z } from 'zod'
import { defined } from '@antojo/domain/unknown-values'
import { parseJson } from '../http/fetch-body.ts'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { storable } from '../oembed/payload.ts'
import type { PageReader } from './page-reader.ts'

/** The base URL of the YouTube Data API. */
export const YOUTUBE_API_URL = 'https://www.googleapis.com/youtube/v3/'
const TIMEOUT_MS = 4_000
const MAX_BYTES = 256 * 1024

const text = z.string().transform(storable).pipe(z.string().min(1)).optional().catch(undefined)
const video = z.looseObject({
  id: z.string(),
  snippet: z.looseObject({
    title: text,
    description: text,
    channelTitle: text,
    thumbnails: z.record(z.string(), z.looseObject({ url: z.url() })).catch({}),
  }),
  recordingDetails: z.looseObject({ locationDescription: text }).optional().catch(undefined),
})
const answerShape = z.looseObject({ items: z.array(video) })

/**
 * Reads YouTube's videos through the Data API, which gives the whole description and costs one unit of the key's 10,000
 * per day. The page is read when the API gives nothing: for other platforms, and when the quota is used up.
 */
export function withYoutubeApi(fetch: GuardedFetch, key: string, readPage: PageReader): PageReader {
  return async (ref, signal) => {
    const link = ref.platform === 'YouTube' ? parseLink(ref.url) : null
    if (link?.kind !== 'video') return readPage(ref, signal)
    const found = await askForVideo(fetch, { id: link.id, key, signal })
    if (!found) return readPage(ref, signal)
    const { snippet, recordingDetails } = found
    const place = recordingDetails?.locationDescription
    const image = ['maxres', 'high', 'medium', 'default']
      .map((size) => snippet.thumbnails[size]?.url)
      .find(Boolean)
    const { title, description: caption, channelTitle: author } = snippet
    const post = defined({ title, caption, author, location: place ? { name: place } : undefined })
    return { kind: 'found', page: { preview: {}, post, ...defined({ image }) } }
  }
}

async function askForVideo(
  fetch: GuardedFetch,
  { id, key, signal }: { readonly id: string; readonly key: string; readonly signal: AbortSignal },
): Promise<z.infer<typeof video> | undefined> {
  const query = new URLSearchParams({ part: 'snippet,recordingDetails', id })
  const answer = await fetch({
    url: `${YOUTUBE_API_URL}videos?${query}`,
    headers: { accept: 'application/json', 'x-goog-api-key': key },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
  })
  if (!answer.ok || answer.status !== 200) return undefined
  return answerShape.safeParse(parseJson(answer.body)).data?.items.find((item) => item.id === id)
}
