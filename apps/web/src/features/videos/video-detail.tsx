import { m } from '@antojo/i18n/messages'
import type { Point } from '@antojo/domain/distance'
import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../lib/services.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { DetailActions } from './detail/detail-actions.tsx'
import { DetailFacts, MapLinks } from './detail/detail-facts.tsx'
import { DetailReviews } from './detail/detail-reviews.tsx'
import { DishBox } from './detail/dish-box.tsx'
import { MorePlaces } from './detail/more-places.tsx'
import { PlaceVideos } from './detail/place-videos.tsx'
import { OpenLine, PlaceLine, Rating } from './place-facts.tsx'
import { PlaceMapBox } from '../map/place-map-box.tsx'
import { Player } from './detail/player.tsx'
import { useFreshPlace } from './detail/use-fresh-place.ts'
import { distanceTo } from '../../entities/video/labels.ts'
import type { Video } from '../../entities/video/video.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'

const MyPlacePanel = lateComponent(() => import('../my-place/my-place-panel.tsx'), 'MyPlacePanel')

interface VideoDetailProps {
  readonly video: Video
  /** The section to scroll to. */
  readonly section: 'reviews' | null
  readonly near: Point | null
  readonly onClose: () => void
  readonly onFix?: (video: Video) => void
}

/** All facts of a video and its place, with the player and the actions. */
export function VideoDetail({ video: saved, section, near, onClose, onFix }: VideoDetailProps) {
  const video = useFreshPlace(saved)
  const { place } = video
  const own = useSession()?.user.id === video.userId
  const name = place.name ?? video.title ?? m.no_restaurant()
  return (
    <Dialog title={name} hideTitle size="lg" shape="panel" onClose={onClose}>
      <div
        key={video.id}
        ref={beginAtTop}
        tabIndex={-1}
        className="outline-none @min-[47rem]:grid @min-[47rem]:grid-cols-[17rem_minmax(0,1fr)] @min-[47rem]:items-start"
      >
        <Player video={video} />
        <div className="grid grid-cols-1 content-start gap-5 p-5 pb-0 md:pb-8 @min-[34rem]:p-7">
          <Heading video={video} name={name} near={near} />
          <DetailActions video={video} />
          {place.name === null ? <Unknown {...(onFix && { onFix: () => onFix(video) })} /> : null}
          {own ? <MyPlacePanel video={video} /> : null}
          <PlaceVideos video={video} own={own} onClose={onClose} {...(onFix && { onFix })} />
          <DishBox video={video} />
          <MorePlaces video={video} own={own} />
          <Data video={video} section={section} {...(onFix && { onFix })} />
          <PlaceMapBox place={place} className="h-56 rounded-2xl border border-line" />
          <MapLinks place={place} />
        </div>
      </div>
    </Dialog>
  )
}

/** After another video of the place, whose button had the focus. */
function beginAtTop(detail: HTMLElement | null): void {
  if (detail === null || document.activeElement !== document.body) return
  detail.focus()
  detail.scrollIntoView()
}

function Heading({ video, name, near }: { video: Video; name: string; near: Point | null }) {
  const [now] = useState(() => new Date())
  const { place } = video
  return (
    <div className="grid gap-1.5">
      <p
        aria-hidden
        className="pr-10 font-display text-3xl leading-tight font-bold tracking-tight text-balance"
      >
        {name}
      </p>
      {place.name === null ? null : <Rating place={place} />}
      <PlaceLine place={place} />
      <OpenLine place={place} now={now} distanceKm={distanceTo(place, near)} />
    </div>
  )
}

/** The facts of the place and its reviews, with the way to correct them. */
function Data({ video, section, onFix }: Pick<VideoDetailProps, 'video' | 'section' | 'onFix'>) {
  if (video.place.name === null) return null
  return (
    <section className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-lg">{m.detail_data()}</h3>
        {onFix ? (
          <Button
            variant="quiet"
            size="sm"
            icon={<PencilLine aria-hidden className="size-4" />}
            onClick={() => onFix(video)}
          >
            {m.card_fix()}
          </Button>
        ) : null}
      </div>
      <DetailFacts video={video} />
      <DetailReviews reviews={video.reviews} open={section === 'reviews'} />
    </section>
  )
}

function Unknown({ onFix }: { onFix?: () => void }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-2xl bg-maiz-soft p-4">
      <p>{m.detail_none()}</p>
      {onFix ? <Button onClick={onFix}>{m.card_fix()}</Button> : null}
    </div>
  )
}
