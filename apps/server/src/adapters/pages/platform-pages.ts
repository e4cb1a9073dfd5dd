import type { KnownPlatform } from '@antojo/domain/platforms/platform'
import { z } from 'zod'
import { storableText } from '../oembed/payload.ts'
import type { Spoken } from './vtt.ts'
import { objectsWith, textBeside } from './json-values.ts'

/** The place that an author chose from the platform's list. */
export interface PostLocation {
  readonly name: string
  readonly address?: string | undefined
  readonly city?: string | undefined
}

/** The facts about a post in the JSON of a platform's own page. */
export interface PagePost {
  readonly title?: string
  /** The whole caption as its author wrote it. */
  readonly caption?: string
  readonly author?: string
  readonly handle?: string
  readonly location?: PostLocation
  /** Lines that the author laid over the video. */
  readonly screenTexts?: readonly string[]
  /** URL of WebVTT subtitles that have not been read. */
  readonly subtitlesUrl?: string
  /** The lines of subtitles that have been read. */
  readonly spoken?: readonly Spoken[]
}

/** How a platform's page stores its posts. They are found by key, because paths change. */
export interface PlatformPage {
  /** Whether a script is worth parsing. */
  readonly mayHold: (script: string) => boolean
  /** The post with this id; null when it is missing. Other posts on the page are never mistaken for it. */
  readonly read: (json: unknown, id: string) => PagePost | null
}

/** The most characters of one text; captions have a few thousand at most. */
const MAX_TEXT = 20_000
const text = storableText(MAX_TEXT)
const maybe = text.optional().catch(undefined)
const named = z.object({ name: text, address: maybe, city: maybe })
const location = named.optional().catch(undefined)

const tiktokItem = z.looseObject({
  id: z.string(),
  desc: z.string(),
  author: z.looseObject({ uniqueId: maybe, nickname: maybe }).optional().catch(undefined),
  poi: location,
  stickersOnItem: z.array(z.looseObject({ stickerText: z.array(z.string()).catch([]) })).catch([]),
})

const tiktok: PlatformPage = {
  mayHold: (script) => script.includes('"desc"'),
  read: (json, id) => {
    const item = first(objectsWith(json, 'desc'), tiktokItem, (found) => found.id === id)
    if (!item) return null
    const { desc, author, poi, stickersOnItem } = item
    return present({
      caption: text.safeParse(desc).data,
      author: author?.nickname,
      handle: author?.uniqueId,
      location: poi,
      screenTexts: stickersOnItem.flatMap(({ stickerText }) => stickerText).slice(0, 20),
    })
  },
}

const youtubeDetails = z.looseObject({
  videoId: z.string(),
  title: maybe,
  shortDescription: z.string(),
  author: maybe,
})

const youtube: PlatformPage = {
  mayHold: (script) => script.includes('"shortDescription"'),
  read: (json, id) => {
    const details = first(
      objectsWith(json, 'shortDescription'),
      youtubeDetails,
      ({ videoId }) => videoId === id,
    )
    if (!details) return null
    const { title, shortDescription, author } = details
    const caption = text.safeParse(shortDescription).data
    return present({ title, caption, author, subtitlesUrl: subtitlesOf(json) })
  },
}

const captionTracks = z.looseObject({
  captionTracks: z
    .array(z.looseObject({ baseUrl: z.url(), languageCode: z.string(), kind: z.string().optional() }))
    .min(1),
})

/** Prefers the author's own subtitles to automatic ones (`asr`), which are in the spoken language. */
function subtitlesOf(json: unknown): string | undefined {
  const tracks = first(objectsWith(json, 'captionTracks'), captionTracks, () => true)?.captionTracks ?? []
  const isAutomatic = (track: (typeof tracks)[number]): boolean => track.kind === 'asr'
  const spoken = tracks.find(isAutomatic)?.languageCode
  const own = tracks.filter((track) => !isAutomatic(track))
  const best = own.find(({ languageCode }) => languageCode === spoken) ?? tracks.find(isAutomatic) ?? own[0]
  if (!best) return undefined
  const url = new URL(best.baseUrl)
  url.searchParams.set('fmt', 'vtt')
  return url.href
}

const instagramItem = z.looseObject({
  code: z.string().optional(),
  shortcode: z.string().optional(),
  caption: z.looseObject({ text: maybe }).optional().catch(undefined),
  edge_media_to_caption: z
    .looseObject({ edges: z.array(z.looseObject({ node: z.looseObject({ text: maybe }) })) })
    .optional()
    .catch(undefined),
  user: z.looseObject({ username: maybe, full_name: maybe }).optional().catch(undefined),
  owner: z.looseObject({ username: maybe, full_name: maybe }).optional().catch(undefined),
  location,
})

const instagram: PlatformPage = {
  mayHold: (script) => script.includes('"caption"') || script.includes('"edge_media_to_caption"'),
  read: (json, id) => {
    const isPost = (found: z.infer<typeof instagramItem>): boolean => (found.code ?? found.shortcode) === id
    const item =
      first(objectsWith(json, 'caption'), instagramItem, isPost) ??
      first(objectsWith(json, 'edge_media_to_caption'), instagramItem, isPost)
    if (!item) return null
    const user = item.user ?? item.owner
    return present({
      caption: item.caption?.text ?? item.edge_media_to_caption?.edges[0]?.node.text,
      author: user?.full_name ?? user?.username,
      handle: user?.username,
      location: item.location,
    })
  },
}

const facebookMessage = z.looseObject({ message: z.looseObject({ text }) })

const facebook: PlatformPage = {
  mayHold: (script) => script.includes('"message"'),
  read: (json, id) => {
    const caption = textBeside(json, id, (part) => {
      if (!Object.hasOwn(part, 'message')) return null
      return facebookMessage.safeParse(part).data?.message.text ?? null
    })
    return caption === null ? null : { caption }
  },
}

export const PLATFORM_PAGES: Readonly<Record<KnownPlatform, PlatformPage>> = {
  TikTok: tiktok,
  YouTube: youtube,
  Instagram: instagram,
  Facebook: facebook,
}

function first<T>(
  objects: Iterable<unknown>,
  schema: z.ZodType<T>,
  isPost: (found: T) => boolean,
): T | undefined {
  for (const object of objects) {
    const found = schema.safeParse(object).data
    if (found !== undefined && isPost(found)) return found
  }
  return undefined
}

/** The post without undefined fields; null when no field is known. */
function present(post: { readonly [Key in keyof PagePost]: PagePost[Key] | undefined }): PagePost | null {
  const screenTexts = (post.screenTexts ?? []).flatMap((line) => text.safeParse(line).data ?? [])
  const found = { ...post, screenTexts: screenTexts.length > 0 ? screenTexts : undefined }
  const known = Object.entries(found).filter(([, value]) => value !== undefined)
  return known.length > 0 ? Object.fromEntries(known) : null
}
