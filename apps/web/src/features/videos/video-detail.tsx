import { m } from '@antojo/i18n/messages'
import { distanceKm, type Point } from '@antojo/domain/distance'
import { PencilLine } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSession } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { DetailActions } from './detail/detail-actions.tsx'
import { DetailFacts } from './detail/detail-facts.tsx'
import { DetailReviews } from './detail/detail-reviews.tsx'
import { DishBox } from './detail/dish-box.tsx'
import { MorePlaces } from './detail/more-places.tsx'
import { OpenLine, PlaceLine, Rating } from './card/place-facts.tsx'
import { PlaceMapBox } from './detail/place-map-box.tsx'
import { Player } from './detail/player.tsx'
import { useFreshPlace } from './detail/use-fresh-place.ts'
import type { Video } from '../../entities/video/video.ts'
import { Credit } from '../../components/credit.tsx'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'

const MyPlacePanel = lazyComponent(
  () => import('../my-place/my-place-panel.tsx'),
  (code) => code.MyPlacePanel,
)

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
    <Dialog title={name} hideTitle size="lg" shape="sheet" onClose={onClose}>
      <div className="md:grid md:max-h-[calc(100dvh-4rem)] md:grid-rows-[minmax(0,1fr)] md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <Player video={video} />
        <div className="grid grid-cols-1 content-start gap-5 p-5 pb-8 md:overflow-y-auto md:p-7">
          <Heading video={video} name={name} near={near} />
          <DetailActions video={video} />
          {place.name === null ? <Unknown {...(onFix && { onFix: () => onFix(video) })} /> : null}
          <DishBox dish={video.dish} />
          <DetailFacts video={video} />
          <PlaceMapBox place={place} />
          {place.name !== null && onFix ? (
            <Button
              variant="quiet"
              size="sm"
              className="justify-self-start"
              icon={<PencilLine aria-hidden className="size-4" />}
              onClick={() => onFix(video)}
            >
              {m.card_fix()}
            </Button>
          ) : null}
          {own ? (
            <Suspense fallback={null}>
              <MyPlacePanel video={video} />
            </Suspense>
          ) : null}
          <MorePlaces video={video} own={own} />
          <DetailReviews reviews={video.reviews} open={section === 'reviews'} />
          <AboutVideo video={video} />
        </div>
      </div>
    </Dialog>
  )
}

function Heading({ video, name, near }: { video: Video; name: string; near: Point | null }) {
  const { language } = useSettings()
  const [now] = useState(() => new Date())
  const { place } = video
  const distance =
    near && place.lat !== null && place.lng !== null
      ? distanceKm(near, { lat: place.lat, lng: place.lng })
      : null
  return (
    <div className="grid gap-1.5">
      <p
        aria-hidden
        className="pr-10 font-display text-3xl leading-tight font-bold tracking-tight text-balance"
      >
        {name}
      </p>
      {place.name === null ? null : <Rating place={place} locale={language} />}
      <PlaceLine place={place} />
      <OpenLine place={place} locale={language} now={now} distanceKm={distance} />
    </div>
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

function AboutVideo({ video }: { video: Video }) {
  return (
    <section className="grid gap-1.5 border-t border-line pt-4 text-sm">
      <h3 className="text-base">{m.detail_about_video()}</h3>
      {video.title ? <p className="max-w-prose">{video.title}</p> : null}
      {video.creator ? <p className="text-ink-soft">{m.by_creator({ name: video.creator })}</p> : null}
      <PhotoAttribution markup={video.photoAttribution} />
    </section>
  )
}

/** The credit of a photo. */
function PhotoAttribution({ markup }: { markup: string | null }) {
  if (markup === null) return null
  return (
    <p className="text-xs text-ink-soft">
      <Credit markup={markup} />
    </p>
  )
}
