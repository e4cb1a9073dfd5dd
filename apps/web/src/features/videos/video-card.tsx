import { cardFlags } from '@antojo/domain/card-flags'
import { m } from '@antojo/i18n/messages'
import { MapPin, UtensilsCrossed } from 'lucide-react'
import { memo } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { Progress } from '../../ui/progress.tsx'
import type { VideoCardProps } from './card/card-props.ts'
import { CardActions, FavoriteButton } from './card/card-actions.tsx'
import {
  dateLabel,
  nameOf,
  openLinkLabel,
  platformBadge,
  platformName,
  priceLabel,
} from '../../entities/video/labels.ts'
import { Photo } from './photo.tsx'
import { DietNote, OpenLine, PlaceLine, Rating } from './place-facts.tsx'
import { isEnriching } from '../../entities/video/video.ts'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { OutsideLink } from '../../components/outside-link.tsx'

const PlacePill = lateComponent(() => import('./card/place-pill.tsx'), 'PlacePill')
const ChooseBox = lateComponent(() => import('../compare/choose.tsx'), 'ChooseBox')

/** A video as a picture with two lines for a decision: kind, price and place; open or closed, and how far. */
export const VideoCard = memo(function VideoCard(props: VideoCardProps) {
  const { video, now, compact, onOpen, among } = props
  // A change of the language, too, has to render the card again.
  useSettings()
  const { place } = video
  const name = nameOf(video)
  return (
    <article
      aria-label={name}
      aria-posinset={props.position}
      aria-setsize={props.total}
      data-video={video.id}
      className={cx(
        'group @container relative flex flex-col rounded-[1.25rem] bg-surface shadow-card transition-shadow focus-within:z-10 hover:shadow-pop has-data-[choose=true]:ring-4 has-data-[choose=true]:ring-talavera',
        props.wide && 'flex-row',
        props.isActive && 'ring-3 ring-maiz',
      )}
    >
      <Picture {...props} />
      {among ? <ChooseBox video={video} name={name} among={among} /> : null}
      <div className="flex min-w-0 grow flex-col gap-1 px-4 pt-3 pb-1.5">
        <div className="flex items-baseline gap-2">
          <h2 className="min-w-0 grow text-lg leading-tight">
            <button
              type="button"
              onClick={() => onOpen(video)}
              className="line-clamp-2 w-full text-left after:absolute after:inset-0 focus-visible:outline-offset-4"
            >
              {name}
            </button>
          </h2>
          {place.name ? <Rating place={place} /> : null}
        </div>
        {place.name ? <PlaceLine place={place} /> : null}
        <OpenLine place={place} now={now} distanceKm={props.distanceKm} isOneLine />
        {place.name ? <DietNote place={place} /> : null}
        {compact ? null : <Source {...props} />}
        <CardActions {...props} />
      </div>
    </article>
  )
})

function Picture(props: VideoCardProps) {
  const { video, compact, wide, onFavorite } = props
  return (
    <div className={cx('group/picture relative', wide && 'w-32 shrink-0 md:w-40 @xl:w-72')}>
      <div
        data-picture
        className={cx(
          'relative overflow-hidden rounded-t-[1.25rem]',
          wide
            ? 'h-full min-h-32 rounded-l-[1.25rem] rounded-tr-none'
            : compact
              ? 'aspect-[2/1]'
              : 'aspect-video',
        )}
      >
        <div className={cx('size-full', wide && 'absolute inset-0')}>
          <Photo
            video={video}
            eager={props.eager}
            className="transition-transform group-hover:scale-[1.03]"
          />
        </div>
        <Flags {...props} />
        <div
          className={cx(
            'pointer-events-none absolute inset-x-3 bottom-3 flex items-end gap-2',
            wide && '@max-xl:hidden',
          )}
        >
          {isEnriching(video) ? (
            <Progress label={m.enriching()} value={Math.max(15, video.enrichProgress)} />
          ) : (
            <>
              {props.morePlaces || props.placeVideos ? <PlacePill {...props} /> : null}
              <DishTag {...props} />
            </>
          )}
        </div>
      </div>
      {onFavorite ? (
        <FavoriteButton
          on={props.favorite === true}
          onToggle={() => onFavorite(video.id, props.favorite !== true)}
          className="absolute top-1 right-1 z-10"
        />
      ) : null}
    </div>
  )
}

const FLAGS = {
  new: [m.flag_new, 'bg-[#8fd3a9]'],
  trending: [m.flag_trending, 'bg-[#ff9c86]'],
  nearby: [m.flag_nearby, 'bg-maiz'],
} as const

/** One pill with platform, date (on phones, where no line below names it) and flags. */
function Flags({ video, now, distanceKm, wide, visited }: VideoCardProps) {
  const flags = cardFlags({ ...video, distanceKm, visited }, now)
  return (
    <p
      className={cx(
        'photo-pill absolute top-3 left-3 max-w-[calc(100%-4.25rem)] flex-wrap gap-x-2',
        wide && '@max-xl:hidden',
      )}
    >
      <b aria-hidden>{platformBadge(video.platform) ?? <MapPin className="size-4" />}</b>
      <span className="sr-only">{platformName(video.platform)}</span>
      <time dateTime={video.createdAt.toISOString()} className="md:hidden">
        {dateLabel(video.createdAt, now)}
      </time>
      {flags.map((flag) => {
        const [label, dot] = FLAGS[flag]
        return (
          <span key={flag} className="inline-flex items-center gap-1">
            <span aria-hidden className={cx('size-2 rounded-full', dot)} />
            {label()}
          </span>
        )
      })}
    </p>
  )
}

/** The dish of the video, with its price. */
function DishTag({ video }: VideoCardProps) {
  const { dish } = video
  if (dish.name === null) return null
  return (
    <p
      title={m.card_dish()}
      className="tabular ml-auto flex min-w-0 items-center gap-1.5 rounded-lg bg-maiz px-2.5 py-1 text-sm font-bold text-maiz-ink shadow-sm"
    >
      <UtensilsCrossed aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{dish.name}</span>
      {dish.price === null ? null : (
        <span className="whitespace-nowrap">{`· ${priceLabel(dish.price, dish.currency)}`}</span>
      )}
    </p>
  )
}

/** The post, in one line that leads to it. On phones a button of the actions does. */
function Source({ video, now }: VideoCardProps) {
  const facts = [platformName(video.platform), dateLabel(video.createdAt, now)]
  if (video.place.name && video.title && video.title !== video.place.name) facts.push(video.title)
  return (
    <OutsideLink
      href={video.url}
      aria-label={openLinkLabel(video.platform)}
      className="relative z-10 block truncate py-0.5 touch:py-3.5 text-xs text-ink-soft hover:underline max-md:hidden"
    >
      {facts.join(' · ')}
    </OutsideLink>
  )
}
