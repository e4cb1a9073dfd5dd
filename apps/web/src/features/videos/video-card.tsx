import { cardFlags } from '@antojo/domain/card-flags'
import { m } from '@antojo/i18n/messages'
import { ExternalLink, MapPin, UtensilsCrossed } from 'lucide-react'
import { memo } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { Badge } from '../../ui/badge.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { VideoCardProps } from './card/card-props.ts'
import { CardActions, FavoriteButton } from './card/card-actions.tsx'
import { ProviderLinks } from './card/provider-links.tsx'
import { dateLabel, platformBadge, priceLabel } from '../../entities/video/labels.ts'
import { Photo } from './card/photo.tsx'
import { DietNote, OpenLine, PlaceFacts } from './card/place-facts.tsx'
import { isEnriching } from '../../entities/video/use-enrichment.ts'
import { useLongPress } from './card/use-long-press.ts'
import { destinationOf } from '../../entities/video/video.ts'

/** A video as a picture with the facts for a decision: name, rating, price, distance, open or closed. */
export const VideoCard = memo(function VideoCard(props: VideoCardProps) {
  const { video, locale, now, compact, onOpen, onCompare } = props
  const { place } = video
  const name = place.name ?? video.title ?? m.no_restaurant()
  const press = useLongPress(onCompare && (() => onCompare(video)))
  return (
    <article
      {...press}
      aria-label={name}
      aria-posinset={props.position}
      aria-setsize={props.total}
      data-video={video.id}
      className={cx(
        'group relative flex flex-col rounded-3xl bg-surface shadow-card transition-shadow duration-200 focus-within:z-10 hover:shadow-pop',
        props.wide === true && 'flex-row',
        props.selected === true && 'ring-4 ring-talavera',
      )}
    >
      <Picture {...props} />
      <div
        className={cx('flex min-w-0 grow flex-col gap-1', compact ? 'px-3.5 pt-3 pb-2' : 'px-4.5 pt-4 pb-3')}
      >
        <h2 className={cx('leading-tight', compact ? 'text-lg' : 'text-xl')}>
          <button
            type="button"
            onClick={() => onOpen(video)}
            className="line-clamp-2 w-full text-left after:absolute after:inset-0 after:content-[''] focus-visible:outline-offset-4"
          >
            {name}
          </button>
        </h2>
        {place.name ? <PlaceFacts place={place} locale={locale} distanceKm={props.distanceKm} /> : null}
        <OpenLine place={place} locale={locale} now={now} />
        {place.name ? <DietNote place={place} /> : null}
        <WhereLine {...props} />
        {compact ? null : (
          <div className={cx('contents', props.wide === true && 'max-sm:hidden')}>
            <Post video={video} locale={locale} now={now} onOpen={onOpen} />
          </div>
        )}
        <CardActions {...props} />
      </div>
    </article>
  )
})

function Picture(props: VideoCardProps) {
  const { video, compact, wide, onFavorite } = props
  return (
    <div className={cx('relative', wide === true && 'w-32 shrink-0 sm:w-72')}>
      <div
        data-picture
        className={cx(
          'relative overflow-hidden rounded-t-3xl',
          wide === true
            ? 'h-full min-h-32 rounded-l-3xl rounded-tr-none sm:min-h-44'
            : compact
              ? 'aspect-[2/1]'
              : 'aspect-video',
        )}
      >
        <div className={cx('size-full', wide === true && 'absolute inset-0')}>
          <Photo
            video={video}
            eager={props.eager === true}
            className="transition-transform duration-250 group-hover:scale-[1.03]"
          />
        </div>
        <Flags {...props} />
        {isEnriching(video) ? (
          <div className="absolute inset-x-3 bottom-3">
            <Progress label={m.enriching()} value={Math.max(15, video.enrichProgress)} />
          </div>
        ) : null}
      </div>
      {onFavorite ? (
        <FavoriteButton
          on={props.favorite === true}
          onToggle={() => onFavorite(video.id, props.favorite !== true)}
          className="absolute top-2 right-2 z-10"
        />
      ) : null}
      <DishSticker {...props} />
    </div>
  )
}

/** Platform and badges, on a shade that keeps them readable on any picture. */
function Flags({ video, now, distanceKm, wide }: VideoCardProps) {
  const flags = cardFlags({ createdAt: video.createdAt, views: video.views, distanceKm }, now)
  const labels = { new: m.flag_new(), trending: m.flag_trending(), nearby: m.flag_nearby() } as const
  const tones = { new: 'cilantro', trending: 'chile', nearby: 'maiz' } as const
  return (
    <>
      <div className="pointer-events-none absolute inset-x-0 top-0 h-20 bg-linear-to-b from-black/45 to-transparent contrast:hidden" />
      <div
        className={cx(
          'absolute top-3 right-14 left-3 flex flex-wrap gap-1.5',
          wide === true && 'max-sm:top-auto max-sm:right-2 max-sm:bottom-2 max-sm:left-2',
        )}
      >
        <Badge tone="ink" label={video.platform}>
          {platformBadge(video.platform)}
        </Badge>
        {flags.map((flag) => (
          <Badge key={flag} tone={tones[flag]}>
            {labels[flag]}
          </Badge>
        ))}
      </div>
    </>
  )
}

/** The dish of the video as a label on the edge of the picture. */
function DishSticker({ video, locale, wide }: VideoCardProps) {
  const { dish } = video
  if (dish.name === null) return null
  return (
    <p
      title={m.card_dish()}
      className={cx(
        'tabular absolute right-4 -bottom-1.5 flex max-w-[78%] -rotate-2 items-center gap-1.5 rounded-lg bg-maiz px-2.5 py-1 text-sm font-bold text-maiz-ink shadow-sm',
        wide === true && 'max-sm:hidden',
      )}
    >
      <UtensilsCrossed aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{dish.name}</span>
      {dish.price === null ? null : (
        <span className="whitespace-nowrap">{priceLabel(dish.price, dish.currency, locale)}</span>
      )}
    </p>
  )
}

/** The location, and small links to directions with each provider. */
function WhereLine({ video, compact, wide }: VideoCardProps) {
  const { location } = video.place
  const to = destinationOf(video.place)
  if (location === null && (compact || to.name === '')) return null
  return (
    <div className="flex min-h-6 items-center gap-1.5 text-sm text-ink-soft">
      {location === null ? null : (
        <>
          <MapPin aria-hidden className="size-4 shrink-0" />
          <span className="truncate">{location}</span>
        </>
      )}
      {compact || to.name === '' ? null : (
        <span className={cx('contents', wide === true && 'max-sm:hidden')}>
          <ProviderLinks to={to} />
        </span>
      )}
    </div>
  )
}

function Post({ video, locale, now, onOpen }: Pick<VideoCardProps, 'video' | 'locale' | 'now' | 'onOpen'>) {
  return (
    <>
      {video.place.name && video.title ? (
        <p className="mt-0.5 truncate text-sm text-ink-soft">{video.title}</p>
      ) : null}
      <p className="flex items-center gap-1.5 text-xs text-ink-soft">
        <a
          href={video.url}
          target="_blank"
          rel="noopener noreferrer"
          className="relative z-10 inline-flex min-h-6 items-center gap-1 font-semibold underline-offset-2 hover:underline touch:min-h-11"
          aria-label={m.card_open_post_of({ platform: video.platform })}
        >
          {video.platform}
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
        <span aria-hidden>{'·'}</span>
        <time dateTime={video.createdAt.toISOString()}>{dateLabel(video.createdAt, now, locale)}</time>
        {video.reviews.length > 0 ? (
          <button
            type="button"
            onClick={() => onOpen(video, 'reviews')}
            className="relative z-10 ml-auto min-h-6 font-semibold text-talavera-text underline underline-offset-2 touch:min-h-11"
          >
            {m.card_reviews()}
          </button>
        ) : null}
      </p>
    </>
  )
}
