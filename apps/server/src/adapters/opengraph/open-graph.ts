import { PLATFORM_DEFINITIONS } from '@antojo/domain/platforms/definitions'
import { Parser } from 'htmlparser2'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { storable } from '../oembed/payload.ts'

/** Titles of sign-in walls, checks and errors on any website. */
const PLACEHOLDER_TITLES =
  /^(?:log ?in(?: [•·|–-] .*)?|log in or sign up.*|iniciar sesi[oó]n.*|entrar.*|security check(?: required)?|just a moment\.*|please wait.*|access denied|error|page not found|redirecting\.*|sorry.*)$/iu
const platformNames = Object.keys(PLATFORM_DEFINITIONS).map((name) => name.toLowerCase())

/** What a page says about itself to link previews. */
export interface OpenGraph {
  readonly title?: string
  readonly description?: string
  readonly image?: string
  readonly video?: string
}

type OpenGraphOutcome =
  | { readonly kind: 'found'; readonly openGraph: OpenGraph }
  | { readonly kind: 'none'; readonly reason: string }

/** Reads the link-preview tags of a page. */
export type OpenGraphReader = (url: string, signal: AbortSignal) => Promise<OpenGraphOutcome>

const timeoutMs = 5_000
const maxBytes = 1024 * 1024
/** The agent that link previews use; platforms answer it with tags instead of a sign-in wall. */
const userAgent = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'

export function openGraphReader(fetch: GuardedFetch): OpenGraphReader {
  return async (url, signal) => {
    const answer = await fetch({
      url,
      headers: { accept: 'text/html', 'accept-language': 'es,en;q=0.7', 'user-agent': userAgent },
      timeoutMs,
      maxBytes,
      signal,
    })
    if (!answer.ok) return { kind: 'none', reason: answer.reason }
    if (answer.status !== 200) return { kind: 'none', reason: `status ${answer.status}` }
    if (/\/(?:login|accounts\/login|checkpoint)(?:[/.?]|$)/u.test(new URL(answer.url).pathname)) {
      return { kind: 'none', reason: 'sign-in wall' }
    }
    const openGraph = parseOpenGraph(decode(answer.body, answer.headers.get('content-type')), answer.url)
    return openGraph ? { kind: 'found', openGraph } : { kind: 'none', reason: 'no tags' }
  }
}

/** Tags of the first page head: Open Graph before Twitter before plain; null when none tells of the post. */
export function parseOpenGraph(html: string, base: string): OpenGraph | null {
  const tags = metaTags(html)
  const first = (...names: string[]): string | undefined =>
    names.map((name) => tags.get(name)?.trim()).find((value) => value !== undefined && value !== '')
  const title = first('og:title', 'twitter:title', 'title')
  if (title !== undefined && isPlaceholderTitle(title)) return null
  const description = first('og:description', 'twitter:description', 'description')
  const image = absolute(first('og:image:secure_url', 'og:image', 'twitter:image'), base)
  const video = absolute(first('og:video:secure_url', 'og:video:url', 'og:video'), base)
  if (title === undefined && description === undefined) return null
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description: withoutCounts(description) }),
    ...(image === undefined ? {} : { image }),
    ...(video === undefined ? {} : { video }),
  }
}

/** Instagram wraps the caption: `1,234 likes, 5 comments - user on May 1, 2026: "caption".` */
function withoutCounts(description: string): string {
  const wrapped = /^[\d.,KMkm]+ (?:likes|Me gusta)[^:]{0,120}: [“"](?<caption>[\s\S]*)[”"]\.?\s*$/u.exec(
    description,
  )
  return wrapped?.groups?.['caption'] ?? description
}

function metaTags(html: string): Map<string, string> {
  const tags = new Map<string, string>()
  let inTitle = false
  const add = (name: string, value: string): void => {
    if (!tags.has(name)) tags.set(name, storable(value.slice(0, 10_000)))
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      inTitle = name === 'title' && !tags.has('title')
      const key = attributes['property'] ?? attributes['name']
      if (name === 'meta' && key !== undefined && attributes['content'] !== undefined) {
        add(key.toLowerCase(), attributes['content'])
      }
      if (name === 'body') parser.pause()
    },
    ontext(text) {
      if (inTitle) add('title', text)
    },
    onclosetag() {
      inTitle = false
    },
  })
  parser.write(html)
  parser.end()
  return tags
}

function absolute(value: string | undefined, base: string): string | undefined {
  if (value === undefined || !URL.canParse(value, base)) return undefined
  const url = new URL(value, base)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined
}

function decode(body: Buffer, contentType: string | undefined): string {
  const named = /charset=["']?([\w-]+)/iu.exec(contentType ?? '')?.[1] ?? 'utf-8'
  const decoder = labelKnown(named) ? new TextDecoder(named) : new TextDecoder()
  return decoder.decode(body)
}

function labelKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

/** True for a title that says nothing about the post, though the page was read without an error. */
function isPlaceholderTitle(title: string): boolean {
  const text = title.trim()
  if (text === '' || PLACEHOLDER_TITLES.test(text) || platformNames.includes(text.toLowerCase())) return true
  return Object.values(PLATFORM_DEFINITIONS).some(({ placeholderTitles }) => placeholderTitles?.test(text))
}
