import { parseMarkup } from '../../foreign.ts'
import { timeOf } from '../../entries.ts'
import { type Line, lineOf, type Message } from './messages.ts'

const BLOCK =
  /^(?:p|div|li|ul|ol|tr|td|th|h[1-6]|dt|dd|dl|table|section|article|blockquote|main|header|footer|nav)$/u
const HIDDEN = /^(?:script|style|title|head)$/u
const ADDRESS = /^\s*https?:\/\//iu
/** In a link without its end. In a wrapped link, `=` or `/` is before the inner one. */
const NEXT_LINK = /\s(?=https?:)|(?<=[^\s=/])(?=https?:\/\/)/iu
/** Of Telegram's export. */
const CHAT = /class="[^"]*\bchat_page\b/u
const MESSAGE_ID = /^message-?\d+$/u
/** `12.11.2025 21:05:33 UTC-06:00`. */
const CHAT_TIME = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d)(?: UTC([+-]\d\d:\d\d))?$/u

/** The messages of a page that have links: those of an exported chat, else its blocks. The words of a link are its title. */
export function messagesOfPage(text: string): readonly Message[] {
  const page = new Page(CHAT.test(text))
  parseMarkup(text, {
    onopentag: (name, attributes) => page.open(name, attributes),
    ontext: (piece) => page.addText(piece),
    onclosetag: (name) => page.close(name),
  })
  page.endMessage()
  return page.messages
}

class Page {
  readonly messages: Message[] = []
  readonly #isChat: boolean
  #lines: Line[] = []
  #links: { url: string; title: string | null }[] = []
  #words = ''
  #savedAt: Date | null = null
  #anchor: { readonly url: string; words: string } | null = null
  #hidden = 0

  constructor(isChat: boolean) {
    this.#isChat = isChat
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const { id = '', title = '', href = '', class: kind = '' } = attributes
    if (HIDDEN.test(name)) this.#hidden += 1
    if (this.#isChat ? MESSAGE_ID.test(id) : BLOCK.test(name)) this.endMessage()
    else if (name === 'br' || BLOCK.test(name)) this.#endLine()
    if (this.#isChat && /\bdate\b/u.test(kind))
      this.#savedAt ??= timeOf(title.replace(CHAT_TIME, '$3-$2-$1T$4$5'))
    // The sender and the time are before the words of a message.
    if (this.#isChat && /^(?:text|media_wrap)\b/u.test(kind))
      this.#lines = this.#lines.filter(({ links }) => links.length > 0)
    if (name !== 'a') return
    this.#endAnchor()
    if (!ADDRESS.test(href)) {
      // A damaged link, or one for a program of the page.
      const words = Object.entries(attributes).flat()
      this.#words += words.filter((each) => each.includes('://')).join(' ')
      return
    }
    const [url = '', ...words] = href.trim().split(NEXT_LINK)
    this.#words += words.join(' ')
    this.#anchor = { url, words: '' }
  }

  addText(piece: string): void {
    if (this.#anchor !== null) this.#anchor.words += piece
    else if (this.#hidden === 0) this.#words += piece
  }

  close(name: string): void {
    if (HIDDEN.test(name)) this.#hidden -= 1
    if (name === 'a') this.#endAnchor()
    else if (!BLOCK.test(name)) return
    else if (this.#isChat) this.#endLine()
    else this.endMessage()
  }

  endMessage(): void {
    this.#endLine()
    if (this.#lines.some(({ links, places = [] }) => links.length > 0 || places.length > 0))
      this.messages.push({ lines: this.#lines, savedAt: this.#savedAt })
    this.#lines = []
    this.#savedAt = null
  }

  #endAnchor(): void {
    if (this.#anchor === null) return
    const title = this.#anchor.words.replaceAll(/\s+/gu, ' ').trim()
    const isNamed = title !== '' && !ADDRESS.test(title)
    const isInWords = isNamed && (this.#isChat || title.includes('://'))
    if (isInWords) this.#words += title
    this.#links.push({ url: this.#anchor.url, title: isNamed && !isInWords ? title : null })
    this.#anchor = null
  }

  #endLine(): void {
    this.#endAnchor()
    const words = this.#words.replaceAll(/\s+/gu, ' ').trim()
    if (words !== '' || this.#links.length > 0) {
      const line = lineOf(words)
      this.#lines.push({ ...line, links: [...this.#links, ...line.links] })
    }
    this.#words = ''
    this.#links = []
  }
}
