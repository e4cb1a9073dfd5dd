import { findUrls } from '@antojo/domain/links/find-urls'
import { m } from '@antojo/i18n/messages'
import { readClipboard } from '../../lib/device/clipboard.ts'
import { useSession } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { importQueueOf } from '../import/api.ts'

/** Spec §9: at most 5 links of one clipboard. */
const most = 5

/** Takes the links of the clipboard into the import queue, with the notices of spec §5. */
export function useImportFromClipboard(): () => Promise<void> {
  const session = useSession()
  return async () => {
    if (!session) {
      toast.info(m.add_sign_in_first())
      return
    }
    const text = await readClipboard()
    if (text === null) {
      toast.error(m.clipboard_failed())
      return
    }
    const links = findUrls(text)
    if (links.length === 0) {
      toast.info(m.import_none())
      return
    }
    toast.info(m.import_notice({ n: Math.min(most, links.length) }))
    if (links.length > most) toast.info(m.import_ignored({ n: links.length - most }))
    importQueueOf(session.user.id).enqueue(links.slice(0, most))
  }
}
