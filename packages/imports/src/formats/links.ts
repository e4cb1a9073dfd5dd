import { findUrls } from '@antojo/domain/links/find-urls'
import { platformOfUrl } from '@antojo/domain/platforms/platform'
import type { FormatReader } from '../entries.ts'

/** The links of platforms in any other text: a chat, notes, a page. */
export const links: FormatReader = {
  format: 'links',
  files: /\.(?:txt|json|csv|html?|md)$/iu,
  read: ({ text }) => {
    // JSON files may write slashes as \/.
    const urls = findUrls(text.replaceAll(String.raw`\/`, '/')).filter(
      (url) => platformOfUrl(url) !== 'Other',
    )
    const entries = urls.map((url) => ({ url, title: null, savedAt: null }))
    return entries.length === 0 ? null : [{ kind: 'file', name: null, entries }]
  },
}
