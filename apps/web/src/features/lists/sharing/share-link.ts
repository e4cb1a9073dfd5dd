import { m } from '@antojo/i18n/messages'
import { copyWithNotice } from '../../../lib/view/copy-with-notice.ts'
import { toast, type ToastOptions } from '../../../lib/view/toasts.ts'
import { listAddress, listName, type VideoList } from '../../../entities/list/list.ts'
import type { useListActions } from '../../../entities/list/use-lists.ts'

export async function copyLink(
  list: VideoList,
  done = m.share_copied(),
  options?: ToastOptions,
): Promise<void> {
  await copyWithNotice(listAddress(list.id), done, options)
}

/** The code with which another site shows the list, which it cannot change there. */
export function embedCode(list: VideoList): string {
  const title = listName(list).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<iframe src="${listAddress(list.id)}/embed" title="${title}" width="100%" height="480" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
}

/** Shares the list's link with the system's share sheet, or copies it where there is none. */
export async function sendLink(list: VideoList): Promise<void> {
  const name = listName(list)
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: name, text: m.share_text({ name }), url: listAddress(list.id) })
      return
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  await copyLink(list)
}

/** Makes the list private, so that its link stops working. */
export async function stopSharing(
  list: VideoList,
  change: ReturnType<typeof useListActions>['change'],
): Promise<void> {
  if (await change(list, { visibility: 'private' })) toast.info(m.share_stopped())
}
