import { findUrls } from '@antojo/domain/links/find-urls'
import { isShortMapsLink, readMapsLink } from '@antojo/domain/links/maps-link'
import { platformOfUrl } from '@antojo/domain/platforms/platform'
import type { FormatReader } from '../entries.ts'

/** Links to platforms and maps in any other text: a chat, notes, a page, a shared list. */
export const links: FormatReader = {
  format: 'links',
  files: /\.(?:txt|json|csv|html?|md)$/iu,
  read: ({ text }) => {
    // JSON files may write slashes as \/.
    const urls = findUrls(text.replaceAll(String.raw`\/`, '/')).filter(isWanted)
    const entries = urls.map((url) => ({ url, title: null, savedAt: null }))
    return entries.length === 0 ? null : [{ kind: 'file', name: null, entries }]
  },
}

function isWanted(url: string): boolean {
  return platformOfUrl(url) !== 'Other' || isShortMapsLink(url) || readMapsLink(url) !== null
}
