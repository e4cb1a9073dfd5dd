import { Suspense, useState } from 'react'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { VideoGrid } from '../videos/video-grid.tsx'
import type { Video } from '../../entities/video/video.ts'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'

const VideoDetail = lazyComponent(
  () => import('../videos/video-detail.tsx'),
  (code) => code.VideoDetail,
)

interface VideoShelfProps {
  readonly videos: readonly Video[]
  readonly onEnd?: () => void
  readonly onDelete?: (video: Video) => void
}

/** Cards that open their detail. */
export function VideoShelf({ videos, onEnd, onDelete }: VideoShelfProps) {
  const { density, language } = useSettings()
  const [opened, setOpened] = useState<{ video: Video; section: 'reviews' | null } | null>(null)
  return (
    <>
      <VideoGrid
        videos={videos}
        locale={language}
        compact={density === 'compact'}
        near={null}
        onOpen={(video, section) => setOpened({ video, section: section ?? null })}
        {...(onEnd && { onEnd })}
        {...(onDelete && { onDelete })}
      />
      <Suspense fallback={null}>
        {opened ? <VideoDetail {...opened} near={null} onClose={() => setOpened(null)} /> : null}
      </Suspense>
    </>
  )
}
