import { reviewsOf } from '@antojo/domain/reviews'
import { m } from '@antojo/i18n/messages'
import { GitCompareArrows, Link2, ListPlus, MapPinned, PencilLine, Star, Trash2 } from 'lucide-react'
import type { RefObject } from 'react'
import { useSession } from '../../../lib/services.tsx'
import { copyWithNotice } from '../../../lib/view/copy-with-notice.ts'
import { MenuPopover, type MenuItem, type MenuItems } from '../../../ui/overlay/menu-popover.tsx'
import { useDeletePlaces, useDeleteVideo } from '../../../entities/video/use-delete-video.ts'
import { destinationOf, type Video } from '../../../entities/video/video.ts'
import { compareSelection, useCompareSelection } from '../../compare/api.ts'
import type { VideoCardProps } from './card-props.ts'
import { providerItems } from './provider-links.tsx'

interface CardMenuProps {
  readonly card: VideoCardProps
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly onAddToList: () => void
  readonly onClose: () => void
}

/** The open menu of a card. */
export function CardMenu({ card, anchor, onAddToList, onClose }: CardMenuProps) {
  const session = useSession()
  const remove = useDeleteVideo()
  const removePlace = useDeletePlaces()
  const isChosen = useCompareSelection(card.video.listId).some(({ id }) => id === card.video.id)
  const { place, title, reviews } = card.video
  const to = destinationOf(place)
  // A narrow card has no room for the menu of the directions.
  const isNarrow = (anchor.current?.closest('article')?.clientWidth ?? 0) <= 340
  const items = [
    ...(isNarrow && to.name !== '' ? providerItems(to) : []),
    reviewsOf(reviews).length > 0 ? reviewsItem(card) : null,
    ...itemsOf(card, isChosen, session ? onAddToList : null),
    ...(card.canDelete === true ? deleteItems(card, remove, removePlace) : []),
  ]
  const head = place.name === null ? undefined : (title ?? undefined)
  return <MenuPopover anchor={anchor} label={m.card_more()} head={head} items={items} onClose={onClose} />
}

function reviewsItem({ video, onOpen }: VideoCardProps): MenuItem {
  return { label: m.card_reviews(), Icon: Star, onSelect: () => onOpen(video, 'reviews') }
}

/** The items of the card's menu (spec §2), without those that have no handler or link. */
function itemsOf(card: VideoCardProps, isChosen: boolean, onAddToList: (() => void) | null): MenuItems {
  const { video, among, onFix } = card
  const isPlace = video.platform === 'Other'
  const mapsUrl = video.place.mapsUrl ?? (isPlace ? video.url : null)
  const compare = isChosen ? m.card_compare_not() : m.card_compare()
  const copyLink = () => void copyWithNotice(video.url, m.copied_link())
  return [
    onAddToList && { label: m.card_add_to_list(), Icon: ListPlus, onSelect: onAddToList },
    isPlace ? null : { label: m.card_copy_link(), Icon: Link2, onSelect: copyLink },
    mapsUrl === null
      ? null
      : {
          label: m.card_copy_maps(),
          Icon: MapPinned,
          onSelect: () => void copyWithNotice(mapsUrl, m.copied_maps()),
        },
    among && { label: compare, Icon: GitCompareArrows, onSelect: () => compareSelection.toggle(video) },
    onFix && { label: m.card_fix(), Icon: PencilLine, onSelect: () => onFix(video) },
  ]
}

type Delete = (video: Video) => unknown

/** Deletes the video; of a place with several videos also all of them. */
function deleteItems({ video, placeVideos: n }: VideoCardProps, one: Delete, all: Delete): MenuItems {
  const look = { Icon: Trash2, danger: true }
  const item = { ...look, label: n ? m.card_delete_one() : m.card_delete(), onSelect: () => void one(video) }
  return [item, n ? { ...look, label: m.card_delete_place({ n }), onSelect: () => void all(video) } : null]
}
