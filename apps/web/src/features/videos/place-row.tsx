import { useState } from 'react'
import { cuisineName } from '../../entities/video/labels.ts'
import { googleIdOf, type Place, type Video } from '../../entities/video/video.ts'
import { cx } from '../../lib/view/cx.ts'
import { Photo } from './photo.tsx'
import { OpenLine, Rating } from './place-facts.tsx'
import { DirectionsButton } from '../../components/directions-button.tsx'

interface PlaceRowProps {
  readonly id: string
  readonly video: Video
  /** The place of the video, or a further one that it shows. */
  readonly place: Place
  readonly name: string
  /** A few words on the picture. */
  readonly mark: string | null
  readonly isStrip: boolean
  readonly isActive: boolean
  readonly position: number
  readonly total: number
  readonly distanceKm: number | null
  readonly onOpen: () => void
}

/** A place as a small row beside a map: picture, name and two lines, and on phones directions. */
export function PlaceRow(props: PlaceRowProps) {
  const { id, video, place, name, mark, isStrip, isActive, position, total, distanceKm, onOpen } = props
  const [now] = useState(() => new Date())
  const { address, lat, lng } = place
  const facts = [place.cuisines.map(cuisineName).join(', '), place.price].filter(Boolean)
  return (
    <article
      aria-label={name}
      aria-posinset={position}
      aria-setsize={total}
      data-video={video.id}
      data-point={id}
      className={cx(
        'relative flex shrink-0 items-center gap-3 rounded-2xl border-2 p-2',
        isStrip && 'max-md:w-[min(21rem,84vw)] max-md:snap-center max-md:bg-surface',
        isActive
          ? 'border-maiz bg-surface'
          : isStrip
            ? 'border-transparent max-md:border-line contrast:border-line'
            : 'border-transparent contrast:border-line',
      )}
    >
      <div
        data-picture
        data-thumb
        className="relative size-20 shrink-0 overflow-hidden rounded-xl md:size-24"
      >
        <Photo video={video} />
        {mark === null ? null : (
          <span className="photo-pill absolute bottom-1 left-1 min-h-6! px-1.5! text-xs! whitespace-nowrap">
            {mark}
          </span>
        )}
      </div>
      <div className="grid min-w-0 grow gap-0.5">
        <h2 className="text-base leading-tight">
          <button
            type="button"
            onClick={onOpen}
            className="line-clamp-2 w-full text-left after:absolute after:inset-0 after:content-['']"
          >
            {name}
          </button>
        </h2>
        <p className="flex min-w-0 items-baseline gap-1.5 text-sm text-ink-soft">
          <Rating place={{ ...place, ratingCount: 0 }} />
          {place.rating !== null && facts.length > 0 ? <span aria-hidden>{'·'}</span> : null}
          <span className="truncate">{facts.join(' · ')}</span>
        </p>
        <OpenLine place={place} now={now} distanceKm={distanceKm} isOneLine />
      </div>
      <DirectionsButton
        to={{ name, address, lat, lng, googlePlaceId: googleIdOf(place.id) }}
        className="relative bg-talavera-soft text-talavera-text md:hidden"
      />
    </article>
  )
}
