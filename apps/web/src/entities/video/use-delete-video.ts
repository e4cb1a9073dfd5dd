import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { addDeletion, pendingDeletions, removeDeletion } from '../../lib/storage/deletions.ts'
import { errorMessage } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import type { Video } from './video.ts'

/** Deletes videos, with one way to undo. The code loads with the first deletion. */
export function useDeleteVideo(): (...videos: readonly Video[]) => void {
  const { rest } = useServices()
  const queries = useQueryClient()
  const pending = useRef(new Set<string>())
  return useCallback(
    (...given: readonly Video[]) => {
      const videos = given.filter(({ id }) => !pending.current.has(id))
      if (videos.length === 0) return
      for (const { id } of videos) {
        pending.current.add(id)
        // Before the code has loaded: a reload meanwhile must not lose the press.
        addDeletion(id)
      }
      const onSettled = () => videos.forEach(({ id }) => pending.current.delete(id))
      import('./delete-video.ts').then(
        ({ deleteVideos, removalFrom }) =>
          deleteVideos({ rest, cache: removalFrom(queries), videos, onSettled }),
        () => {
          onSettled()
          for (const { id } of videos) removeDeletion(id)
          toast.error(m.delete_failed({ msg: m.error_network() }))
        },
      )
    },
    [rest, queries],
  )
}

/** Deletes the places for which cards stand, with all videos of them. */
export function useDeletePlaces(): (...cards: readonly Video[]) => Promise<void> {
  const { rest } = useServices()
  const remove = useDeleteVideo()
  return async (...cards) => {
    try {
      const { fetchOthers } = await import('./queries/place-videos.ts')
      remove(...cards, ...(await fetchOthers(rest, cards)))
    } catch (error) {
      toast.error(m.delete_failed({ msg: errorMessage(error) }))
    }
  }
}

/** Finishes the deletions that an earlier page left behind. */
export function useFinishDeletions(): void {
  const { rest } = useServices()
  const queries = useQueryClient()
  useEffect(() => {
    if (pendingDeletions().length === 0) return undefined
    let stop = () => {}
    let isGone = false
    const finish = async () => {
      const { finishDeletions, removalFrom } = await import('./delete-video.ts')
      if (!isGone) stop = finishDeletions(rest, removalFrom(queries))
    }
    // Without network, the next start tries again.
    finish().catch(() => {})
    return () => {
      isGone = true
      stop()
    }
  }, [rest, queries])
}
