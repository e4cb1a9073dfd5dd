/** Elements in which a parser of HTML sees no tags. */
const RAW = /<(script|style|textarea|title|xmp|iframe|noembed|noframes|plaintext)(?=[\s/>])/iy
/** A tag ends before the next one begins. */
const TAG = /<(?:\/?[a-z](?:[^<>"']|"[^"<]*"|'[^'<]*')*|![^<>[]*|\?[^<>]*\?)>/iy
/** The signs that can follow the one that begins a tag. */
const SECOND = /[a-z/!?]/iu
const LINK = /\shref\s*=/iu
const VALUE = /=\s*(?:"[^"]*"|'[^']*')/gu
/** Where an entry of a file begins. */
const ENTRY_OF_HTML = /<a\s|https?:\/\//giu
const ENTRY_OF_XML = /<(?:\w+:)?(?:placemark|wpt|trk|rte)[\s>]/giu

/**
 * The text, in which nothing swallows an entry: people write `<script>` in a note, and files are cut. A comment or the
 * like that has no end before the next entry is text, and so is a tag that has none; an entry's tag is closed.
 */
export function repairMarkup(text: string, isXml: boolean): string {
  const entries = isXml ? ENTRY_OF_XML : ENTRY_OF_HTML
  const nextEntry = finder(text, entries)
  const ends = new Map<string, ReturnType<typeof finder>>()
  let out = ''
  let copied = 0
  let at = 0
  const replace = (from: number, to: number, words: string) => {
    out += text.slice(copied, from) + words
    copied = to
    at = to
  }
  for (let start = text.indexOf('<'); start !== -1; start = text.indexOf('<', at)) {
    if (!SECOND.test(text.charAt(start + 1))) {
      replace(start, start + 1, '&lt;')
      continue
    }
    const end = endOfHidden(text, start, isXml)
    if (end !== null) {
      const find = ends.get(end) ?? finder(text, new RegExp(end.replaceAll(']', String.raw`\]`), 'giu'))
      ends.set(end, find)
      const found = find(start + 4)
      if (found < nextEntry(start + 1)) at = found + end.length
      else replace(start, start + 1, '&lt;')
      continue
    }
    TAG.lastIndex = start
    if (TAG.test(text)) {
      at = TAG.lastIndex
      continue
    }
    const next = text.indexOf('<', start + 1)
    const stop = next === -1 ? text.length : next
    const [tag = ''] = text.slice(start, stop).split('>', 1)
    const bare = tag.replaceAll(VALUE, '=')
    if (nextEntry(start) !== start) replace(start, start + 1, '&lt;')
    // A link without its `href=` is an entry, and its address is in words.
    else if (!isXml && tag.includes('://') && !LINK.test(bare)) replace(start, start + 2, '<a href>')
    else {
      const quote = /=\s*(["'])/u.exec(bare)?.[1] ?? ''
      replace(start, Math.min(start + tag.length + 1, stop), `${tag}${quote}>`)
    }
  }
  return copied === 0 ? text : out + text.slice(copied)
}

/** The end of a comment, a CDATA section or an element without tags that begins there; null for anything else. */
function endOfHidden(text: string, start: number, isXml: boolean): string | null {
  if (text.startsWith('<!--', start)) return '-->'
  if (isXml) return text.startsWith('<![CDATA[', start) ? ']]>' : null
  RAW.lastIndex = start
  const name = RAW.exec(text)?.[1]
  return name === undefined ? null : `</${name.toLowerCase()}`
}

/** Finds where a pattern occurs at or after a position; positions only grow, so the text is searched once. */
function finder(text: string, pattern: RegExp): (from: number) => number {
  const search = new RegExp(pattern)
  let found = -1
  return (from) => {
    if (found >= from) return found
    search.lastIndex = from
    return (found = search.exec(text)?.index ?? Infinity)
  }
}
