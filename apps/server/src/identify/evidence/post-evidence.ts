import type { Oembed } from '@antojo/contract/oembed'
import type { EvidenceSource, EvidenceText } from '@antojo/identify/evidence'
import type { PostTextKind } from '@antojo/domain/transfer/import-facts'
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

const SOURCES: Readonly<Record<PostTextKind, EvidenceSource>> = {
  title: 'title',
  caption: 'description',
  description: 'description',
  hashtags: 'hashtag',
  author: 'creator',
  message: 'user-hint',
}

/** A text that a person's file has about a post. */
export interface FileText {
  readonly kind: PostTextKind
  readonly text: string
}

/** A post as the file describes it in which the person saved it; null when the file says nothing about it. */
export function postOfFile(texts: readonly FileText[] = []): PostEvidence | null {
  if (texts.length === 0) return null
  const first = (...kinds: readonly PostTextKind[]): string | null =>
    texts.find(({ kind }) => kinds.includes(kind))?.text ?? null
  const title = first('title', 'caption', 'description')
  const description = first('caption', 'description')
  return {
    oembed: null,
    title,
    description: description === title ? null : description,
    creator: first('author'),
    thumbnail: null,
    videoUrl: null,
    subtitlesUrl: null,
    texts: texts.flatMap(evidenceIn),
    transcript: null,
  }
}

/** A file has the hashtags of a post as one list, and its author as a name and an account. */
function evidenceIn({ kind, text }: FileText): readonly EvidenceText[] {
  const source = SOURCES[kind]
  const parts = text.split(/,\s*/u)
  if (kind === 'hashtags')
    return [{ source, text: parts.map((tag) => `#${tag.replace(/^#/u, '')}`).join(' ') }]
  if (kind === 'author')
    return parts.map((part) => ({ source, text: /^[\w.]+$/u.test(part) ? `@${part}` : part }))
  return [{ source, text }]
}

/** The post as it was read, with what only the person's file says about it; null when neither says anything. */
export function withTextsOfFile(
  post: PostEvidence | null,
  texts: readonly FileText[] | undefined,
): PostEvidence | null {
  const inFile = postOfFile(texts)
  if (post === null || inFile === null) return post ?? inFile
  const own = inFile.texts.filter(({ text }) => !post.texts.some((other) => contains(other.text, text)))
  return { ...post, texts: [...post.texts, ...own] }
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
