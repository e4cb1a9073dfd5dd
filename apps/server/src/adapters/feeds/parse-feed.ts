import { webAddress } from '@antojo/domain/links/web-address'
import { Parser } from 'htmlparser2'

/** A post of a channel, blog or podcast. Other people's words: data, never instructions. */
export interface FeedPost {
  /** Unique within its feed. */
  readonly id: string
  readonly url: string
  readonly title: string
  /** Plain text. */
  readonly description: string
  /** Null when the feed has no readable date. */
  readonly publishedAt: Date | null
}

export interface Feed {
  readonly title: string
  readonly url: string | null
  /** In the feed's order: usually the newest first. */
  readonly posts: readonly FeedPost[]
}

const ROOTS = new Set(['feed', 'rss', 'rdf:rdf'])
const ITEMS = new Set(['entry', 'item'])
/** Element → field. When several elements name one field, the longest text wins. */
const FIELDS: Readonly<Record<string, Field>> = {
  id: 'id',
  guid: 'id',
  'yt:videoid': 'video',
  title: 'title',
  description: 'description',
  'media:description': 'description',
  summary: 'description',
  content: 'description',
  'content:encoded': 'description',
  'itunes:summary': 'description',
  published: 'date',
  pubdate: 'date',
  'dc:date': 'date',
  updated: 'updated',
  link: 'link',
}
type Field = 'id' | 'video' | 'title' | 'description' | 'date' | 'updated' | 'link'
type Fields = Partial<Record<Field, string>>

const MAX_TITLE = 500
/** Each element takes the parser longer, the more elements are open. */
const MAX_DEPTH = 64
const MAX_DESCRIPTION = 10_000
/** Elements that contain further entries or people, whose titles and links are not those of the entry. */
const FOREIGN = new Set(['author', 'source', 'image', 'media:community', 'contributor'])

/**
 * Reads RSS 2.0, RSS 1.0 and Atom, YouTube's channel feeds included (`media:group`). Null when the text is not a feed.
 * Reads without recursion, does not expand entities of a document type, and stops after `maxPosts` posts or when
 * elements are nested too deeply.
 */
export function parseFeed(xml: string, maxPosts: number): Feed | null {
  const head: Fields = {}
  const posts: FeedPost[] = []
  let root: string | undefined
  let depth = 0
  let item: Fields | null = null
  let foreign: string | null = null
  let field: Field | null = null
  let open: string | null = null
  let text = ''
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = tag.toLowerCase()
        root ??= name
        depth += 1
        if (!ROOTS.has(root) || depth > MAX_DEPTH) return parser.pause()
        if (ITEMS.has(name)) item = {}
        else if (foreign === null && FOREIGN.has(name)) foreign = name
        else if (foreign === null && open === null) {
          field = FIELDS[name] ?? null
          if (field === null) return
          open = name
          text = ''
          const { href, rel } = attributes
          if (field === 'link' && href !== undefined && (rel ?? 'alternate') === 'alternate') text = href
        }
      },
      ontext(piece) {
        if (field !== null && text.length < MAX_DESCRIPTION * 4) text += piece
      },
      onclosetag(tag) {
        depth -= 1
        const name = tag.toLowerCase()
        if (name === foreign) foreign = null
        else if (name === open && field !== null) {
          keep(item ?? head, field, text.trim())
          open = field = null
        } else if (ITEMS.has(name) && item !== null) {
          const post = postOf(item)
          if (post !== null) posts.push(post)
          item = null
          if (posts.length >= maxPosts) parser.pause()
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.write(xml)
  if (root === undefined || !ROOTS.has(root)) return null
  return { title: plainText(head.title ?? '', MAX_TITLE), url: webAddress(head.link), posts }
}

function keep(fields: Fields, field: Field, text: string): void {
  if (text === '') return
  const known = fields[field]
  if (known === undefined || (field === 'description' && text.length > known.length)) fields[field] = text
}

function postOf({ id, video, title, description, date, updated, link }: Fields): FeedPost | null {
  const isVideo = video !== undefined && /^[\w-]{11}$/u.test(video)
  const url = isVideo ? `https://www.youtube.com/watch?v=${video}` : (webAddress(link) ?? webAddress(id))
  if (url === null) return null
  const time = Date.parse(date ?? updated ?? '')
  return {
    id: isVideo ? video : (id ?? url),
    url,
    title: plainText(title ?? '', MAX_TITLE),
    description: plainText(description ?? '', MAX_DESCRIPTION),
    publishedAt: Number.isNaN(time) ? null : new Date(time),
  }
}

const BLOCKS = new Set(['p', 'br', 'div', 'li', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'tr', 'blockquote'])

/** The plain text of a title or description that may contain HTML. Line breaks of the page are kept. */
function plainText(text: string, maxLength: number): string {
  if (!/<\/?[a-z]|&[#a-z]/iu.test(text)) return text.slice(0, maxLength).trim()
  let plain = ''
  let hidden = 0
  const parser = new Parser({
    onopentag(name) {
      if (name === 'script' || name === 'style') hidden++
      if (BLOCKS.has(name)) plain += '\n'
    },
    ontext(piece) {
      if (hidden === 0) plain += piece
    },
    onclosetag(name) {
      if (name === 'script' || name === 'style') hidden--
    },
  })
  parser.end(text)
  return plain
    .replace(/\n{3,}/gu, '\n\n')
    .slice(0, maxLength)
    .trim()
}
