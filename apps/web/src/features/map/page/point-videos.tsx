import { m } from '@antojo/i18n/messages'
import { ChevronRight, X } from 'lucide-react'
import { dateLabel, platformName } from '../../../entities/video/labels.ts'
import type { Video } from '../../../entities/video/video.ts'
import { cx } from '../../../lib/view/cx.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Photo } from '../../videos/photo.tsx'
import { pointsAt, videosAt, type MapPoint } from '../points/map-point.ts'
import { rowsClass, useVideosById } from './place-rows.tsx'
import { DirectionsButton } from '../../../components/directions-button.tsx'

/** The name of a point with several videos, directions to it, and the way back to the list. */
export function PointHeading({ point, onClose }: { readonly point: MapPoint; readonly onClose: () => void }) {
  return (
    <>
      <div className="grid min-w-0 grow">
        <h2 className="truncate text-lg leading-tight">{point.name}</h2>
        <p className="text-sm text-ink-soft">{m.map_point_videos({ n: videosAt(point).length })}</p>
      </div>
      <DirectionsButton to={point} className="bg-talavera-soft text-talavera-text" />
      <IconButton label={m.map_point_close()} onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </>
  )
}

interface PointVideosProps {
  readonly point: MapPoint
  readonly isStrip: boolean
  readonly videos: readonly Video[]
  readonly onOpen: (video: string, id: string) => void
}

/** The videos of one point as rows. */
export function PointVideos({ point, isStrip, videos, onOpen }: PointVideosProps) {
  const all = pointsAt(point)
  const known = useVideosById(videosAt(point), videos)
  return (
    <div role="feed" aria-label={point.name} className={rowsClass(isStrip)}>
      {all.map(({ id, video: videoId, name }, index) => {
        const video = known.get(videoId)
        if (!video) return null
        const title = name === point.name ? (video.title ?? name) : name
        return (
          <article
            key={id}
            aria-label={title}
            aria-posinset={index + 1}
            aria-setsize={all.length}
            data-video={video.id}
            className={cx(
              'relative flex shrink-0 items-center gap-3 rounded-2xl border border-line bg-surface p-2',
              isStrip && 'max-md:w-[min(21rem,84vw)] max-md:snap-center',
            )}
          >
            <div data-picture data-thumb className="size-20 shrink-0 overflow-hidden rounded-xl">
              <Photo video={video} />
            </div>
            <div className="grid min-w-0 grow gap-0.5">
              <h3 className="text-base leading-tight">
                <button
                  type="button"
                  onClick={() => onOpen(videoId, id)}
                  className="line-clamp-2 w-full text-left after:absolute after:inset-0 after:content-['']"
                >
                  {title}
                </button>
              </h3>
              <p className="truncate text-sm text-ink-soft">
                {[platformName(video.platform), dateLabel(video.createdAt)].join(' · ')}
              </p>
            </div>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
          </article>
        )
      })}
    </div>
  )
}
