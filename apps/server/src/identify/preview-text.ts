import type { Platform } from '@antojo/domain/platforms/platform'
import type { OpenGraph } from '../adapters/opengraph/open-graph.ts'

/** The words of the post itself in what a platform tells link previews. */
export interface PreviewText {
  readonly title?: string
  readonly caption?: string
  readonly author?: string
}

const countsThenQuote =
  /^[\d.,\s]*[KMkm]?\+?\s?(?:likes|me gusta|views|reproducciones)\b[^“"]{0,160}[“"](?<caption>[\s\S]*)[”"]\.?\s*$/iu
const nameOnInstagram = /^(?<author>.{1,80}?) (?:on|en) Instagram: [“"](?<caption>[\s\S]*)[”"]\s*$/u
const tiktokAuthor = /^TikTok · (?<author>.{1,80})$/u
const facebookViews =
  /^[\d.,\s]*[KMkm]?\+? ?(?:views|reactions|reproducciones)[^·|]* [·|] (?<author>.{1,80})$/iu

/** Takes counters, platform and author out of a preview's title and description. */
export function previewText(platform: Platform, openGraph: OpenGraph): PreviewText {
  const title = openGraph.title ?? ''
  const description = openGraph.description ?? ''
  const quoted = countsThenQuote.exec(description)?.groups?.['caption']
  const caption = quoted ?? (description === '' ? undefined : description)
  const instagram = nameOnInstagram.exec(title)?.groups
  const author =
    instagram?.['author'] ??
    tiktokAuthor.exec(title)?.groups?.['author'] ??
    facebookViews.exec(title)?.groups?.['author']
  const ownTitle = author === undefined && title !== '' && !saysNothing(title, platform) ? title : undefined
  const text = caption ?? instagram?.['caption']
  return {
    ...(ownTitle === undefined ? {} : { title: ownTitle }),
    ...(text === undefined ? {} : { caption: text }),
    ...(author === undefined ? {} : { author }),
  }
}

function saysNothing(title: string, platform: Platform): boolean {
  return title.toLowerCase() === platform.toLowerCase() || /^[\d.,]+[KM]? (?:views|likes)/iu.test(title)
}
