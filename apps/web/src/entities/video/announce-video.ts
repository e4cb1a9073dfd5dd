import { m } from '@antojo/i18n/messages'
import { overlay } from '../../lib/navigation/overlay.ts'
import { listed } from '../../lib/view/locale.ts'
import { toast } from '../../lib/view/toasts.ts'
import type { Video } from './video.ts'

const DURATION_MS = 6000

/** Says what became of a video, names its places, and leads to it. */
export function announceVideo(text: string, video: Video | null, names: readonly string[] = []): void {
  const name = video?.place.name
  if (!video || !name) toast.success(text)
  else
    toast.success(text, {
      detail: names.length > 1 ? listed(names) : [name, video.place.location].filter(Boolean).join(' · '),
      duration: DURATION_MS,
      action: { label: m.see(), run: () => overlay.open('video', video.id) },
    })
}
