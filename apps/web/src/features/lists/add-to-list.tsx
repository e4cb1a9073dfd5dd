import { m } from '@antojo/i18n/messages'
import type { RefObject } from 'react'
import { Popover } from '../../ui/popover.tsx'
import type { Video } from '../videos/video.ts'

interface AddToListProps {
  readonly video: Video
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly onAdded: () => void
}

/** The popover 'Añadir a lista'. */
export function AddToList({ anchor, onClose }: AddToListProps) {
  return (
    <Popover anchor={anchor} label={m.card_add_to_list()} onClose={onClose}>
      {null}
    </Popover>
  )
}
