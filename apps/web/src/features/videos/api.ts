import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { fetchVideosById } from '../../entities/video/query.ts'
import type { Video } from '../../entities/video/video.ts'
import { overlay, useOverlay } from '../../lib/navigation/overlay.ts'
import { useServices } from '../../lib/services.tsx'

/** In the file of the detail, which the first press fetches anyway. */
const transitions = () => import('../../lib/view/view-transition.ts')

type Section = 'reviews' | null

interface Pressed {
  readonly video: Video
  readonly section: Section
}

/**
 * The video whose detail or correction is open, by the URL. A card that was pressed shows at once; after a reload or from a link,
 * it is fetched. The card's picture grows into the detail, and the detail shrinks back.
 */
export function useOpenedVideo() {
  const { rest } = useServices()
  const shownId = useOverlay('video')
  const fixedId = useOverlay('fix')
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const id = shownId ?? fixedId
  const known = pressed?.video.id === id ? pressed : null
  const { data } = useQuery({
    queryKey: ['one-video', id],
    queryFn: async () => (await fetchVideosById(rest, id === null ? [] : [id]))[0] ?? null,
    enabled: id !== null && known === null,
    meta: { keepOffline: false },
  })
  const isMissing = id !== null && known === null && data === null
  const name = shownId === null ? 'fix' : 'video'
  useEffect(() => {
    if (isMissing) void overlay.close(name)
  }, [isMissing, name])

  const open = useCallback((video: Video, section?: 'reviews') => {
    const show = () => {
      setPressed({ video, section: section ?? null })
      overlay.open('video', video.id)
    }
    transitions().then(({ expandFrom }) => expandFrom(pictureOf(video), show), show)
  }, [])
  const fix = useCallback((video: Video) => {
    setPressed({ video, section: null })
    overlay.open('fix', video.id)
  }, [])
  const video = id === null ? null : (known?.video ?? data ?? null)
  const close = () => {
    if (video && name === 'video')
      void transitions().then(({ collapseTo }) =>
        collapseTo(
          () => pictureOf(video),
          () => overlay.close('video'),
        ),
      )
    else void overlay.close(name)
  }
  return {
    detail: shownId === null || !video ? null : { video, section: known?.section ?? null },
    fixing: fixedId === null ? null : video,
    open,
    fix,
    close,
  } as const
}

function pictureOf(video: Video): HTMLElement | null {
  return document.querySelector(`[data-video="${CSS.escape(video.id)}"] [data-picture]`)
}
