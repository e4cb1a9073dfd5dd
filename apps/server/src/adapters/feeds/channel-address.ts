/** The place where a creator's posts can be read. */
export type ChannelAddress =
  | { readonly kind: 'youtube-id'; readonly id: string }
  /** `page` is the URL of the channel's page; `handle` only for `@handle`. */
  | { readonly kind: 'youtube-page'; readonly page: string; readonly handle?: string }
  /** A feed, or a page that names its feed. */
  | { readonly kind: 'feed'; readonly url: string }

const CHANNEL_ID = /^UC[\w-]{22}$/u
const HANDLE = /^@[\p{L}\p{N}][\p{L}\p{N}._·-]{1,60}$/u
const YOUTUBE_HOST = /(?:^|\.)youtube\.com$/u

/** Reads a channel as a person types it: `@handle`, a channel's id, or a URL. Null for anything else. */
export function channelAddress(text: string): ChannelAddress | null {
  const typed = text.trim()
  if (CHANNEL_ID.test(typed)) return { kind: 'youtube-id', id: typed }
  if (HANDLE.test(typed)) return ofHandle(typed)
  const address = /^https?:\/\//iu.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (!url.hostname.includes('.') && url.hostname !== 'localhost') return null
  if (!YOUTUBE_HOST.test(url.hostname)) return { kind: 'feed', url: url.href }
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean).map(decoded)
  const id = first === 'channel' ? second : url.searchParams.get('channel_id')
  if (id !== null && CHANNEL_ID.test(id)) return { kind: 'youtube-id', id }
  if (HANDLE.test(first)) return ofHandle(first)
  if ((first === 'c' || first === 'user') && second !== '')
    return { kind: 'youtube-page', page: `https://www.youtube.com/${first}/${encodeURIComponent(second)}` }
  return null
}

function ofHandle(handle: string): ChannelAddress {
  const page = `https://www.youtube.com/@${encodeURIComponent(handle.slice(1))}`
  return { kind: 'youtube-page', page, handle }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** YouTube's public feed of a channel, which needs no key: its newest 15 videos with whole descriptions. */
export function youtubeFeedUrl(channelId: string): string {
  return `https://www.youtube.com/feeds/videos.xml?channel_id=${channelId}`
}
