import { copyText } from '../../../lib/device/clipboard.ts'
import type { Video } from '../../../entities/video/video.ts'

/** Shares the place and its post with the system's share sheet, or copies them where there is none. Closing the sheet is not a failure. */
export async function shareVideo(video: Video): Promise<'shared' | 'copied' | 'failed'> {
  const { name, address } = video.place
  const shared = {
    title: name ?? video.title ?? 'Antojo',
    text: [name, address].filter(Boolean).join(', '),
    url: video.url,
  }
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(shared)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared'
    }
  }
  return (await copyText([shared.text, shared.url].filter(Boolean).join('\n'))) ? 'copied' : 'failed'
}
