import type { Platform } from '@antojo/domain/platforms/platform'
import type { PreviewTags } from './page-parser.ts'

/** The words of the post itself in a platform's link preview. */
export interface PreviewText {
  readonly title?: string
  readonly caption?: string
  readonly author?: string
}

const COUNT = String.raw`[\d.,]+\s?(?:K|M|B|mil|mill\.|M de)?\+?\s(?:views|plays|reactions|likes|comments|shares|reproducciones|visualizaciones|reacciones|me gusta|comentarios|veces compartido)`
/** `1.2K likes, 41 comments`, `392K views · 5.3K reactions`. */
const COUNTS = new RegExp(String.raw`^${COUNT}(?:(?:,| ·) ${COUNT}){0,3}`, 'iu')
const TO_QUOTE = /^[^“"\n]{0,160}[“"]/u
const NAME_ON_INSTAGRAM = /^(?<author>[^\n]{1,80}?) (?:on|en) Instagram: [“"]/u
const TIKTOK_AUTHOR = /^TikTok · (?<author>.{1,80})$/u

/**
 * Removes counters, platform and author from a preview's title and description. Of two captions the longer one is the
 * complete one.
 */
export function previewText(platform: Platform, tags: PreviewTags): PreviewText {
  const fromTitle = readTitle(platform, tags.title ?? '')
  const described = readDescription(tags.description ?? '')
  const caption = longer(fromTitle.caption, described)
  return { ...fromTitle, ...(caption === undefined ? {} : { caption }) }
}

function readTitle(platform: Platform, title: string): PreviewText {
  const instagram = NAME_ON_INSTAGRAM.exec(title)
  const name = instagram?.groups?.['author']
  if (instagram && name !== undefined) {
    return { author: name, caption: withoutEndQuote(title.slice(instagram[0].length)) }
  }
  const tiktok = TIKTOK_AUTHOR.exec(title)?.groups?.['author']
  if (tiktok !== undefined) return { author: tiktok }
  const counts = COUNTS.exec(title)?.[0]
  if (counts !== undefined && /^ [|·] /u.test(title.slice(counts.length)))
    return readCountedTitle(title.slice(counts.length))
  return title === '' || title.toLowerCase() === platform.toLowerCase() ? {} : { title }
}

/** The rest of a title after Facebook's counters: ` | CAPTION | AUTHOR`, ` · AUTHOR` or ` | AUTHOR on Reels`. */
function readCountedTitle(rest: string): PreviewText {
  const parts = rest.split(/ [|·] /u).map((part) => part.trim())
  const [author = '', ...before] = parts.filter((part) => part !== '' && part !== 'Facebook').toReversed()
  const name = author.replace(/ (?:on|en) (?:Facebook )?Reels$/u, '')
  const caption = before.toReversed().join(' | ')
  return {
    ...(name === '' || name.length > 80 ? {} : { author: name }),
    ...(caption === '' ? {} : { caption }),
  }
}

/** `1,234 likes, 5 comments - user on May 1, 2026: "caption".`; a truncated caption lacks its last quote. */
function readDescription(description: string): string | undefined {
  const counts = COUNTS.exec(description)?.[0]
  const opening = counts === undefined ? undefined : TO_QUOTE.exec(description.slice(counts.length))?.[0]
  if (counts === undefined || opening === undefined) return description === '' ? undefined : description
  return withoutEndQuote(description.slice(counts.length + opening.length))
}

function withoutEndQuote(text: string): string {
  return text.trimEnd().replace(/[”"]\.?$/u, '')
}

function longer(a: string | undefined, b: string | undefined): string | undefined {
  return (a?.length ?? 0) >= (b?.length ?? 0) ? (a ?? b) : b
}
