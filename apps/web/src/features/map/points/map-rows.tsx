import { m } from '@antojo/i18n/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { fetchVideosById } from '../../../entities/video/fetch-videos.ts'
import type { Video } from '../../../entities/video/video.ts'
import { useServices } from '../../../lib/services.tsx'
import { PlaceRow } from '../../videos/place-row.tsx'

/** More rows are no help; zooming in is. */
const MAX_ROWS = 40

interface MapRowsProps {
  /** Ids of the videos that the map shows, in the order of the list. */
  readonly ids: readonly string[]
  /** Number of all videos of the search that have a place on the map. */
  readonly all: number
  /** The videos that are loaded; the others are fetched. */
  readonly videos: readonly Video[]
  readonly active: string | null
  readonly onActive: (id: string) => void
  readonly onOpen: (video: Video) => void
}

/** The places in view as rows: a strip below it on phones, a list beside it on wide screens. */
export function MapRows({ ids, all, videos, active, onActive, onOpen }: MapRowsProps) {
  const rows = useRows(ids.slice(0, MAX_ROWS), videos)
  const list = useRef<HTMLDivElement>(null)
  const isOwnScroll = useRef(false)
  const show = useEffectEvent((id: string) => {
    const row = list.current?.querySelector(`[data-video="${CSS.escape(id)}"]`)
    isOwnScroll.current = true
    row?.scrollIntoView({ block: 'nearest', inline: 'center' })
  })
  useEffect(() => {
    if (active !== null) show(active)
  }, [active])
  const scrolled = () => {
    if (isOwnScroll.current) {
      isOwnScroll.current = false
      return
    }
    const strip = list.current
    if (!strip || strip.scrollWidth <= strip.clientWidth) return
    const { left, width } = strip.getBoundingClientRect()
    const middle = document.elementFromPoint(left + width / 2, strip.getBoundingClientRect().top + 20)
    const id = middle?.closest<HTMLElement>('[data-video]')?.dataset['video']
    if (id !== undefined) onActive(id)
  }
  return (
    <div className="flex min-h-0 flex-col md:order-first">
      <p aria-live="polite" className="tabular px-4 py-2 text-sm font-semibold md:px-1">
        {m.map_shown({ n: ids.length, all })}
      </p>
      <div
        ref={list}
        role="feed"
        aria-label={m.page_map()}
        onScrollEnd={scrolled}
        className="flex snap-x snap-mandatory gap-2 overflow-x-auto px-4 pb-6 [scrollbar-width:none] md:min-h-0 md:grow md:snap-none md:flex-col md:overflow-x-hidden md:overflow-y-auto md:px-1"
      >
        {rows.map((video, index) => (
          <PlaceRow
            key={video.id}
            video={video}
            isActive={video.id === active}
            position={index + 1}
            total={ids.length}
            onOpen={onOpen}
          />
        ))}
      </div>
    </div>
  )
}

/** The videos with these ids in their order, as far as they have loaded. */
function useRows(ids: readonly string[], videos: readonly Video[]): readonly Video[] {
  const { rest } = useServices()
  const known = new Map(videos.map((video) => [video.id, video]))
  const missing = ids.filter((id) => !known.has(id))
  const { data = [] } = useQuery({
    queryKey: ['map-rows', missing],
    queryFn: () => fetchVideosById(rest, missing),
    enabled: missing.length > 0,
    placeholderData: keepPreviousData,
  })
  for (const video of data) known.set(video.id, video)
  return ids.flatMap((id) => known.get(id) ?? [])
}
