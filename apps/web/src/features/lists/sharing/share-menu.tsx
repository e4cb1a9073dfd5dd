import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { FileDown, Link2, Link2Off, Share2, SlidersHorizontal } from 'lucide-react'
import { useOverlayOf } from '../../../lib/navigation/overlay.ts'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { listName, type VideoList } from '../../../entities/list/list.ts'
import { useListActions } from '../../../entities/list/use-lists.ts'
import { useServices, useSession } from '../../../lib/services.tsx'
import { namelessQuery } from '../../profile/own-name.tsx'
import { copyLink, sendLink, stopSharing } from './share-link.ts'
import { lateComponent } from '../../../lib/view/lazy-component.tsx'

const ShareDialog = lateComponent(() => import('./share-dialog.tsx'), 'ShareDialog')

const PlaceExport = lateComponent(() => import('../../exports/place-export.tsx'), 'PlaceExport')

/** Longer than other notices, because there is something to press. */
const ACTION_DURATION_MS = 8000

/** Asks whether others see no name of the person yet; no when that is not known. */
function useNameless(): () => Promise<boolean> {
  const { rest } = useServices()
  const userId = useSession()?.user.id ?? ''
  const queries = useQueryClient()
  return () => queries.fetchQuery(namelessQuery(rest, userId)).catch(() => false)
}

/** A menu to share a list, send its link, save its places as a file or stop sharing. Opening another menu closes this one. */
export function ShareMenu({ list, className }: { list: VideoList; className?: string }) {
  const { change } = useListActions()
  const options = useOverlayOf('share', list.id)
  const exporting = useOverlayOf('export', list.id)
  const name = listName(list)
  const copy = () => void copyLink(list)
  const isNameless = useNameless()
  const start = async () => {
    if (!(await change(list, { visibility: 'unlisted' }))) return
    const isUnsigned = list.share.show_creator && (await isNameless())
    const sign = { duration: ACTION_DURATION_MS, action: { label: m.share_sign(), run: options.open } }
    await copyLink(list, m.share_started(), isUnsigned ? sign : undefined)
  }
  const more = { label: m.share_options(), Icon: SlidersHorizontal, onSelect: options.open }
  const file = { label: m.places_export_menu(), Icon: FileDown, onSelect: exporting.open }
  const items =
    list.visibility === 'private'
      ? [{ label: m.share_start(), Icon: Link2, onSelect: () => void start() }, file, more]
      : [
          { label: m.share_copy(), Icon: Link2, onSelect: copy },
          { label: m.share_send(), Icon: Share2, onSelect: () => void sendLink(list) },
          file,
          more,
          { label: m.share_stop(), Icon: Link2Off, onSelect: () => void stopSharing(list, change) },
        ]
  return (
    <>
      <Menu
        label={m.share_menu({ name })}
        trigger={<Share2 aria-hidden />}
        items={items}
        {...(className && { className })}
      />
      {options.isOpen ? <ShareDialog list={list} onClose={options.close} /> : null}
      {exporting.isOpen ? <PlaceExport list={{ id: list.id, name }} onClose={exporting.close} /> : null}
    </>
  )
}
