import { m } from '@antojo/i18n/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EllipsisVertical, ExternalLink, MapPin, MapPinX, Trash2 } from 'lucide-react'
import { Credit } from '../../../components/credit.tsx'
import { OutsideLink } from '../../../components/outside-link.tsx'
import { dateLabel, platformBadge, platformName } from '../../../entities/video/labels.ts'
import { CARD_MARKS } from '../../../entities/video/queries/card-marks.ts'
import { fetchOthers } from '../../../entities/video/queries/place-videos.ts'
import { useDeleteVideo } from '../../../entities/video/use-delete-video.ts'
import { distinct } from '../../../entities/video/use-videos.ts'
import type { Video } from '../../../entities/video/video.ts'
import { overlay } from '../../../lib/navigation/overlay.ts'
import { useServices } from '../../../lib/services.tsx'
import { cx } from '../../../lib/view/cx.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { Photo } from '../photo.tsx'

interface PlaceVideosProps {
  readonly video: Video
  /** Whether the person saved it; others see this video alone. */
  readonly own: boolean
  readonly onFix?: (video: Video) => void
  readonly onClose: () => void
}

/** The videos that show the place, the newest first: each opens above, can be moved to another place, or removed. */
export function PlaceVideos({ video, own, onFix, onClose }: PlaceVideosProps) {
  const { rest } = useServices()
  const queries = useQueryClient()
  const { key } = video.place
  const { data = [] } = useQuery({
    // One of the marks, which are read again when a video goes or comes back.
    queryKey: [...CARD_MARKS, 'videos', key, video.id],
    queryFn: () => fetchOthers(rest, [video]),
    enabled: own && key !== null,
    staleTime: 0,
  })
  const all = distinct([video, ...data]).toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const isPlace = video.platform === 'Other'
  const open = (other: Video) => {
    queries.setQueryData(['one-video', other.id], other)
    overlay.open('video', other.id)
  }
  const afterRemoval = ({ id }: Video) => {
    if (id !== video.id) return
    const next = all.find((other) => other.id !== id)
    if (next) open(next)
    else onClose()
  }
  return (
    <section className="grid grid-cols-1 justify-items-start gap-2">
      <h3 className="text-lg">
        {isPlace && all.length === 1 ? m.detail_about_place() : m.detail_videos()}
        {all.length > 1 ? <span className="tabular text-ink-soft">{` ${all.length}`}</span> : null}
      </h3>
      <ul className="-mx-5 flex w-[calc(100%+2.5rem)] gap-3 overflow-x-auto px-5 py-1 [scrollbar-width:thin]">
        {all.map((each) => (
          <PlaceVideo
            key={each.id}
            video={each}
            isShown={each.id === video.id}
            onOpen={open}
            {...(own && { onRemoved: afterRemoval })}
            {...(onFix && { onFix })}
          />
        ))}
      </ul>
      <OutsideLink href={video.url} className={buttonClass({ size: 'sm' })}>
        <ExternalLink aria-hidden className="size-4" />
        {isPlace ? m.card_open_map() : m.card_open_post()}
      </OutsideLink>
      {video.photoAttribution === null ? null : (
        <p className="text-xs text-ink-soft">
          <Credit markup={video.photoAttribution} />
        </p>
      )}
    </section>
  )
}

interface PlaceVideoProps {
  readonly video: Video
  readonly isShown: boolean
  readonly onOpen: (video: Video) => void
  readonly onFix?: (video: Video) => void
  readonly onRemoved?: (video: Video) => void
}

/** Picture, creator, day and words of a video; beside the picture when it is the only one. */
function PlaceVideo({ video, isShown, onOpen, onFix, onRemoved }: PlaceVideoProps) {
  const remove = useDeleteVideo()
  const isPlace = video.platform === 'Other'
  const from = isPlace ? originOf(video) : (video.creator ?? platformName(video.platform))
  const day = dateLabel(video.createdAt)
  const name = [isPlace ? null : video.title, from, day].filter(Boolean).join(', ')
  const items = [
    onFix && { label: m.detail_not_this(), Icon: MapPinX, onSelect: () => onFix(video) },
    onRemoved && {
      label: m.card_delete(),
      Icon: Trash2,
      danger: true,
      onSelect: () => {
        remove(video)
        onRemoved(video)
      },
    },
  ]
  return (
    <li className="relative grid w-32 shrink-0 content-start gap-1.5 only:w-full only:grid-cols-[8rem_1fr] only:gap-x-3">
      <button
        type="button"
        aria-current={isShown}
        aria-label={name}
        onClick={() => onOpen(video)}
        disabled={isShown}
        className={cx(
          'relative block aspect-[4/5] w-full overflow-hidden rounded-2xl',
          isShown && 'outline-3 outline-offset-2 outline-maiz',
        )}
      >
        <Photo video={video} />
        <span aria-hidden className="photo-pill absolute top-1.5 left-1.5 min-h-6! px-2! text-xs!">
          {platformBadge(video.platform) ?? <MapPin className="size-3.5" />}
        </span>
      </button>
      {items.some(Boolean) ? (
        <span className="absolute top-0 right-0 in-[:only-child]:right-auto in-[:only-child]:left-21">
          <Menu
            label={m.detail_video_menu({ name })}
            trigger={
              <EllipsisVertical
                aria-hidden
                className="size-6! rounded-full bg-(--photo-pill) stroke-(--photo-pill-ink) p-1"
              />
            }
            items={items}
          />
        </span>
      ) : null}
      <div className="grid content-start gap-0.5 text-sm">
        <p className="truncate font-semibold">{from}</p>
        <p className="text-ink-soft">{day}</p>
        {video.title && !isPlace ? (
          <p className="line-clamp-3 in-[:only-child]:line-clamp-6">{video.title}</p>
        ) : null}
      </div>
    </li>
  )
}

/** Where a place without a video was saved: Google's own links, in its lists too, have a number of the place. */
function originOf({ url }: Video): string {
  return /[?&]cid=|!1s0x/u.test(url) ? m.place_from_google() : m.place_from_map()
}
