import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useServices, useSession } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { IconButton } from '../../ui/button.tsx'
import { placeKeyOf, type Video } from '../../entities/video/video.ts'
import { type VideoList, listKeys } from '../../entities/list/list.ts'
import { arrangeList, removeFromList } from '../../entities/list/lists-api.ts'
import { errorMessage } from '../../lib/api/rest.ts'
import { useListActions } from '../../entities/list/use-lists.ts'
import { ChosenBar } from '../compare/choose.tsx'
import { Photo } from '../videos/photo.tsx'

interface ArrangeVideosProps {
  readonly list: VideoList
  readonly videos: readonly Video[]
}

/** The videos of a list as rows that can be moved and removed. */
export function ArrangeVideos({ list, videos }: ArrangeVideosProps) {
  const { move, takeOut } = useArrange(list, videos)
  return (
    <ol aria-label={m.list_videos()} className="grid max-w-3xl grid-cols-1 gap-2">
      {videos.map((video, index) => (
        <Row
          key={video.id}
          video={video}
          onRemove={() => takeOut(video)}
          {...(index > 0 && { onUp: () => move(index, index - 1) })}
          {...(index < videos.length - 1 && { onDown: () => move(index, index + 1) })}
        />
      ))}
    </ol>
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

  const apply = async (next: readonly Video[], work: () => Promise<void>) => {
    queries.setQueryData(key, next)
    try {
      await work()
    } catch (error) {
      toast.retry(m.lists_change_failed({ reason: errorMessage(error) }), () => apply(next, work))
      await queries.invalidateQueries({ queryKey: key })
    }
    await refresh()
  }
  return {
    move: (from: number, to: number) => {
      const next = [...videos]
      const [moved] = next.splice(from, 1)
      if (moved) next.splice(to, 0, moved)
      const ids = next.map(({ id }) => id)
      void apply(next, () => arrangeList(rest, list.id, ids))
    },
    takeOut: (...taken: readonly Video[]) => {
      const keys = new Set(taken.map(placeKeyOf))
      const others = videos.filter((each) => !keys.has(placeKeyOf(each)))
      const ids = videos.map(({ id }) => id)
      const undo = () => void apply(videos, () => arrangeList(rest, list.id, ids))
      void apply(others, async () => {
        for (const { id } of taken) await removeFromList(rest, list.id, id)
        toast.success(m.add_list_removed(), { action: { label: m.undo(), run: undo } })
      })
    },
  }
}

interface RowProps {
  readonly video: Video
  readonly onUp?: () => void
  readonly onDown?: () => void
  readonly onRemove: () => void
}

function Row({ video, onUp, onDown, onRemove }: RowProps) {
  const name = video.place.name ?? video.title ?? m.no_restaurant()
  return (
    <li className="flex items-center gap-1 rounded-2xl bg-surface p-2 shadow-card contrast:border contrast:border-line">
      <span aria-hidden data-thumb className="h-14 w-20 shrink-0 overflow-hidden rounded-xl">
        <Photo video={video} />
      </span>
      <span className="mx-2 min-w-0 grow truncate font-semibold">{name}</span>
      <IconButton
        label={m.list_up_video({ name })}
        disabled={!onUp}
        className="disabled:opacity-35"
        onClick={onUp}
      >
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton
        label={m.list_down_video({ name })}
        disabled={!onDown}
        className="disabled:opacity-35"
        onClick={onDown}
      >
        <ArrowDown aria-hidden />
      </IconButton>
      <IconButton label={m.list_remove_video({ name })} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}
