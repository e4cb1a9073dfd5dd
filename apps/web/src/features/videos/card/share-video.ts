import { paths } from '../../../lib/navigation/navigation.ts'
import { copyText } from '../../../lib/device/clipboard.ts'
import type { Video } from '../../../entities/video/video.ts'

/**
 * Shares the place, its post, and our link to both with the system's share sheet, or copies them where there is none. Closing
 * the sheet is not a failure.
 */
export async function shareVideo(video: Video): Promise<'shared' | 'copied' | 'failed'> {
  const { name, address } = video.place
  const place = [name, address].filter(Boolean).join(', ')
  const shared = {
    title: name ?? video.title ?? 'Antojo',
    text: [place, video.url].filter(Boolean).join('\n'),
    // The finder needs no account; the words lead it to the place that the person means.
    url: `${location.origin}${paths.find}?${new URLSearchParams({ url: video.url, ...(place && { about: place }) })}`,
  }
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(shared)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared'
    }
  }
  return (await copyText(`${shared.text}\n${shared.url}`)) ? 'copied' : 'failed'
}
