import { type Point, distanceLabel } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { fetchVideosById } from '../../entities/video/query.ts'
import { overlay } from '../../lib/navigation/overlay.ts'
import { useServices } from '../../lib/services.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { compareSelection, useCompareSelection } from './api.ts'
import { intlLocale } from '../../lib/view/locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { cuisineName, distanceTo } from '../../entities/video/labels.ts'
import { destinationOf, openNow, type Video } from '../../entities/video/video.ts'
import { Photo } from '../videos/photo.tsx'
import { OpenLine, Rating } from '../videos/place-facts.tsx'
import { DirectionsLink } from '../../components/outside-link.tsx'

interface CompareBarProps {
  readonly near: Point | null
  /** The ids in the URL while the sheet is open, separated by commas. */
  readonly compared: string | null
}

/** The bar 'N selected' at the bottom, and the sheet that it opens. */
export function CompareBar({ near, compared }: CompareBarProps) {
  const selection = useCompareSelection()
  return (
    <>
      {selection.length > 0 ? (
        <section
          aria-label={m.compare_bar()}
          data-bottom-bar
          className="fixed inset-x-4 bottom-[calc(5.75rem+env(safe-area-inset-bottom))] z-30 mx-auto flex max-w-lg animate-rise items-center justify-between gap-2 rounded-2xl bg-ink py-2 pr-2 pl-5 text-paper shadow-pop md:bottom-6"
        >
          <p aria-live="polite" className="tabular font-semibold">
            {m.compare_selected({ n: selection.length })}
          </p>
          <div className="flex gap-1">
            <button
              type="button"
              onClick={compareSelection.clear}
              className="min-h-11 rounded-xl px-3 text-sm font-semibold underline underline-offset-2"
            >
              {m.compare_clear()}
            </button>
            <Button
              variant="tonal"
              disabled={selection.length < 2}
              onClick={() => overlay.open('compare', selection.map(({ id }) => id).join(','))}
            >
              {m.compare_open()}
            </Button>
          </div>
        </section>
      ) : null}
      {compared === null ? null : <Compared ids={compared.split(',')} near={near} />}
    </>
  )
}

/** The sheet for the videos in the URL, in their order. After a reload, the ids are all that is known of them. */
function Compared({ ids, near }: { ids: readonly string[]; near: Point | null }) {
  const { rest } = useServices()
  const selection = useCompareSelection()
  const isSelected = ids.every((id) => selection.some((video) => video.id === id))
  const { data = [] } = useQuery({
    queryKey: ['compared', ids],
    queryFn: () => fetchVideosById(rest, ids),
    enabled: !isSelected,
    meta: { keepOffline: false },
  })
  const known = isSelected ? selection : data
  const videos = ids.flatMap((id) => known.find((video) => video.id === id) ?? [])
  if (videos.length === 0) return null
  return <CompareSheet videos={videos} near={near} onClose={() => void overlay.close('compare')} />
}

interface CompareSheetProps {
  readonly videos: readonly Video[]
  readonly near: Point | null
  readonly onClose: () => void
}

/** 'Compare N places' (spec §2): the facts that decide, side by side. */
function CompareSheet({ videos, near, onClose }: CompareSheetProps) {
  const rows = useRows(videos, near)
  return (
    <Dialog
      title={m.compare_title({ n: videos.length })}
      shape="sheet"
      size="lg"
      onClose={onClose}
      footer={<Button onClick={onClose}>{m.close()}</Button>}
    >
      <div className="overflow-x-auto pb-2">
        <table className="tabular w-full table-fixed text-left text-sm max-sm:block">
          <tbody className="max-sm:grid">
            {rows.map(({ name, values }) => (
              <tr
                key={name}
                style={{ gridTemplateColumns: `repeat(${videos.length}, minmax(6.5rem, 1fr))` }}
                className="border-b border-line last:border-0 max-sm:grid"
              >
                <th
                  scope="row"
                  className="sticky left-0 w-max bg-paper pt-3 align-top text-xs font-semibold text-ink-soft max-sm:col-span-full sm:w-28 sm:py-3 sm:pr-3 sm:text-sm"
                >
                  {name}
                </th>
                {videos.map((video, index) => (
                  <td
                    key={video.id}
                    className="pt-1 pr-2 pb-3 align-top wrap-break-word sm:w-44 sm:px-3 sm:py-3 lg:w-auto"
                  >
                    {values[index] ?? '–'}
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

interface Row {
  readonly name: string
  readonly values: readonly ReactNode[]
}

/** The rows of the table, without those of which nothing is known. */
function useRows(videos: readonly Video[], near: Point | null): readonly Row[] {
  const [now] = useState(() => new Date())
  const nearest = Math.min(...videos.map((video) => distanceTo(video.place, near) ?? Infinity))
  const distanceCell = (distance: number | null) =>
    distance === null ? null : (
      <span className="flex flex-wrap items-center gap-1.5 font-bold">
        {distanceLabel(distance, intlLocale())}
        {distance === nearest ? <Badge tone="open">{m.sort_distance()}</Badge> : null}
      </span>
    )
  const row = (name: string, value: (video: Video) => ReactNode) => ({ name, values: videos.map(value) })
  const rows: Row[] = [
    row(m.compare_name(), (video) => <Head video={video} />),
    row(m.compare_now(), ({ place }) => (openNow(place, now) ? <OpenLine place={place} now={now} /> : null)),
    row(m.compare_distance(), (video) => distanceCell(distanceTo(video.place, near))),
    row(m.compare_rating(), ({ place }) => (place.rating ? <Rating place={place} /> : m.no_rating())),
    row(m.detail_price(), ({ place }) => place.price),
    row(m.compare_cuisine(), ({ place }) => place.cuisines.map(cuisineName).join(', ') || null),
    row(m.compare_location(), ({ place }) => place.location ?? place.address),
    row(m.card_directions(), (video) => <Directions video={video} />),
  ]
  return rows.filter(({ values }) => values.some((value) => value !== null))
}

function Head({ video }: { video: Video }) {
  return (
    <>
      <div aria-hidden data-thumb className="mb-2 aspect-[4/3] max-h-44 overflow-hidden rounded-2xl">
        <Photo video={video} />
      </div>
      <span className="font-display text-base leading-tight font-bold sm:text-lg">{nameOf(video)}</span>
    </>
  )
}

function Directions({ video }: { video: Video }) {
  return (
    <DirectionsLink
      to={destinationOf(video.place)}
      aria-label={m.compare_directions({ name: nameOf(video) })}
      className={buttonClass({ variant: 'tonal', size: 'sm' })}
    >
      {m.card_directions()}
    </DirectionsLink>
  )
}

function nameOf(video: Video): string {
  return video.place.name ?? video.title ?? m.no_restaurant()
}
