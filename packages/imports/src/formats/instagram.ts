import { type Entry, type FormatReader, isRecord, type Part, type SourceFile, timeOf } from '../entries.ts'
import { parseMarkup } from '../foreign.ts'

/**
 * Instagram's "Download your information": `saved_posts` and `saved_collections`, as JSON or HTML. Labels are in the
 * person's language; keys and order have changed over the years, so only the links and the order are relied on.
 */
export const instagram: FormatReader = {
  format: 'instagram',
  files: /(?:^|\/)saved_(?:posts|collections)[^/]*\.(?:json|html)$/iu,
  read: (file) => {
    const blocks = jsonBlocks(file) ?? htmlBlocks(file.text)
    return blocks && blocks.some(({ posts }) => posts.length > 0) ? partsOf(file, blocks) : null
  },
}

/**
 * A saved post, or a collection. A collection is a heading before its posts or, in the newer form, contains its posts.
 */
interface Block {
  readonly name: string | null
  readonly posts: readonly Entry[]
  readonly isNested: boolean
}

const POST = /^https?:\/\/(?:[\w-]+\.)*instagram\.com\/(?:[\w.]+\/)?(?:p|reel|reels|tv)\//iu

function partsOf({ name }: SourceFile, blocks: readonly Block[]): readonly Part[] {
  const isHeading = ({ name: heading, posts }: Block) => heading !== null && posts.length === 0
  const isOfCollections = /saved_collections/iu.test(name) || blocks.some(isHeading)
  if (!isOfCollections) return [{ kind: 'saved', name: null, entries: blocks.flatMap(({ posts }) => posts) }]
  const parts: { kind: 'collection'; name: string; entries: Entry[] }[] = []
  for (const { name: heading, posts, isNested } of blocks) {
    if (heading !== null && (isNested || posts.length === 0))
      parts.push({ kind: 'collection', name: heading, entries: [...posts] })
    else parts.at(-1)?.entries.push(...posts)
  }
  return parts
}

/** The entries of the file's list; null for other JSON. */
function jsonBlocks(file: SourceFile): readonly Block[] | null {
  const root = file.json()
  const list = Array.isArray(root)
    ? root
    : isRecord(root)
      ? Object.values(root).find(Array.isArray)
      : undefined
  return list === undefined ? null : list.filter(isRecord).map(jsonBlock)
}

function jsonBlock(record: Readonly<Record<string, unknown>>): Block {
  const found = leavesOf(record, 0)
  const urls = [
    ...new Set(found.flatMap(({ value }) => (typeof value === 'string' && POST.test(value) ? [value] : []))),
  ]
  const times = found.filter(({ key }) => key === 'timestamp').map(({ value }) => timeOf(value))
  const posts = urls.map((url, index) => ({ url, title: null, savedAt: times[index] ?? times[0] ?? null }))
  const names = found.filter(
    ({ key, value }) => key === 'value' && typeof value === 'string' && !isAddress(value),
  )
  const [first] = names.length > 0 ? names : found.filter(({ key }) => key === 'title')
  const name = typeof first?.value === 'string' ? repairMojibake(first.value).trim() : ''
  return { name: name === '' ? null : name, posts, isNested: Array.isArray(record['label_values']) }
}

interface Leaf {
  readonly key: string
  readonly value: unknown
}

const MAX_DEPTH = 8

function leavesOf(value: unknown, depth: number, key = ''): Leaf[] {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(value)) return value.flatMap((each) => leavesOf(each, depth + 1, key))
  if (!isRecord(value)) return [{ key, value }]
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, depth + 1, name))
}

function isAddress(text: string): boolean {
  return /^https?:/iu.test(text)
}

/** A block begins with a heading element. Its facts are table rows; those of a collection have two cells. */
function htmlBlocks(text: string): readonly Block[] | null {
  if (!/<h[1-3][\s>]/iu.test(text)) return null
  const blocks: { cells: string[]; posts: Entry[] }[] = []
  let isInCell = false
  parseMarkup(text, {
    onopentag: (name, { href = '' }) => {
      if (/^h[1-3]$/u.test(name)) blocks.push({ cells: [], posts: [] })
      const block = blocks.at(-1)
      if (name === 'td') block?.cells.push('')
      if (name === 'td') isInCell = true
      if (name === 'a' && POST.test(href)) block?.posts.push({ url: href, title: null, savedAt: null })
    },
    ontext: (piece) => {
      const cells = blocks.at(-1)?.cells
      if (isInCell && cells && cells.length === 2) cells[1] += piece
    },
    onclosetag: (name) => {
      if (name === 'td') isInCell = false
    },
  })
  return blocks.map(({ cells, posts }) => ({ name: cells[1]?.trim() || null, posts, isNested: false }))
}

/** Instagram escapes each byte of UTF-8 as a character: "Caf\u00c3\u00a9" is "Café". */
export function repairMojibake(text: string): string {
  if (!/[\u0080-\u00ff]/u.test(text) || /[^\0-\u00ff]/u.test(text)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(text, (each) => each.charCodeAt(0)),
    )
  } catch {
    return text
  }
}
