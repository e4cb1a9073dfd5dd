import { gzipSync } from 'node:zlib'

/** A page as its pieces, so that the megabyte around a post is made and compressed once and shared by all pages. */
export type Html = readonly (string | Filler)[]

/** Text of a given size that is unrelated to the post. */
export interface Filler {
  readonly bytes: number
}

interface MadeFiller {
  readonly plain: Buffer
  readonly packed: Buffer
}

const made = new Map<number, MadeFiller>()

/** The bytes of a page. A compressed one has a gzip member for each piece, which every reader treats as one stream. */
export function pageBytes(html: Html, isPacked: boolean): Buffer {
  return Buffer.concat(
    html.map((piece) => {
      if (typeof piece === 'string') return isPacked ? gzipSync(piece) : Buffer.from(piece)
      const { plain, packed } = made.get(piece.bytes) ?? makeFiller(piece.bytes)
      made.set(piece.bytes, { plain, packed })
      return isPacked ? packed : plain
    }),
  )
}

/** A filler of `bytes` bytes, so that the text after it is at the same offset as in the real page. */
export function filler(bytes: number): Filler {
  return { bytes }
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)
}

/** Meta tags in the format of the platforms, one after the other. */
export function metaTags(tags: Readonly<Record<string, string>>): string {
  return Object.entries(tags)
    .map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`)
    .join('')
}

/** JSON that is safe within a script: it contains no `</`. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('</', String.raw`<\/`)
}

const OPEN = '<script nonce="c2FuZGJveA">(function(){window.ytcfg={};var flags={'
const CLOSE = '"end":0};window.flags=flags;})();</script>'

/** Settings in a script, with braces, quotes and tags inside strings to confuse careless parsers. */
function makeFiller(bytes: number): MadeFiller {
  const lines: string[] = []
  let size = OPEN.length + CLOSE.length
  for (let index = 0; ; index += 1) {
    const mixed = (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(36)
    const line =
      index % 40 === 0
        ? `"markup_${mixed}":"<meta property=\\"og:title\\" content=\\"Not this {${mixed}\\">",`
        : `"web_enable_${mixed}":${index % 3 === 0 ? 'true' : `"${mixed}"`},`
    if (size + line.length > bytes) break
    lines.push(line)
    size += line.length
  }
  const plain = Buffer.from(OPEN + lines.join('') + ' '.repeat(Math.max(0, bytes - size)) + CLOSE)
  return { plain, packed: gzipSync(plain) }
}
