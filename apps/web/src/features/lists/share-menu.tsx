import { m } from '@antojo/i18n/messages'
import { Link2, Link2Off, Share2, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { copyText } from '../../lib/clipboard.ts'
import { toast } from '../../lib/toasts.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { listAddress, listName, type VideoList } from './list.ts'
import { useListActions } from './use-lists.ts'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

function item(key: string, label: string, icon: ReactNode, onSelect: () => void): MenuItem {
  return { key, label, icon, onSelect }
}

/** To share a list, send its link, or stop at once. Opening another closes this one. */
export function ShareMenu({ list, className }: { list: VideoList; className?: string }) {
  const { change } = useListActions()
  const [options, setOptions] = useState(false)
  const name = listName(list)
  const copy = () => void copyLink(list)
  const start = async () => {
    if (await change(list, { visibility: 'unlisted' })) await copyLink(list)
  }
  const more = item('options', m.share_options(), <SlidersHorizontal aria-hidden />, () => setOptions(true))
  const items =
    list.visibility === 'private'
      ? [item('start', m.share_start(), <Link2 aria-hidden />, () => void start()), more]
      : [
          item('copy', m.share_copy(), <Link2 aria-hidden />, copy),
          item('send', m.share_send(), <Share2 aria-hidden />, () => void sendLink(list)),
          more,
          item('stop', m.share_stop(), <Link2Off aria-hidden />, () => void stopSharing(list, change)),
        ]
  return (
    <>
      <Menu
        label={m.share_menu({ name })}
        trigger={<Share2 aria-hidden />}
        items={items}
        {...(className && { className })}
      />
      <Suspense fallback={null}>
        {options ? <ShareDialog list={list} onClose={() => setOptions(false)} /> : null}
      </Suspense>
    </>
  )
}

export async function copyLink(list: VideoList): Promise<void> {
  if (await copyText(listAddress(list.id))) toast.success(m.share_copied())
  else toast.error(m.copy_failed())
}

/** By the system's own sheet where there is one, else by the clipboard. */
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

/** The link opens nothing from this moment on. */
export async function stopSharing(
  list: VideoList,
  change: ReturnType<typeof useListActions>['change'],
): Promise<void> {
  if (await change(list, { visibility: 'private' })) toast.info(m.share_stopped())
}
