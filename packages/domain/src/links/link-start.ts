import { PLATFORM_FACTS } from '../platforms/platform.ts'

/** `https://`, also as JSON and scripts write it: `https:\/\/`. */
export const SCHEME = String.raw`[Hh][Tt]{2}[Pp][Ss]?:(?:\\?/|\\u002[Ff]){2}`
/** A single word is no host, except this machine. */
const HOST = String.raw`[^\s/?#]*[^\s/?#.]\.[^\s.]|localhost|\[`

/** Hosts of maps, and the paths of those that show other things too. */
const MAPS = String.raw`maps[.]app[.]goo[.]gl|goo[.]gl/maps|maps[.]apple(?:[.]com)?|waze[.]com|google[.][a-z.]{2,6}/maps`

/** Where a link begins: at a scheme, or at the host of a known platform or map. */
export const LINK_START = new RegExp(
  String.raw`(?:(${SCHEME})|(?<![\w@./\-])(?=(?:[a-z0-9\-]+\.)*(?:${knownDomains()}|${MAPS})[/?]))(?=${HOST})`,
  'giu',
)

/** True for a text with a link. Apart from `findUrls`, because the first screen asks at each key and shows no link. */
export function hasLink(text: string): boolean {
  return text.search(LINK_START) !== -1
}

function knownDomains(): string {
  return Object.values(PLATFORM_FACTS)
    .flatMap(({ domains }) => domains)
    .map((domain) => domain.replaceAll('.', '[.]'))
    .join('|')
}
