import { m } from '@antojo/i18n/messages'
import { useCallback, useEffect, useRef } from 'react'
import { rowsOf, type Rest } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { useVideoCache, type VideoCache } from './video-cache.ts'
import type { Video } from './video.ts'

/** Milliseconds: the card goes 300 ms after the press (spec §4); the row goes when the time for 'Deshacer' is over. */
const cardGoesAfter = 300
const undoFor = 3000

/** Deletes with a way back: gone from the screen at once, from the server when nobody undid it. */
export function useDeleteVideo(): (video: Video) => void {
  const { rest } = useServices()
  const cache = useVideoCache()
  const pending = useRef(new Map<string, () => void>())

  useEffect(() => {
    const leave = () => {
      for (const commit of pending.current.values()) commit()
    }
    // Whoever leaves the page has not undone it.
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [])

  return useCallback(
    (video: Video) => {
      if (pending.current.has(video.id)) return
      const restore = cache.remember()
      const hide = setTimeout(() => cache.remove(video.id), cardGoesAfter)
      const commit = () => {
        clearTimeout(timer)
        pending.current.delete(video.id)
        void deleteForGood(rest, cache, video, restore)
      }
      const timer = setTimeout(commit, undoFor)
      pending.current.set(video.id, commit)
      const undo = () => {
        clearTimeout(hide)
        clearTimeout(timer)
        pending.current.delete(video.id)
        restore()
      }
      toast.info(m.deleted_now(), { action: { label: m.undo(), run: undo } })
    },
    [rest, cache],
  )
}

async function deleteForGood(
  rest: Rest,
  cache: VideoCache,
  video: Video,
  restore: () => void,
): Promise<void> {
  try {
    rowsOf(await rest.from('videos').delete().eq('id', video.id).select('id'))
    // What was loaded anew meanwhile has brought it back.
    cache.remove(video.id)
    toast.success(m.deleted())
    cache.announce()
  } catch (error) {
    restore()
    toast.error(m.delete_failed({ msg: errorMessage(error) }))
  }
}
