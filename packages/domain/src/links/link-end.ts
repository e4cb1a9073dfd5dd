import { platformOfHost } from '../platforms/platform.ts'
import { SCHEME } from './link-start.ts'
import { mapOfHost } from './map-hosts.ts'

const ENTITY = String.raw`&(?:quot|lt|gt|nbsp|apos|#(?!0?38;)\d{1,5}|#x(?!26;)[\da-f]{1,4});`
/** A letter that is not of ASCII. */
const LETTER = String.raw`[^\P{L}A-Za-z]`
/** Scripts that write no space between words, so that a word may follow a link at once. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')

/**
 * The signs of a link. The next `https://` is another link, except as a value (`?u=https://…`) or after an archive's
 * date. An apostrophe between two letters belongs to the link: `/maps/place/Nilo's+Tacos`.
 */
const SIGN = [
  String.raw`(?!${SCHEME}|${ENTITY})[\w\-.~:/?#[\]@!$&()*+,;=%]`,
  String.raw`(?<==|/web/\d{1,14}/)${SCHEME}`,
  String.raw`(?<![A-Za-z\d)\]])[${UNSPACED}]`,
  String.raw`(?![${UNSPACED}])${LETTER}`,
  String.raw`[^\P{Nd}\d]|(?<=[\p{L}\p{M}])\p{M}`,
  String.raw`(?<=${LETTER}|\p{M})[\u200c\u200d](?=${LETTER})`,
  String.raw`(?<=[\p{L}\p{M}\d])['’·](?=[\p{L}\d+%])`,
  String.raw`\\(?:/|u0026|u003[Dd]|u002[Ff])`,
].join('|')

/** Longer than any link of a platform. */
export const MAX_URL_LENGTH = 2048
const RUN = new RegExp(`(?:${SIGN}){1,${MAX_URL_LENGTH + 1}}`, 'uy')
/** Ends a run that is too long for a link, and may be a whole text. */
const BREAK = /[\s"<>]/gu

/** Indexes in the text: where a link begins, where its host does, and where the link before it has ended. */
interface Start {
  readonly from: number
  readonly body: number
  readonly free: number
}

interface End {
  readonly end: number
  /** Where the text goes on: after the signs that close an emphasis around the link. */
  readonly next: number
}

/** Where a link of a text ends. */
export function linkEnd(text: string, { from, body, free }: Start): End {
  RUN.lastIndex = body
  const run = RUN.exec(text)?.[0] ?? ''
  if (run.length > MAX_URL_LENGTH) {
    BREAK.lastIndex = body + run.length
    const next = BREAK.exec(text)?.index ?? text.length
    return { end: next, next }
  }
  const limit = body + lengthOn(run, text, { from, body, free })
  const end = bracketEnd(text, body, limit)
  // A digit in a frame is an emoji.
  const isFramed = /[\ufe0f\u20e3]/u.test(text.charAt(end)) && /[\d#*]/u.test(text.charAt(end - 1))
  return trimmedEnd(text, body, isFramed ? end - 1 : end, emphasisBefore(text, from, free))
}

/** The length of a run by what the host's links are made of. */
function lengthOn(run: string, text: string, { from, body }: Start): number {
  const host = (/^[^/?#\\]*/u.exec(run)?.[0] ?? '').toLowerCase()
  const map = mapOfHost(host)
  if (map === 'short' || platformOfHost(host) !== 'Other') return plainLength(run)
  return run.length + (map === null ? 0 : spacedLength(run, text, from, body + run.length))
}

const FOREIGN = /[,!*()']|(?<!&(?:(?:amp;)?amp|#0?38|#x26));|:(?!\\?\/|\\u)/u
const UNWRITTEN = /[^ -~]/u

/** Links of platforms have no punctuation, and letters beyond ASCII only in names before an id. */
function plainLength(run: string): number {
  if (run.includes('://')) return run.length
  const foreign = run.search(FOREIGN)
  const plain = foreign === -1 ? run : run.slice(0, foreign)
  const letter = plain.search(UNWRITTEN)
  return letter === -1 || plain.includes('/', letter) ? plain.length : letter
}

/** A name or an address in a link to a map, at whose end the link has come to a space. */
const SPACED = /[?&](?:q|query|daddr|destination|address|name)=[^&]*$|\/(?:place|search|dir)\/[^?]*$/u
/** A bare word, which another one with a capital may follow: "q=Mesa Larga". */
const UNESCAPED = /[?&](?:q|query|daddr|destination|address|name)=[\p{L}\p{M}'’]+,?$/u
/** The parts of a link that may follow such a text. */
const GOES_ON = /(?:&[\w-]{1,30}=|\/@-?\d|\/data=!)\S*/gu
const MAX_SPACED = 400
const CLOSING: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»', '<': '>', "'": "'" }

/** The length of what belongs to the link after a space: up to a closing quote, or to the link's last known part. */
function spacedLength(run: string, text: string, from: number, end: number): number {
  if (text[end] !== ' ' || !SPACED.test(run)) return 0
  const rest = text.slice(end, end + MAX_SPACED)
  const [line = ''] = /^[^\r\n\t"“”«»<>]*?(?=https?:|[\r\n\t"“”«»<>]|$)/iu.exec(rest) ?? []
  const closing = CLOSING[text[from - 1] ?? '']
  const quoted = closing === undefined ? -1 : rest.indexOf(closing)
  if (quoted !== -1 && quoted <= line.length) return quoted
  const last = [...line.matchAll(GOES_ON)].at(-1)
  if (last === undefined) return UNESCAPED.test(run) && /^ \p{Lu}/u.test(line) ? line.length : 0
  return last.index + last[0].length
}

const TRAILING = `.,;:!?*~'’·&#([`

/** The end without the punctuation before it, and without the signs that close an emphasis. */
function trimmedEnd(text: string, body: number, limit: number, closing: string): End {
  const kept = without(`${TRAILING}_`, text, body, limit)
  const tail = text.slice(kept, limit + closing.length)
  const closed = closing.includes('_') ? tail.lastIndexOf(closing) : -1
  const end = without(TRAILING, text, body, closed === -1 ? limit : kept + closed)
  return { end, next: closed === -1 ? end : kept + closed + closing.length }
}

/** The end without these signs before it. */
function without(signs: string, text: string, body: number, limit: number): number {
  let end = limit
  while (end > body && signs.includes(text.charAt(end - 1))) end -= 1
  return end
}

/** The end before a bracket without its partner, or before an ellipsis. */
function bracketEnd(text: string, body: number, limit: number): number {
  const open: number[] = []
  for (let at = body; at < limit; at += 1) {
    const sign = text.charAt(at)
    const [first = at] = open
    if (text.startsWith('..', at)) return first
    if (sign === '(' || sign === '[') open.push(at)
    else if ((sign === ')' || sign === ']') && text[open.pop() ?? -1] !== (sign === ')' ? '(' : '['))
      return first
  }
  return open[0] ?? limit
}

const EMPHASIS = '*_~'

/** The signs that end the emphasis that begins before a link; another `_` is the last sign of an id. */
function emphasisBefore(text: string, from: number, free: number): string {
  let closing = ''
  for (let at = from - 1; at >= free && EMPHASIS.includes(text.charAt(at)); at -= 1)
    closing += text.charAt(at)
  return closing
}
