import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { rowsOf, type Rest } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { toast, type ToastOptions } from '../../lib/view/toasts.ts'
import { announceLesson } from '../../entities/pipeline/announce-lesson.ts'
import { sendToPipeline } from '../../entities/pipeline/send-to-pipeline.ts'
import { CARD_MARKS } from '../../entities/video/queries/card-marks.ts'
import { fetchVideosById } from '../../entities/video/fetch-videos.ts'
import { videoKeys } from '../../entities/video/video-keys.ts'
import { useVideoCache } from '../../entities/video/video-cache.ts'
import { videoOf, type Video } from '../../entities/video/video.ts'
import { changedColumns, isOtherPlace, type FixDetails } from './fix-details.ts'

/** As long as after a deletion. */
const UNDO_MS = 6000

/**
 * Saves a correction; `save` throws when it cannot. A picked place goes through the pipeline, which learns what the creator means by the name. Typed
 * words only change the row and leave a note for the operator; the pipeline learns nothing, because they identify no place.
 */
export function useFixDetails(video: Video, onDone: () => void) {
  const services = useServices()
  const cache = useVideoCache()
  const [picking, setPicking] = useState(false)

  const settle = (fixed: Video | null | undefined, options: ToastOptions = {}) => {
    if (fixed) cache.replace(fixed)
    for (const queryKey of [videoKeys.places(video.id), ['one-video', video.id], CARD_MARKS])
      void services.queries.invalidateQueries({ queryKey })
    cache.announce()
    toast.success(m.saved(), { ...(fixed?.place.name && { detail: fixed.place.name }), ...options })
  }

  const save = async (details: FixDetails) => {
    await write(services.rest, video, details)
    const [fixed] = await fetchVideosById(services.rest, [video.id])
    settle(fixed)
    onDone()
  }

  /** Returns whether the place is saved. */
  const confirm = async (placeId: string): Promise<boolean> => {
    const outcome = await sendToPipeline(services, {
      action: 'confirm-place',
      input: { videoUrl: video.url, placeId },
    })
    if (outcome.kind !== 'accepted') {
      toast.error(m.save_edit_failed({ msg: outcome.kind === 'error' ? outcome.message : m.error_unknown() }))
      return false
    }
    const { id: before } = video.place
    const undo = { label: m.undo(), run: () => void confirm(before ?? '') }
    settle(
      videoOf(outcome.answer.video),
      before === null || before === placeId ? {} : { action: undo, duration: UNDO_MS },
    )
    announceLesson(outcome)
    return true
  }

  const pick = async (placeId: string) => {
    setPicking(true)
    if (await confirm(placeId)) onDone()
    setPicking(false)
  }

  return { picking, save, pick }
}

async function write(rest: Rest, video: Video, details: FixDetails): Promise<void> {
  const change = changedColumns(video, details)
  rowsOf(await rest.from('videos').update(change).eq('id', video.id).select('id'))
  if (!isOtherPlace(video, details)) return
  // The reasons are those of the wrong place.
  if (video.place.id !== null)
    rowsOf(
      await rest
        .from('video_places')
        .delete()
        .match({ video_id: video.id, place_id: video.place.id })
        .select('place_id'),
    )
  const note = {
    video_id: video.id,
    platform: video.platform,
    creator_name: video.creator,
    from_place_id: video.place.id,
    restaurant_name: change.restaurant_name,
    restaurant_location: change.restaurant_location,
  }
  rowsOf(await rest.from('corrections').insert(note).select('id'))
}
