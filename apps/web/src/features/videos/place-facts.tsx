import { isAllDay, minuteFormat, openingsText, type HoursStatus } from '@antojo/domain/hours/hours'
import { distanceLabel } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { Star } from 'lucide-react'
import { intlLocale } from '../../lib/view/locale.ts'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { cx } from '../../lib/view/cx.ts'
import { countLabel, cuisineName, ratingLabel } from '../../entities/video/labels.ts'
import { openNow, type Place } from '../../entities/video/video.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'

const ClosedLine = lateComponent(() => import('./place-news.tsx'), 'ClosedLine')

/** Cuisine, price and location in one line, without unknown facts. */
export function PlaceLine({ place }: { place: Place }) {
  const { cuisines, price, location } = place
  const facts = [cuisines.map(cuisineName).join(', '), price, location].filter(Boolean)
  if (facts.length === 0) return null
  return <p className="truncate text-sm text-ink-soft">{facts.join(' · ')}</p>
}

/** Rating and number of ratings; nothing for a place that nobody rated. */
export function Rating({ place }: { place: Place }) {
  if (place.rating === null) return null
  const rating = ratingLabel(place.rating)
  const count = countLabel(place.ratingCount)
  return (
    <span className="tabular inline-flex shrink-0 items-baseline gap-1 text-sm">
      <Star aria-hidden className="size-4 translate-y-0.5 fill-maiz stroke-maiz" />
      <span aria-hidden className="font-bold">
        {rating}
      </span>
      <span className="sr-only">{m.rating_of({ rating })}</span>
      {place.ratingCount > 0 ? (
        <>
          <span aria-hidden className="text-xs text-ink-soft">
            {`(${count})`}
          </span>
          <span className="sr-only">{m.reviews_n({ n: place.ratingCount, count })}</span>
        </>
      ) : null}
    </span>
  )
}

interface OpenLineProps {
  readonly place: Place
  readonly now: Date
  readonly distanceKm?: number | null
  /** Says when that changes instead of today's hours, which may need a second line. */
  readonly isOneLine?: boolean | undefined
}

/** Open or closed now, today's hours or until when, and the distance; nothing when all are unknown. */
export function OpenLine({ place, now, distanceKm = null, isOneLine = false }: OpenLineProps) {
  const status = openNow(place, now)
  if (place.news?.['closed']) return <ClosedLine place={place} />
  if (!status && distanceKm === null) return null
  const today = isOneLine ? null : status?.today
  const hours = today && (isAllDay(today) ? m.hours_all_day() : openingsText(today, intlLocale()))
  return (
    <p className={cx('tabular flex min-w-0 items-center gap-x-1.5 text-sm', !isOneLine && 'flex-wrap')}>
      {status ? (
        <span className={cx('shrink-0 font-bold', status.open ? 'text-cilantro-text' : 'text-chile-text')}>
          {isOneLine ? untilText(status) : status.open ? m.open_now() : m.closed()}
        </span>
      ) : null}
      {hours ? <span className="text-ink-soft">{m.hours_today({ hours })}</span> : null}
      {distanceKm === null ? null : (
        <span className="shrink-0 font-bold whitespace-nowrap">
          {status ? '· ' : null}
          {distanceLabel(distanceKm, intlLocale())}
        </span>
      )}
    </p>
  )
}

/** "Abierto hasta 6:30 p. m.", "Abre 8:00 p. m.": one line, however the hours are split. */
export function untilText({ open, until }: { open: boolean } & Partial<Pick<HoursStatus, 'until'>>): string {
  if (until === null || until === undefined) return open ? m.open_now() : m.closed()
  const time = minuteFormat(intlLocale())(until)
  return open ? m.open_until({ time }) : m.opens_at({ time })
}

/** Says that it is unknown whether the place fits the diet of the settings. */
export function DietNote({ place }: { place: Place }) {
  const { dietary_filters: asked } = useSettings()
  if (asked.length === 0 || place.diets.length > 0) return null
  return <p className="text-sm text-ink-soft">{m.diet_unknown()}</p>
}
