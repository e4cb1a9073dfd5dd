import { m } from '@antojo/i18n/messages'
import type { VideoCardProps } from '../videos/video-card.tsx'
import type { Video } from '../videos/video.ts'

interface VideoMapProps {
  readonly videos: readonly Video[]
  /** The whole collection in clusters (on /map), instead of the first 50. */
  readonly whole: boolean
  readonly onOpen: VideoCardProps['onOpen']
}

/** The map over the grid. */
export function VideoMap({ videos }: VideoMapProps) {
  return (
    <section
      aria-label={m.page_map()}
      data-videos={videos.length}
      className="mb-5 h-80 rounded-3xl bg-talavera-soft"
    />
  )
}
