import { parseLink } from '@antojo/domain/links/link'
import { isRecord } from '@antojo/domain/unknown-values'
import { type Entry, type FormatReader, MAX_ENTRIES, ofFile, type SourceFile, timeOf } from '../../entries.ts'
import { isMapsLink } from '../../known-links.ts'
import { messagesOf } from './chat-text.ts'
import { entriesOf, type Message } from './messages.ts'
import { messagesOfPage } from './page-messages.ts'

/**
 * The links in any other text: a chat, notes, a page, a shared list. Each link is an entry; a text without a link of a
 * platform or map has nothing.
 */
export const links: FormatReader = {
  format: 'links',
  files: /\.(?:txt|json|jsonl|csv|html?|md)$/iu,
  read: (file) => {
    const entries: Entry[] = []
    let beyond = 0
    for (const message of messagesIn(file))
      for (const entry of entriesOf(message))
        if (entries.length < MAX_ENTRIES) entries.push(entry)
        else beyond += 1
    return entries.some(isWanted) ? ofFile(entries, beyond) : null
  },
}

function isWanted({ url, place }: Entry): boolean {
  if (url === null) return (place?.position ?? null) !== null
  const link = parseLink(url)
  return (link !== null && link.kind !== 'page') || isMapsLink(url)
}

function messagesIn(file: SourceFile): Iterable<Message> {
  const { name, text } = file
  if (file.json() !== undefined) return messagesOfJson(file.json())
  return /\.html?$/iu.test(name) || /^\s*</u.test(text) ? messagesOfPage(text) : messagesOf(text)
}

/** The messages in the texts of a JSON value. */
function* messagesOfJson(value: unknown): Generator<Message> {
  if (typeof value === 'string') yield* messagesOf(value)
  else if (Array.isArray(value)) for (const each of value as readonly unknown[]) yield* messagesOfJson(each)
  else if (isRecord(value)) {
    const { text, text_entities: repeated, ...others } = value
    const words = textOfMessage(text)
    const savedAt = timeOf(value['date_unixtime']) ?? timeOf(value['date'])
    if (words === null) yield* messagesOfJson([text, repeated])
    else for (const message of messagesOf(words)) yield { ...message, savedAt: message.savedAt ?? savedAt }
    for (const [name, each] of Object.entries(others)) {
      if (name.includes('://')) yield* messagesOf(name)
      yield* messagesOfJson(each)
    }
  }
}

/** Telegram cuts a message with links into texts and `{ "type": "link", "text": … }`; null for anything else. */
function textOfMessage(text: unknown): string | null {
  if (typeof text === 'string') return text
  if (!Array.isArray(text)) return null
  const pieces = text.map((each: unknown) => {
    if (!isRecord(each)) return each
    return typeof each['href'] === 'string' ? `${String(each['text'])} ${each['href']} ` : each['text']
  })
  const texts = pieces.filter((piece) => typeof piece === 'string')
  return texts.length === pieces.length ? texts.join('') : null
}
