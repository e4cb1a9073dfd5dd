import { startsWithLink } from '@antojo/domain/links/find-urls'
import { m } from '@antojo/i18n/messages'
import { readClipboard } from '../../lib/device/clipboard.ts'
import { toast } from '../../lib/view/toasts.ts'

/** Passes on the link on the clipboard, or shows why there is none (spec §5). */
export function usePasteLink(onLink: (link: string) => void): () => Promise<void> {
  return async () => {
    const text = await readClipboard()
    if (text === null) toast.error(m.clipboard_failed())
    else if (startsWithLink(text)) onLink(text.trim())
    else toast.info(m.clipboard_no_link())
  }
}
