import { m } from '@antojo/i18n/messages'
import type { Point } from '@antojo/domain/distance'
import { PencilLine, Heart, Navigation, Share2, Play } from 'lucide-react'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { dishDrawing } from '@antojo/domain/places/dish-drawing'
import { parseLink, playerUrl } from '@antojo/domain/links/link'
import { useSession } from '../../lib/services.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { DetailFacts, MapLinks } from './detail/detail-facts.tsx'
import { reviewsOf } from '@antojo/domain/reviews'
import { DetailReviews } from './detail/detail-reviews.tsx'
import { MorePlaces } from './detail/more-places.tsx'
import { PlaceVideos } from './detail/place-videos.tsx'
import { OpenLine, PlaceLine, Rating } from './place-facts.tsx'
import { PlaceMapBox } from '../map/place-map-box.tsx'
import { useTakenAway } from './detail/use-taken-away.ts'
import { useFreshPlace } from './detail/use-fresh-place.ts'
import { distanceTo, nameOf, priceLabel } from '../../entities/video/labels.ts'
import { type Video, destinationOf } from '../../entities/video/video.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { cx } from '../../lib/view/cx.ts'
import { toast } from '../../lib/view/toasts.ts'
import { useFavorites } from '../../entities/list/favorites.ts'
import { shareVideo } from './card/share-video.ts'
import { DirectionsLink } from '../../components/outside-link.tsx'
import { Photo } from './photo.tsx'

const ReportError = lateComponent(() => import('../list-reports/report-error.tsx'), 'ReportError')
const PlaceOffers = lateComponent(() => import('./place-news.tsx'), 'PlaceOffers')
const MyPlacePanel = lateComponent(() => import('../my-place/my-place-panel.tsx'), 'MyPlacePanel')

interface VideoDetailProps {
  readonly video: Video
  /** The section to scroll to. */
  readonly section: 'reviews' | null
  readonly near: Point | null
  readonly onClose: () => void
  readonly onFix?: (video: Video) => void
  /** The shared list to whose owner a visitor may report mistakes. */
  readonly sharedList?: string | null
}

/** All facts of a video and its place, with the player and the actions. */
export function VideoDetail({
  video: saved,
  section,
  near,
  onClose,
  onFix,
  sharedList = null,
}: VideoDetailProps) {
  const [changed, setChanged] = useState<Video | null>(null)
  const video = useFreshPlace(changed?.id === saved.id ? changed : saved)
  const { place } = video
  const own = useSession()?.user.id === video.userId
  const name = nameOf(video)
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
          <Later>
            {place.name === null ? <Unknown {...(onFix && { onFix: () => onFix(video) })} /> : null}
            {own && place.news ? <PlaceOffers video={video} onChange={setChanged} /> : null}
            {/* What is below keeps its place while this loads. */}
            {own ? (
              <div className="min-h-[28.75rem] md:min-h-[27.375rem]">
                <MyPlacePanel video={video} />
              </div>
            ) : null}
            <PlaceVideos video={video} own={own} onClose={onClose} {...(onFix && { onFix })} />
            <DishBox video={video} />
            <MorePlaces video={video} own={own} />
            <Data video={video} section={section} {...(onFix && { onFix })} />
            <PlaceMapBox place={place} className="h-56 rounded-2xl border border-line" />
            <MapLinks place={place} />
            {sharedList === null ? null : <ReportError listId={sharedList} video={video} />}
          </Later>
        </div>
      </div>
    </Dialog>
  )
}

/** Drawn once the first words are, which need not wait for it. */
function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : <div className="h-dvh" />
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
        className="font-display text-3xl leading-tight font-bold tracking-tight text-balance @min-[47rem]:pr-10"
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
      <DetailReviews reviews={reviewsOf(video.reviews)} open={section === 'reviews'} />
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

/** The dish of the video: name, ingredients and price. */
function DishBox({ video: { dish, place } }: { video: Video }) {
  if (dish.name === null && dish.ingredients.length === 0 && dish.price === null) return null
  return (
    <section className="flex items-center gap-3 rounded-2xl bg-maiz-soft p-3 contrast:border contrast:border-line">
      <span className="grid size-14 shrink-0 place-items-center rounded-full bg-surface">
        <img src={dishDrawing(place.cuisines).src} alt="" className="size-8" />
      </span>
      <div className="grid min-w-0 grow gap-0.5">
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="font-sans text-sm font-medium tracking-normal">{m.detail_dish()}</h3>
          {dish.price === null ? null : (
            <p className="tabular">
              <span className="sr-only">{m.detail_estimated()} </span>
              <strong title={m.detail_estimated()}>{priceLabel(dish.price, dish.currency)}</strong>
            </p>
          )}
        </div>
        {dish.name ? <p className="text-base font-bold">{dish.name}</p> : null}
        {dish.ingredients.length > 0 ? (
          <>
            <h4 className="sr-only">{m.detail_ingredients()}</h4>
            <ul className="flex flex-wrap text-sm">
              {dish.ingredients.map((ingredient) => (
                <li key={ingredient} className="not-last:after:mr-1 not-last:after:content-[',']">
                  {ingredient}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </section>
  )
}

/** Directions, sharing and the heart: a bar under the thumb on phones, a row below the name on wide screens. */
function DetailActions({ video }: { video: Video }) {
  const session = useSession()
  const { ids, turn } = useFavorites()
  const to = destinationOf(video.place)
  const isFavorite = ids.has(video.id)
  const share = async () => {
    const outcome = await shareVideo(video)
    if (outcome === 'copied') toast.success(m.share_copied())
    if (outcome === 'failed') toast.error(m.copy_failed())
  }
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:sticky max-md:bottom-0 max-md:z-10 max-md:order-last max-md:-mx-5 max-md:border-t max-md:border-line max-md:bg-paper max-md:px-5 max-md:pt-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      {to.name === '' ? null : (
        <DirectionsLink
          to={to}
          aria-label={m.card_directions_to({ name: to.name })}
          className={cx(buttonClass({ variant: 'primary' }), 'min-w-[min(12rem,100%)] grow md:grow-0')}
        >
          <Navigation aria-hidden className="size-5" />
          {m.card_directions()}
        </DirectionsLink>
      )}
      <IconButton label={m.card_share()} tone="surface" onClick={() => void share()}>
        <Share2 aria-hidden />
      </IconButton>
      {session ? (
        <IconButton
          label={m.card_favorite()}
          tone="surface"
          aria-pressed={isFavorite}
          onClick={() => turn(video.id, !isFavorite)}
        >
          <Heart aria-hidden className={cx(isFavorite && 'animate-pop fill-chile stroke-chile')} />
        </IconButton>
      ) : null}
    </div>
  )
}

/** The picture, replaced by the platform's player after a press. Nothing from the platform loads before. */
function Player({ video }: { video: Video }) {
  const [playing, setPlaying] = useState(false)
  const player = playerUrl(parseLink(video.url))
  const isTakenAway = useTakenAway(video)
  const shape = cx(
    'relative w-full bg-sunk [view-transition-name:hero]',
    playing
      ? 'h-[70dvh]'
      : 'aspect-[4/3] @max-[47rem]:max-h-[42dvh] @min-[34rem]:aspect-[2/1] @min-[47rem]:aspect-auto',
    '@min-[47rem]:sticky @min-[47rem]:top-0 @min-[47rem]:h-[min(36rem,calc(100dvh-2.5rem))]',
  )
  if (playing && player) {
    return (
      <div className={shape}>
        <iframe
          src={player}
          title={m.detail_player({ platform: video.platform })}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- "same origin" is the platform's own, never ours; its player needs it
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          className="absolute inset-0 size-full border-0"
        />
      </div>
    )
  }
  return (
    <div className={shape}>
      <div className="absolute inset-0">
        <Photo video={video} eager large />
      </div>
      {player ? (
        <button
          type="button"
          aria-label={m.detail_play()}
          onClick={() => setPlaying(true)}
          className="group absolute inset-0 grid place-items-center bg-black/10 hover:bg-black/20"
        >
          <span className="grid size-18 place-items-center rounded-full bg-surface/95 text-chile-text shadow-pop transition-transform duration-150 group-hover:scale-105">
            <Play aria-hidden className="ml-1 size-8 fill-current" />
          </span>
        </button>
      ) : null}
      {isTakenAway ? (
        <p className="pointer-events-none absolute inset-x-3 bottom-3 rounded-xl bg-surface/95 px-3 py-2 text-sm">
          {m.detail_taken_away({ platform: video.platform })}
        </p>
      ) : null}
    </div>
  )
}
