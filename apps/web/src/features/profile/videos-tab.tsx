import { m } from '@antojo/i18n/messages'
import { Link } from 'wouter'
import { useSession } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { paths } from '../../lib/navigation/navigation.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { queryOfAll } from '../../entities/video/query.ts'
import { useVideos } from '../../entities/video/use-videos.ts'
import { VideoGridSkeleton } from '../videos/video-grid.tsx'
import { VideoShelf } from './video-shelf.tsx'

const SHOWN = 6

/** The newest videos of the person, and a link to all. */
export function VideosTab() {
  const session = useSession()
  const { density } = useSettings()
  const result = useVideos(queryOfAll(session?.user.id ?? null, false))
  const { videos } = result
  if (result.isPending) return <VideoGridSkeleton compact={density === 'compact'} />
  if (result.isError && videos.length === 0) {
    return (
      <div className="grid justify-items-start gap-3 py-6">
        <p role="alert">{m.videos_failed()}</p>
        <Button onClick={() => void result.refetch()}>{m.lists_retry()}</Button>
      </div>
    )
  }
  if (videos.length === 0) {
    return (
      <div className="grid gap-1.5 py-10 text-center">
        <p className="font-display text-xl font-bold">{m.empty_title()}</p>
        <p className="text-ink-soft">{m.empty_text()}</p>
      </div>
    )
  }
  return (
    <div className="grid gap-6">
      <VideoShelf videos={videos.slice(0, SHOWN)} canDelete />
      {videos.length > SHOWN ? (
        <Link href={paths.home} className={`${buttonClass()} justify-self-center`}>
          {m.profile_all_videos()}
        </Link>
      ) : null}
    </div>
  )
}
