import { m } from '@antojo/i18n/messages'
import { overlay } from '../../lib/navigation/overlay.ts'
import { toast } from '../../lib/view/toasts.ts'
import type { Video } from './video.ts'

const DURATION_MS = 6000

/** Says what became of a video, names its places (`places` when it has several), and leads to it. */
export function announceVideo(text: string, video: Video | null, places?: string): void {
  const name = video?.place.name
  if (!video || !name) toast.success(text)
  else
    toast.success(text, {
      detail: places ?? [name, video.place.location].filter(Boolean).join(' · '),
      duration: DURATION_MS,
      action: { label: m.see(), run: () => overlay.open('video', video.id) },
    })
}
