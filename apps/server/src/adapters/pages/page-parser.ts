import { Parser } from 'htmlparser2'
import { defined } from '@antojo/domain/unknown-values'
import { storable } from '../oembed/payload.ts'

/** The description of a page in its tags for link previews. */
export interface PreviewTags {
  readonly title?: string
  readonly description?: string
  readonly image?: string
  readonly video?: string
}

export type PageParser = ReturnType<typeof createPageParser>

const MAX_TAG_LENGTH = 10_000
/** The most open tags. Browsers stop at 512 as well, and each closing tag is searched for among them. */
const MAX_DEPTH = 512
const TAG_NAMES = new Set(
  'og:title twitter:title og:description twitter:description description og:image:secure_url og:image twitter:image og:video:secure_url og:video:url og:video'.split(
    ' ',
  ),
)

/**
 * Parses a page while it arrives. `onScript` receives each script and returns whether the post was in it; without
 * `onScript` only the head is read.
 */
export function createPageParser(onScript: ((script: string) => 'more' | 'found') | null) {
  const tags = new Map<string, string>()
  let depth = 0
  let inTitle = false
  let script: string[] | null = null
  let hasPost = onScript === null
  let isOver = false
  let isHeadOver = false
  const add = (name: string, value: string): void => {
    if (!tags.has(name)) tags.set(name, storable(value.slice(0, MAX_TAG_LENGTH)))
  }
  const endScript = (): void => {
    if (script === null) return
    const text = script.join('')
    script = null
    if (!hasPost && onScript?.(text) === 'found') hasPost = true
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (depth > MAX_DEPTH) isOver = true
      if (name === 'title' && !isHeadOver && !tags.has('title')) inTitle = true
      if (name === 'body') isHeadOver = true
      if (name === 'script') script = []
      const key = (attributes['property'] ?? attributes['name'])?.toLowerCase()
      const content = attributes['content']
      if (name === 'meta' && key !== undefined && TAG_NAMES.has(key) && content !== undefined)
        add(key, content)
    },
    ontext(text) {
      if (script !== null) script.push(text)
      else if (inTitle) add('title', text)
    },
    onclosetag(name) {
      depth -= 1
      inTitle = false
      if (name === 'head') isHeadOver = true
      if (name === 'script') endScript()
    },
  })
  return {
    /** Receives the next piece of the page. `enough` means that the rest is not needed. */
    write: (piece: string): 'more' | 'enough' => {
      if (!isOver) parser.write(piece)
      isOver ||= isHeadOver && hasPost
      return isOver ? 'enough' : 'more'
    },
    /** The tags, after the page has ended or reading has stopped; a script without an end is used as far as it goes. */
    end: (base: string): PreviewTags => {
      endScript()
      return previewTags(tags, base)
    },
  }
}

/** Open Graph tags take precedence over Twitter's, and these over plain ones. */
function previewTags(tags: ReadonlyMap<string, string>, base: string): PreviewTags {
  const first = (...names: string[]): string | undefined =>
    names.map((name) => tags.get(name)?.trim()).find((value) => value !== undefined && value !== '')
  const title = first('og:title', 'twitter:title', 'title')
  const description = first('og:description', 'twitter:description', 'description')
  const image = absolute(first('og:image:secure_url', 'og:image', 'twitter:image'), base)
  const video = absolute(first('og:video:secure_url', 'og:video:url', 'og:video'), base)
  return defined({ title, description, image, video })
}

function absolute(value: string | undefined, base: string): string | undefined {
  const url = value === undefined ? null : URL.parse(value, base)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined
}
