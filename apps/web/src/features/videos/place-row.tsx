import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import type { Video } from '../../entities/video/video.ts'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { cx } from '../../lib/view/cx.ts'
import { Photo } from './photo.tsx'
import { OpenLine, PlaceLine, Rating } from './place-facts.tsx'

interface PlaceRowProps {
  readonly video: Video
  readonly isActive: boolean
  readonly position: number
  readonly total: number
  readonly onOpen: (video: Video) => void
}

/** A video as a small row beside a map: picture, name and two lines. */
export function PlaceRow({ video, isActive, position, total, onOpen }: PlaceRowProps) {
  const { language } = useSettings()
  const [now] = useState(() => new Date())
  const { place } = video
  const name = place.name ?? video.title ?? m.no_restaurant()
  return (
    <article
      aria-label={name}
      aria-posinset={position}
      aria-setsize={total}
      data-video={video.id}
      className={cx(
        'relative flex w-[min(19rem,82vw)] shrink-0 snap-center gap-3 rounded-2xl border-2 bg-surface p-2 md:w-auto',
        isActive ? 'border-maiz' : 'border-transparent contrast:border-line',
      )}
    >
      <div data-picture data-thumb className="size-22 shrink-0 overflow-hidden rounded-xl">
        <Photo video={video} />
      </div>
      <div className="grid min-w-0 grow content-center gap-0.5">
        <h2 className="text-base leading-tight">
          <button
            type="button"
            onClick={() => onOpen(video)}
            className="line-clamp-2 w-full text-left after:absolute after:inset-0 after:content-['']"
          >
            {name}
          </button>
        </h2>
        <Rating place={place} locale={language} />
        <PlaceLine place={place} />
        <OpenLine place={place} locale={language} now={now} />
      </div>
    </article>
  )
}
