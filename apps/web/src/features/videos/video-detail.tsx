import { m } from '@antojo/i18n/messages'
import type { Point } from '@antojo/domain/distance'
import { ExternalLink, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../lib/services.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DetailActions } from './detail/detail-actions.tsx'
import { DetailFacts, MapLinks } from './detail/detail-facts.tsx'
import { DetailReviews } from './detail/detail-reviews.tsx'
import { DishBox } from './detail/dish-box.tsx'
import { MorePlaces } from './detail/more-places.tsx'
import { OtherVideos } from './detail/other-videos.tsx'
import { OpenLine, PlaceLine, Rating } from './place-facts.tsx'
import { PlaceMapBox } from '../map/place-map-box.tsx'
import { Player } from './detail/player.tsx'
import { useFreshPlace } from './detail/use-fresh-place.ts'
import { dateLabel, distanceTo } from '../../entities/video/labels.ts'
import type { Video } from '../../entities/video/video.ts'
import { Credit } from '../../components/credit.tsx'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { OutsideLink } from '../../components/outside-link.tsx'

const MyPlacePanel = lateComponent(() =>
  import('../my-place/my-place-panel.tsx').then((code) => code.MyPlacePanel),
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
      <div
        key={video.id}
        ref={beginAtTop}
        tabIndex={-1}
        className="outline-none md:grid md:max-h-[calc(100dvh-4rem)] md:grid-rows-[minmax(0,1fr)] md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]"
      >
        <Player video={video} />
        <div className="grid grid-cols-1 content-start gap-5 p-5 pb-0 md:pb-8 md:overflow-y-auto md:p-7">
          <Heading video={video} name={name} near={near} />
          <DetailActions video={video} />
          {place.name === null ? <Unknown {...(onFix && { onFix: () => onFix(video) })} /> : null}
          {own ? <MyPlacePanel video={video} /> : null}
          {own ? <OtherVideos video={video} /> : null}
          <DishBox video={video} />
          <MorePlaces video={video} own={own} />
          <Data video={video} section={section} {...(onFix && { onFix })} />
          <PlaceMapBox place={place} className="h-56 rounded-2xl border border-line" />
          <MapLinks place={place} />
          <AboutVideo video={video} />
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

function AboutVideo({ video }: { video: Video }) {
  const isPlace = video.platform === 'Other'
  const about = [
    video.creator && m.by_creator({ name: video.creator }),
    isPlace ? originOf(video) : video.platform,
    dateLabel(video.createdAt),
  ]
  return (
    <section className="grid justify-items-start gap-1.5 border-t border-line pt-4 text-sm">
      <h3 className="text-lg">{isPlace ? m.detail_about_place() : m.detail_about_video()}</h3>
      {video.title && !isPlace ? <p className="max-w-prose">{video.title}</p> : null}
      <p className="text-ink-soft">{about.filter(Boolean).join(' · ')}</p>
      <OutsideLink href={video.url} className={buttonClass({ size: 'sm' })}>
        <ExternalLink aria-hidden className="size-4" />
        {isPlace ? m.card_open_map() : m.card_open_post()}
      </OutsideLink>
      <PhotoAttribution markup={video.photoAttribution} />
    </section>
  )
}

/** Where a place without a video was saved: Google's own links, in its lists too, have a number of the place. */
function originOf({ url }: Video): string {
  return /[?&]cid=|!1s0x/u.test(url) ? m.place_from_google() : m.place_from_map()
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
