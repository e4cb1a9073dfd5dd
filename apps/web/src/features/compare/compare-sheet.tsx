import { distanceKm, distanceLabel, type Point } from '@antojo/domain/distance'
import { directionsUrl } from '@antojo/domain/directions'
import { m } from '@antojo/i18n/messages'
import type { ReactNode } from 'react'
import { intlLocale } from '../../lib/view/locale.ts'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { cuisineName, ratingLabel } from '../../entities/video/labels.ts'
import { destinationOf, type Video } from '../../entities/video/video.ts'

interface CompareSheetProps {
  readonly videos: readonly Video[]
  readonly near: Point | null
  readonly onClose: () => void
}

/** 'Compare N places' (spec §2): name, cuisine, location, rating and distance side by side. */
export function CompareSheet({ videos, near, onClose }: CompareSheetProps) {
  const rows = useRows(near)
  return (
    <Dialog
      title={m.compare_title({ n: videos.length })}
      shape="sheet"
      size="lg"
      onClose={onClose}
      footer={<Button onClick={onClose}>{m.close()}</Button>}
    >
      <div className="overflow-x-auto pb-2">
        <table className="tabular w-full text-left text-sm">
          <tbody>
            {rows.map(([name, value]) => (
              <tr key={name} className="border-b border-line last:border-0">
                <th
                  scope="row"
                  className="sticky left-0 bg-paper py-3 pr-2 align-top text-xs leading-5 font-semibold whitespace-nowrap text-ink-soft sm:pr-3 sm:text-sm"
                >
                  {name}
                </th>
                {videos.map((video) => (
                  <td
                    key={video.id}
                    className="max-w-52 min-w-24 px-1.5 py-3 align-top wrap-break-word sm:min-w-36 sm:px-3"
                  >
                    {value(video)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}

function useRows(near: Point | null): readonly (readonly [string, (video: Video) => ReactNode])[] {
  const { language, directions_pref } = useSettings()
  const locale = intlLocale(language)
  const distance = ({ place: { lat, lng } }: Video) =>
    near && lat !== null && lng !== null ? distanceLabel(distanceKm(near, { lat, lng }), locale) : '–'
  const directions = ({ place, title }: Video) => (
    <a
      href={directionsUrl(directions_pref, destinationOf(place))}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={m.compare_directions({ name: place.name ?? title ?? '' })}
      className={buttonClass({ variant: 'tonal', size: 'sm' })}
    >
      {m.card_directions()}
    </a>
  )
  return [
    [
      m.compare_name(),
      (video) => <span className="font-display text-lg leading-tight font-bold">{nameOf(video)}</span>,
    ],
    [m.compare_cuisine(), ({ place }) => place.cuisines.map(cuisineName).join(', ') || '–'],
    [m.compare_location(), ({ place }) => place.location ?? place.address ?? '–'],
    [
      m.compare_rating(),
      ({ place }) => (place.rating ? `★ ${ratingLabel(place.rating, language)}` : m.no_rating()),
    ],
    [m.compare_distance(), distance],
    [m.card_directions(), directions],
  ]
}

function nameOf(video: Video): string {
  return video.place.name ?? video.title ?? m.no_restaurant()
}
