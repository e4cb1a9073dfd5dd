import { distanceKm, distanceLabel, type Point } from '@antojo/domain/distance'
import { textOrNull } from '@antojo/domain/unknown-values'
import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { useVideoCache } from '../../entities/video/video-cache.ts'
import type { Place, Video } from '../../entities/video/video.ts'
import { rowsOf } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { dateText, intlLocale } from '../../lib/view/locale.ts'
import { toast } from '../../lib/view/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../lib/view/cx.ts'

const NEWS = 'rounded-2xl bg-maiz-soft p-4'
/** A point that moved by less is not worth an offer. */
const MIN_MOVED_KM = 0.05

/** Says that the place has closed for good, and who says so. */
export function ClosedLine({ place }: { place: Place }) {
  return <p className="text-sm font-bold text-chile-text">{m.place_closed(sourceOf(place))}</p>
}

interface OffersProps {
  readonly video: Video
  readonly onChange: (video: Video) => void
}

/** Says that the place is open again, and offers its new name and point; nothing changes unless the person wants it. */
export function PlaceOffers({ video, onChange }: OffersProps) {
  const { place } = video
  const name = place.news?.['name']
  const point = pointOf(place.news)
  const moved =
    point && place.lat !== null && place.lng !== null
      ? distanceKm(point, { lat: place.lat, lng: place.lng })
      : 0
  return (
    <>
      {place.news?.['back'] === true ? <p className={NEWS}>{m.place_back(sourceOf(place))}</p> : null}
      {typeof name === 'string' && name !== place.name ? (
        <Offer
          {...{ video, onChange }}
          text={m.place_renamed({ name, ...sourceOf(place) })}
          action={m.place_use_name()}
          columns={{ restaurant_name: name }}
          changed={{ name }}
        />
      ) : null}
      {point && moved > MIN_MOVED_KM ? (
        <Offer
          {...{ video, onChange }}
          text={m.place_moved({ distance: distanceLabel(moved, intlLocale()), ...sourceOf(place) })}
          action={m.place_use_point()}
          columns={{ enrich_place_lat: point.lat, enrich_place_lng: point.lng }}
          changed={point}
        />
      ) : null}
    </>
  )
}

interface OfferProps extends OffersProps {
  readonly text: string
  readonly action: string
  /** The columns that acceptance writes in all videos of the place. */
  readonly columns: Readonly<Record<string, string | number>>
  readonly changed: Partial<Place>
}

function Offer({ video, onChange, text, action, columns, changed }: OfferProps) {
  const { rest } = useServices()
  const cache = useVideoCache()
  const [isSaving, setSaving] = useState(false)
  const accept = async () => {
    setSaving(true)
    try {
      const own = { user_id: video.userId, enrich_place_id: video.place.id }
      rowsOf(await rest.from('videos').update(columns).match(own).select('id'))
      const now = { ...video, place: { ...video.place, ...changed } }
      cache.replace(now)
      cache.announce()
      onChange(now)
    } catch {
      toast.error(m.error_network())
      setSaving(false)
    }
  }
  return (
    <div className={cx(NEWS, 'flex flex-wrap items-center justify-between gap-3')}>
      <p>{text}</p>
      <Button size="sm" disabled={isSaving} onClick={() => void accept()}>
        {action}
      </Button>
    </div>
  )
}

function pointOf(news: Place['news']): Point | null {
  const { lat, lng } = news ?? {}
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null
}

/** The source that tells it, and the month of its release, with the year when it is not this one. */
function sourceOf({ news }: Place): { readonly source: string; readonly month: string } {
  const source = textOrNull(news?.['source']) ?? ''
  const date = (textOrNull(news?.['release']) ?? '').slice(0, 10)
  const year = date.startsWith(`${new Date().getFullYear()}-`) ? {} : { year: 'numeric' as const }
  return {
    source: source.charAt(0).toUpperCase() + source.slice(1),
    month: Number.isNaN(Date.parse(date))
      ? date
      : dateText(date, { month: 'long', ...year, timeZone: 'UTC' }),
  }
}
