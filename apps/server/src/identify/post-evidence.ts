import type { Oembed } from '@antojo/contract/oembed'
import type { EvidenceText } from '@antojo/domain/identify/evidence'
import type { Platform } from '@antojo/domain/platforms/platform'
import { nameKey } from '@antojo/domain/text'
import type { OpenGraph } from '../adapters/opengraph/open-graph.ts'
import { previewText } from './preview-text.ts'

/** What was read of a post. Nothing of it comes from the person who asks, so it may be shared. */
export interface PostEvidence {
  readonly oembed: Oembed | null
  readonly title: string | null
  readonly description: string | null
  readonly creator: string | null
  readonly thumbnail: string | null
  /** Address of the video file, when the page tells it. */
  readonly videoUrl: string | null
  readonly texts: readonly EvidenceText[]
  readonly transcript: { readonly text: string; readonly service: string } | null
}

/**
 * Merges oEmbed and Open Graph. oEmbed is preferred field by field: it is made for machines and holds the whole
 * caption, while previews are cut and worded by the platform. A preview adds text only when it says something new.
 */
export function mergePost(
  platform: Platform,
  oembed: Oembed | null,
  openGraph: OpenGraph | null,
): PostEvidence {
  const preview = openGraph ? previewText(platform, openGraph) : {}
  const title = oembed?.title ?? preview.title ?? preview.caption ?? null
  const description = oembed?.description ?? longer(preview.caption, title) ?? null
  const creator = oembed?.author_name ?? preview.author ?? null
  const texts: EvidenceText[] = []
  const add = (source: EvidenceText['source'], text: string | null | undefined): void => {
    if (text && !texts.some((other) => contains(other.text, text))) texts.push({ source, text })
  }
  add('title', oembed?.title)
  add('description', oembed?.description)
  add('og', preview.caption)
  add('og', preview.title)
  if (creator !== null) texts.push({ source: 'creator', text: creator })
  const handle = handleOf(oembed?.author_url)
  if (handle !== null && handle !== creator) texts.push({ source: 'creator', text: `@${handle}` })
  return {
    oembed,
    title,
    description,
    creator,
    thumbnail: oembed?.thumbnail_url ?? openGraph?.image ?? null,
    videoUrl: openGraph?.video ?? null,
    texts,
    transcript: null,
  }
}

/** True when anything beside the embed was told. */
export function tellsSomething(post: PostEvidence): boolean {
  return post.texts.some(({ source }) => source !== 'creator')
}

function longer(caption: string | undefined, title: string | null): string | undefined {
  return caption !== undefined && title !== null && contains(title, caption) ? undefined : caption
}

/** Compared without case, accents and punctuation; a preview cut with … counts as contained. */
function contains(whole: string, part: string): boolean {
  const key = nameKey(part.replace(/(?:…|\.{3})\s*$/u, ''))
  return key === '' || nameKey(whole).includes(key)
}

function handleOf(url: string | undefined): string | null {
  if (url === undefined || !URL.canParse(url)) return null
  return /^\/@(?<handle>[^/]+)/u.exec(new URL(url).pathname)?.groups?.['handle'] ?? null
}
