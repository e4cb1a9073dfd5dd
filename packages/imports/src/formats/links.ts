import { findUrls, readPasted } from '@antojo/domain/links/find-urls'
import { parseLink } from '@antojo/domain/links/link'
import { isRecord } from '@antojo/domain/unknown-values'
import {
  aboutPost,
  type Entry,
  type FormatReader,
  MAX_ENTRIES,
  type Part,
  type SourceFile,
} from '../entries.ts'
import { parseMarkup } from '../foreign.ts'
import { isMapsLink } from '../known-links.ts'

/**
 * The links in any other text: a chat, notes, a page, a shared list. Each link is an entry; a text without a link of a
 * platform or map has nothing.
 */
export const links: FormatReader = {
  format: 'links',
  files: /\.(?:txt|json|csv|html?|md)$/iu,
  read: (file) => {
    const part = partOf(file)
    const isAny = part.entries.some(({ url }) => url !== null && isWanted(url))
    return isAny ? [part] : null
  },
}

function isWanted(url: string): boolean {
  const link = parseLink(url)
  return (link !== null && link.kind !== 'page') || isMapsLink(url)
}

function partOf(file: SourceFile): Part {
  const { text } = file
  const value = file.json()
  if (value !== undefined) return partOfTexts(textsIn(value))
  const anchors = /<a\s[^>]{0,1000}href/iu.test(text) ? anchorsIn(text) : null
  return anchors?.entries.some(({ url }) => url !== null && isWanted(url))
    ? anchors
    : partOfTexts(linesOf(text))
}

/** The texts in a JSON value. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    yield* linesOf(value)
    // The next text has nothing to do with this one.
    yield ''
    return
  }
  const inner: readonly unknown[] = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []
  const pieces = Array.isArray(value) ? piecesOf(value) : null
  for (const each of pieces === null ? inner : [pieces.join('')]) yield* textsIn(each)
}

/** Telegram cuts a message with a link into texts and `{ "type": "link", "text": … }`; null for another list. */
function piecesOf(list: readonly unknown[]): readonly string[] | null {
  const pieces = list.map((each) => (isRecord(each) ? each['text'] : each))
  const texts = pieces.filter((piece) => typeof piece === 'string')
  const isMixed = list.some(isRecord) && list.some((each) => typeof each === 'string')
  return isMixed && texts.length === pieces.length ? texts : null
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    yield text.slice(start, end)
    start = end + 1
  }
}

function anchorsIn(text: string): Part {
  const entries: Entry[] = []
  let beyond = 0
  let url: string | null = null
  let words = ''
  parseMarkup(text, {
    onopentag: (name, { href = '' }) => {
      if (name !== 'a') return
      url = isAddress(href) ? href.trim() : null
      words = ''
    },
    ontext: (piece) => (words += url === null ? '' : piece),
    onclosetag: (name) => {
      if (name !== 'a' || url === null) return
      const title = words.replaceAll(/\s+/gu, ' ').trim()
      if (entries.length === MAX_ENTRIES) beyond += 1
      else entries.push({ url, title: title === '' || isAddress(title) ? null : title, savedAt: null })
      url = null
    },
  })
  return { kind: 'file', name: null, entries, beyond }
}

function isAddress(text: string): boolean {
  return /^\s*https?:\/\//iu.test(text)
}

/** The day, the time and the sender before a message of a chat. */
const MESSAGE_HEAD = /^[^\p{L}\p{N}]{0,3}\d{1,4}[./-]\d{1,2}[./-]\d{1,4}[,\s].{4,24}?[\]-]\s[^:]{1,80}:\s/u
const MAX_NAME = 120

/** A longer line is no message of a person. */
const MAX_LINE = 5_000

/** The links of a text line by line. "Mole de Lucha: LINK" names its post; other words around a link are a message. */
function partOfTexts(lines: Iterable<string>): Part {
  const entries: Entry[] = []
  let beyond = 0
  let above = ''
  for (const line of lines) {
    if (entries.length >= MAX_ENTRIES) {
      beyond += line.match(/https?:\/\//giu)?.length ?? 0
      continue
    }
    const urls = line.includes('/') ? findUrls(line) : []
    for (const entry of urls.length === 0 ? [] : entriesOfLine(line, urls, above)) entries.push(entry)
    above = urls.length === 0 && line.length <= MAX_LINE ? line.replace(MESSAGE_HEAD, '').trim() : ''
  }
  return { kind: 'file', name: null, entries, beyond }
}

function entriesOfLine(line: string, urls: readonly string[], above: string): readonly Entry[] {
  const { words } = line.length > MAX_LINE ? { words: '' } : readPasted(line.replace(MESSAGE_HEAD, ''))
  const linked = urls.length === 1 ? MARKDOWN_LINK.exec(words)?.groups?.['name'] : undefined
  const name = linked ?? (urls.length === 1 && isNamed(line, urls[0] ?? '') ? withoutMarks(words) : null)
  const before = MESSAGE_HEAD.test(line) ? '' : above
  const texts = name === null ? aboutPost('message', withoutMarks(words) || before) : []
  return urls.map((url) => ({ url, title: name, savedAt: null, texts }))
}

/** "[Mole de Lucha](LINK)", without its link. */
const MARKDOWN_LINK = /\[(?<name>[^[\]]+)\]\(\s*\)/u
const LIST_SIGN = /^[\s*•·#-]+/u

/** Without the sign of a list before the words, and the colon before their link. */
function withoutMarks(words: string): string {
  return words.replace(LIST_SIGN, '').replace(NAME_END, '')
}

const NAME_END = /(?<!\s)\s*[:：–—|-]\s*$/u

function isNamed(line: string, url: string): boolean {
  const end = line.trimEnd()
  const before = end.slice(0, -url.length).replace(LIST_SIGN, '')
  return end.endsWith(url) && before.length <= MAX_NAME && NAME_END.test(before) && !MESSAGE_HEAD.test(line)
}
