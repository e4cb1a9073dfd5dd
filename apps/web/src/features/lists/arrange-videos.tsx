import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useServices, useSession } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { IconButton } from '../../ui/button.tsx'
import { nameOf } from '../../entities/video/labels.ts'
import { placeKeyOf, type Video } from '../../entities/video/video.ts'
import { type VideoList, listKeys } from '../../entities/list/list.ts'
import { addToList, arrangeList, removeFromList } from '../../entities/list/lists-api.ts'
import { errorMessage, RestError } from '../../lib/api/rest.ts'
import { useListActions } from '../../entities/list/use-lists.ts'
import { useDrag } from '../../ui/overlay/use-drag.ts'
import { ChosenBar } from '../compare/choose.tsx'
import { Photo } from '../videos/photo.tsx'

interface ArrangeVideosProps {
  readonly list: VideoList
  readonly videos: readonly Video[]
}

/** The places of a list as rows that can be moved, by dragging, by buttons and by arrow keys, and removed. */
export function ArrangeVideos({ list, videos }: ArrangeVideosProps) {
  const { rows, move, takeOut } = useArrange(list, videos)
  const [said, setSaid] = useState('')
  const focused = useRef<Element | null>(null)
  // A row that React moves in the document loses the focus.
  useLayoutEffect(() => {
    if (focused.current instanceof HTMLElement) focused.current.focus()
    focused.current = null
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the rows that moved
  }, [videos])
  const place = (from: number, to: number) => {
    const video = rows[from]
    if (!video || !rows[to] || from === to) return
    focused.current = document.activeElement
    setSaid(m.list_moved({ name: nameOf(video), n: to + 1, total: rows.length }))
    move(from, to)
  }
  return (
    <>
      <output className="sr-only">{said}</output>
      <ol aria-label={m.list_videos()} className="@container grid max-w-3xl grid-cols-1 gap-2">
        {rows.map((video, index) => (
          <Row
            key={video.id}
            video={video}
            index={index}
            isLast={index === rows.length - 1}
            onMove={(to) => place(index, to)}
            onRemove={() => takeOut(video)}
          />
        ))}
      </ol>
    </>
  )
}

/** The changes that an editor of a list can make to the chosen places. */
export function ListBar({ list, videos, near }: ArrangeVideosProps & { readonly near: Point | null }) {
  const { takeOut } = useArrange(list, videos)
  return <ChosenBar near={near} listId={list.id} onTakeOut={takeOut} />
}

/** Shows a change at once, and undoes it when the server refuses it. */
function useArrange(list: VideoList, videos: readonly Video[]) {
  const { rest } = useServices()
  const userId = useSession()?.user.id ?? null
  const queries = useQueryClient()
  const { refresh } = useListActions()
  const key = listKeys.videos(list.id, userId)
  // Two people may have added the same place.
  const places = [...Map.groupBy(videos, placeKeyOf).values()]

  const apply = async (next: readonly Video[], work: () => Promise<void>) => {
    queries.setQueryData(key, next)
    try {
      await work()
    } catch (error) {
      const { code } = error instanceof RestError ? error : { code: '' }
      const reason = code === '42501' ? m.error_forbidden() : errorMessage(error)
      toast.retry(m.lists_change_failed({ reason }), () => apply(next, work))
      await queries.invalidateQueries({ queryKey: key })
    }
    await refresh()
  }
  return {
    rows: places.flatMap(([first]) => first ?? []),
    move: (from: number, to: number) => {
      places.splice(to, 0, ...places.splice(from, 1))
      void apply(places.flat(), () => arrangeList(rest, list.id, places.flat()))
    },
    takeOut: (...taken: readonly Video[]) => {
      const keys = new Set(taken.map(placeKeyOf))
      const { gone = [], others = [] } = Object.groupBy(videos, (each) =>
        keys.has(placeKeyOf(each)) ? 'gone' : 'others',
      )
      const putBack = async () => {
        await addToList(rest, list.id, ...gone.map(({ id }) => id))
        await arrangeList(rest, list.id, videos)
      }
      const action = { label: m.undo(), run: () => void apply(videos, putBack) }
      void apply(others, async () => {
        for (const { id } of taken) await removeFromList(rest, list.id, id)
        // Nobody but who added a video can put it into the list.
        toast.success(m.add_list_removed(), gone.every((each) => each.userId === userId) ? { action } : {})
      })
    },
  }
}

interface RowProps {
  readonly video: Video
  readonly index: number
  readonly isLast: boolean
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
}

function Row({ video, index, isLast, onMove, onRemove }: RowProps) {
  const name = nameOf(video)
  const grip = useDrag(
    (handle, distance) => void makeRoom(handle, index, distance),
    (handle, distance) => {
      const { to, rows } = makeRoom(handle, index, distance)
      for (const row of rows) row.removeAttribute('style')
      onMove(to)
    },
    true,
  )
  return (
    <li className="flex items-center gap-1 rounded-2xl bg-surface p-2 shadow-card contrast:border contrast:border-line">
      <IconButton
        label={m.list_move_video({ name })}
        aria-keyshortcuts="ArrowUp ArrowDown"
        className="-mr-1 cursor-grab touch-none active:cursor-grabbing"
        {...grip}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          onMove(event.key === 'ArrowUp' ? index - 1 : index + 1)
        }}
      >
        <GripVertical aria-hidden />
      </IconButton>
      <b aria-hidden className="tabular min-w-7 text-center">
        {index + 1}
      </b>
      <span aria-hidden data-thumb className="hidden h-14 w-20 shrink-0 overflow-hidden rounded-xl @md:block">
        <Photo video={video} />
      </span>
      <span className="mx-2 min-w-0 grow truncate font-semibold">{name}</span>
      <IconButton
        label={m.list_up_video({ name })}
        disabled={index === 0}
        className="disabled:opacity-35"
        onClick={() => onMove(index - 1)}
      >
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton
        label={m.list_down_video({ name })}
        disabled={isLast}
        className="disabled:opacity-35"
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown aria-hidden />
      </IconButton>
      <IconButton label={m.list_remove_video({ name })} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}

/** Moves the row of this handle by a distance, and those that it passes out of its way; returns where it would stand. */
function makeRoom(handle: HTMLElement, from: number, distance: number) {
  const row = handle.closest('li')
  const rows = [...(row?.parentElement?.querySelectorAll('li') ?? [])]
  const pitch = (row?.offsetHeight ?? 1) + GAP_PX
  // Never out of the list, which would make the page longer as it scrolls.
  const way = Math.min((rows.length - 1 - from) * pitch, Math.max(-from * pitch, distance))
  const to = from + Math.round(way / pitch)
  for (const [at, each] of rows.entries()) {
    const passed = at > from && at <= to ? -pitch : at < from && at >= to ? pitch : 0
    each.style.transform = `translateY(${each === row ? way : passed}px)`
    each.style.zIndex = each === row ? '1' : '0'
  }
  return { to, rows }
}

/** The space between two rows, as in their list's class. */
const GAP_PX = 8
