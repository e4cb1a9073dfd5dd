import { useSettings } from '../../lib/storage/settings-store.tsx'
import { useOpenedVideo } from '../videos/api.ts'
import { VideoGrid } from '../videos/video-grid.tsx'
import type { Video } from '../../entities/video/video.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'

const VideoDetail = lateComponent(() => import('../videos/video-detail.tsx'), 'VideoDetail')

interface VideoShelfProps {
  readonly videos: readonly Video[]
  readonly canDelete?: boolean
}

/** Cards that open their detail. */
export function VideoShelf({ videos, canDelete = false }: VideoShelfProps) {
  const { density } = useSettings()
  const opened = useOpenedVideo()
  return (
    <>
      <VideoGrid
        videos={videos}
        compact={density === 'compact'}
        near={null}
        onOpen={opened.open}
        canDelete={canDelete}
      />
      {opened.detail ? <VideoDetail {...opened.detail} near={null} onClose={opened.close} /> : null}
    </>
  )
}
