import { type Point, distanceLabel } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, GitCompareArrows, ListPlus, ListX, Trash2, X } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useMyLists } from '../../entities/list/use-lists.ts'
import { useDeletePlaces, useDeleteVideo } from '../../entities/video/use-delete-video.ts'
import { useCardMarks } from '../../entities/video/queries/card-marks.ts'
import { fetchVideosById } from '../../entities/video/query.ts'
import { overlay, useOverlayOf } from '../../lib/navigation/overlay.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { AddToList, usePutInto } from '../add-to-list/add-to-list.tsx'
import { compareSelection } from './api.ts'
import { intlLocale } from '../../lib/view/locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { cuisineName, distanceTo, nameOf } from '../../entities/video/labels.ts'
import { destinationOf, openNow, type Video } from '../../entities/video/video.ts'
import { Photo } from '../videos/photo.tsx'
import { OpenLine, Rating } from '../videos/place-facts.tsx'
import { DirectionsLink } from '../../components/outside-link.tsx'

interface CompareBarProps {
  readonly chosen: readonly Video[]
  readonly near: Point | null
  /** The ids in the URL while the sheet is open, separated by commas. */
  readonly compared: string | null
  /** Takes the cards out of the list that shows them. */
  readonly onTakeOut?: (...videos: readonly Video[]) => void
}

/** The bar 'N selected' at the bottom, and the sheet that compares. */
export function CompareBar({ chosen, near, compared, onTakeOut }: CompareBarProps) {
  return (
    <>
      {chosen.length > 0 ? (
        <section
          aria-label={m.compare_bar()}
          data-bottom-bar="chosen"
          className="@container fixed inset-x-4 bottom-[calc(5.75rem+env(safe-area-inset-bottom))] z-30 animate-rise rounded-2xl bg-ink py-1.5 pr-1.5 pl-4 text-paper shadow-pop md:right-auto md:bottom-6 md:left-6 md:w-[min(48rem,100%-28rem)]"
        >
          <div className="flex flex-wrap items-center gap-x-1">
            <p aria-live="polite" className="tabular grow font-semibold">
              {m.compare_selected({ n: chosen.length })}
            </p>
            <Actions chosen={chosen} {...(onTakeOut && { onTakeOut })} />
            <IconButton
              label={m.compare_clear()}
              onClick={compareSelection.clear}
              className="text-paper! hover:bg-paper/15!"
            >
              <X aria-hidden />
            </IconButton>
          </div>
        </section>
      ) : null}
      {compared === null ? null : <Compared ids={compared.split(',')} chosen={chosen} near={near} />}
    </>
  )
}

/** More columns are no comparison. */
const MAX_COMPARED = 12

function Actions({ chosen, onTakeOut }: Pick<CompareBarProps, 'chosen' | 'onTakeOut'>) {
  const session = useSession()
  const lists = useOverlayOf('lists', 'chosen')
  const anchor = useRef<HTMLDivElement>(null)
  const remove = useDeleteVideo()
  const removePlaces = useDeletePlaces()
  const { each_video } = useSettings()
  const { counts } = useCardMarks('')
  const n = each_video ? 0 : chosen.reduce((sum, { place }) => sum + (counts.get(place.key ?? '') ?? 1), 0)
  const isMore = n > chosen.length
  const want = useMyLists().data?.own.find(({ kind }) => kind === 'want_to_try')
  const { put, busy } = usePutInto(chosen, compareSelection.clear)
  const isOwn = chosen.every(({ userId, listId }) => userId === session?.user.id && listId === null)
  const takeAway: ((...videos: readonly Video[]) => unknown) | null =
    onTakeOut ?? (isOwn ? (isMore ? removePlaces : remove) : null)
  const actions: readonly (ActionProps | null)[] = [
    session && { label: m.card_add_to_list(), Icon: ListPlus, onPress: lists.open },
    session && {
      label: m.lists_want_to_try(),
      Icon: Bookmark,
      isOff: !want || busy !== null,
      onPress: () => want && void put(want, false),
    },
    {
      label: m.compare_open(),
      Icon: GitCompareArrows,
      isOff: chosen.length < 2 || chosen.length > MAX_COMPARED,
      onPress: () => overlay.open('compare', chosen.map(({ id }) => id).join(',')),
    },
    takeAway && {
      label: onTakeOut ? m.choose_take_out() : isMore ? m.card_delete_videos({ n }) : m.card_delete(),
      Icon: onTakeOut ? ListX : Trash2,
      onPress: () => {
        takeAway(...chosen)
        compareSelection.clear()
      },
    },
  ]
  return (
    <div
      ref={anchor}
      className="-ml-2.5 flex justify-between @max-[40rem]:order-last @max-[40rem]:basis-full"
    >
      {actions.map((action) => action && <Action key={action.label} {...action} />)}
      {lists.isOpen ? (
        <AddToList
          videos={chosen}
          anchor={anchor}
          onClose={lists.close}
          onAdded={() => {
            lists.close()
            compareSelection.clear()
          }}
        />
      ) : null}
    </div>
  )
}

interface ActionProps {
  readonly label: string
  readonly Icon: typeof X
  readonly isOff?: boolean
  readonly onPress: () => void
}

function Action({ label, Icon, isOff = false, onPress }: ActionProps) {
  return (
    <button
      type="button"
      disabled={isOff}
      onClick={onPress}
      className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-xl px-2.5 text-sm font-semibold hover:bg-paper/15 disabled:opacity-45 @max-[40rem]:flex-col @max-[40rem]:gap-0.5 @max-[40rem]:px-1 @max-[40rem]:text-tab"
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      {label}
    </button>
  )
}

/** The sheet for the videos in the URL, in their order. After a reload, the ids are all that is known of them. */
function Compared({
  ids,
  chosen,
  near,
}: { ids: readonly string[] } & Pick<CompareBarProps, 'chosen' | 'near'>) {
  const { rest } = useServices()
  const isSelected = ids.every((id) => chosen.some((video) => video.id === id))
  const { data = [] } = useQuery({
    queryKey: ['compared', ids],
    queryFn: () => fetchVideosById(rest, ids),
    enabled: !isSelected,
    meta: { keepOffline: false },
  })
  const known = isSelected ? chosen : data
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
      <span className="font-display text-sm leading-tight font-bold sm:text-lg">{nameOf(video)}</span>
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
