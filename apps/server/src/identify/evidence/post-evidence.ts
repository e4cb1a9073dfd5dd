import type { Oembed } from '@antojo/contract/oembed'
import type { EvidenceText } from '@antojo/identify/evidence'
import { nameKey } from '@antojo/domain/text'
import type { Page } from '../../adapters/pages/page-reader.ts'
import type { PostLocation } from '../../adapters/pages/platform-pages.ts'

/** The facts read from a post. None of them come from the person who asks, so they may be shared. */
export interface PostEvidence {
  readonly oembed: Oembed | null
  readonly title: string | null
  readonly description: string | null
  readonly creator: string | null
  readonly thumbnail: string | null
  /** URL of the video file, when the page names it. */
  readonly videoUrl: string | null
  /** URL of the subtitles, when the page names it and they have not been read. */
  readonly subtitlesUrl: string | null
  readonly texts: readonly EvidenceText[]
  readonly transcript: { readonly text: string; readonly service: string } | null
}

/**
 * Merges oEmbed and the page. A whole caption comes from oEmbed or from the page's own JSON; the text for link previews
 * is truncated and reworded by the platform, so it is only added when it says something new.
 */
export function mergePost(oembed: Oembed | null, page: Page | null): PostEvidence {
  const { post, preview } = page ?? { post: null, preview: {} }
  const title = oembed?.title ?? post?.title ?? preview.title ?? post?.caption ?? preview.caption ?? null
  const description = oembed?.description ?? further(post?.caption ?? preview.caption, title) ?? null
  const creator = oembed?.author_name ?? post?.author ?? preview.author ?? null
  const texts: EvidenceText[] = []
  const add = (source: EvidenceText['source'], text: string | null | undefined): void => {
    if (text && !texts.some((other) => contains(other.text, text))) texts.push({ source, text })
  }
  add('title', oembed?.title)
  add('description', oembed?.description)
  add('title', post?.title)
  add('description', post?.caption)
  add('og', preview.caption)
  add('og', preview.title)
  for (const line of post?.screenTexts ?? []) add('ocr', line)
  for (const { second, text } of post?.spoken ?? []) texts.push({ source: 'transcript', text, second })
  if (post?.location) texts.unshift({ source: 'location-tag', text: locationText(post.location) })
  if (creator !== null) texts.push({ source: 'creator', text: creator })
  const handle = handleOf(oembed?.author_url) ?? post?.handle
  if (handle !== undefined && handle !== creator) texts.push({ source: 'creator', text: `@${handle}` })
  return {
    oembed,
    title,
    description,
    creator,
    thumbnail: oembed?.thumbnail_url ?? page?.image ?? null,
    videoUrl: page?.video ?? null,
    subtitlesUrl: post?.subtitlesUrl ?? null,
    texts,
    transcript: null,
  }
}

/** Written in the way people write a place: after a pin, followed by its address. */
function locationText({ name, address, city }: PostLocation): string {
  const where = [address, city].filter((part) => part !== undefined && part !== '' && !name.includes(part))
  return `📍 ${[name, ...where].join(', ')}`
}

/** True when the post has any text besides the creator's name. */
export function hasText(post: PostEvidence): boolean {
  return post.texts.some(({ source }) => source !== 'creator')
}

function further(caption: string | undefined, title: string | null): string | undefined {
  return caption !== undefined && title !== null && contains(title, caption) ? undefined : caption
}

/** Compares without case, accents and punctuation; a preview truncated with … counts as contained. */
function contains(whole: string, part: string): boolean {
  const key = nameKey(part.replace(/(?:…|\.{3})\s*$/u, ''))
  return key === '' || nameKey(whole).includes(key)
}

function handleOf(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined
  return /^\/@(?<handle>[^/]+)/u.exec(new URL(url).pathname)?.groups?.['handle']
}
