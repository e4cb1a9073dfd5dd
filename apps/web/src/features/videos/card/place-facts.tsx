import { isAllDay, openingsText } from '@antojo/domain/hours/hours'
import { distanceLabel } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { Star } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { intlLocale, type Locale } from '../../../lib/view/locale.ts'
import { useSettings } from '../../../lib/storage/settings-store.tsx'
import { cx } from '../../../lib/view/cx.ts'
import { countLabel, cuisineName, ratingLabel } from '../../../entities/video/labels.ts'
import { openNow, type Place } from '../../../entities/video/video.ts'

interface FactsProps {
  readonly place: Place
  readonly locale: Locale
  readonly distanceKm: number | null
}

/** Rating, price, cuisine and distance in one line, without unknown facts. */
export function PlaceFacts({ place, locale, distanceKm }: FactsProps) {
  const facts: ReactNode[] = [
    place.rating === null ? null : (
      <Rating key="rating" rating={place.rating} ratingCount={place.ratingCount} locale={locale} />
    ),
    place.price ? <span key="price">{place.price}</span> : null,
    place.cuisines.length > 0 ? (
      <span key="cuisine">{place.cuisines.map(cuisineName).join(', ')}</span>
    ) : null,
    distanceKm === null ? null : <span key="distance">{distanceLabel(distanceKm, intlLocale(locale))}</span>,
  ].filter(Boolean)
  if (facts.length === 0) return null
  return (
    <p className="tabular flex flex-wrap items-center gap-x-1.5 text-sm font-medium">
      {facts.map((fact, index) => (
        <Fragment key={index}>
          {index > 0 ? (
            <span aria-hidden className="text-ink-soft">
              {'·'}
            </span>
          ) : null}
          {fact}
        </Fragment>
      ))}
    </p>
  )
}

interface RatingProps extends Pick<Place, 'ratingCount'> {
  readonly rating: number
  readonly locale: Locale
}

function Rating({ rating: stars, ratingCount, locale }: RatingProps) {
  const rating = ratingLabel(stars, locale)
  const count = countLabel(ratingCount, locale)
  return (
    <span className="inline-flex items-center gap-1">
      <Star aria-hidden className="size-4 fill-maiz stroke-maiz" />
      <span aria-hidden className="font-bold">
        {rating}
      </span>
      <span className="sr-only">{m.rating_of({ rating })}</span>
      {ratingCount > 0 ? (
        <>
          <span aria-hidden className="text-ink-soft">
            {`(${count})`}
          </span>
          <span className="sr-only">{m.reviews_n({ n: ratingCount, count })}</span>
        </>
      ) : null}
    </span>
  )
}

interface OpenLineProps {
  readonly place: Place
  readonly locale: Locale
  readonly now: Date
}

/** Open or closed now, and today's hours; nothing when the hours are unknown. */
export function OpenLine({ place, locale, now }: OpenLineProps) {
  const status = openNow(place, now)
  if (!status) return null
  const { today } = status
  const hours = today && (isAllDay(today) ? m.hours_all_day() : openingsText(today, intlLocale(locale)))
  return (
    <p className="tabular flex flex-wrap items-center gap-x-1.5 text-sm">
      <span
        className={cx(
          'inline-flex items-center gap-1.5 font-bold before:size-2 before:rounded-full before:bg-current',
          status.open ? 'text-cilantro-text' : 'text-chile-text',
        )}
      >
        {status.open ? m.open_now() : m.closed()}
      </span>
      {hours ? <span className="text-ink-soft">{m.hours_today({ hours })}</span> : null}
    </p>
  )
}

/** Says that it is unknown whether the place fits the diet of the settings. */
export function DietNote({ place }: { place: Place }) {
  const { dietary_filters: asked } = useSettings()
  if (asked.length === 0 || place.diets.length > 0) return null
  return <p className="text-sm text-ink-soft">{m.diet_unknown()}</p>
}
