import type { Point } from '@antojo/domain/distance'
import { Dialog } from '../../ui/dialog.tsx'
import type { Video } from './video.ts'

interface VideoDetailProps {
  readonly video: Video
  readonly section: 'reviews' | null
  readonly near: Point | null
  readonly onClose: () => void
}

export function VideoDetail({ video, onClose }: VideoDetailProps) {
  return (
    <Dialog title={video.place.name ?? ''} size="lg" onClose={onClose}>
      {null}
    </Dialog>
  )
}
