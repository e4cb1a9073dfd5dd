import { m } from '@antojo/i18n/messages'
import { LoaderCircle, Trash2 } from 'lucide-react'
import { useDeleteVideo } from '../../entities/video/use-delete-video.ts'
import type { Video } from '../../entities/video/video.ts'
import { overlay } from '../../lib/navigation/overlay.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useOpenShown } from './open-filter.tsx'
import { VideoSummary } from '../add-video/video-summary.tsx'

interface UnidentifiedListProps {
  readonly videos: readonly Video[]
  readonly hasMore: boolean
  readonly onMore: () => void
}

/** The saved videos whose place is not known yet, each with what the person can do about it. */
export function UnidentifiedList({ videos, hasMore, onMore }: UnidentifiedListProps) {
  const { turn } = useOpenShown()
  return (
    <section aria-label={m.open_title()} className="mx-auto grid max-w-3xl gap-3">
      <h2 className="text-2xl">{m.open_title()}</h2>
      <p className="text-ink-soft">{videos.length > 0 ? m.open_text() : m.open_empty()}</p>
      <ul className="grid gap-3">
        {videos.map((video) => (
          <Row key={video.id} video={video} onOpen={() => overlay.open('help', video.id)} />
        ))}
      </ul>
      <div className="flex flex-wrap justify-center gap-2 py-3">
        {hasMore ? <Button onClick={onMore}>{m.open_more()}</Button> : null}
        <Button variant="quiet" onClick={turn}>
          {m.open_back()}
        </Button>
      </div>
    </section>
  )
}

function Row({ video, onOpen }: { video: Video; onOpen: () => void }) {
  const remove = useDeleteVideo()
  const isRunning = video.identifyState === 'running'
  return (
    <li data-video={video.id} className="grid gap-3 rounded-3xl bg-surface p-3.5 shadow-card">
      <VideoSummary video={video} />
      <div className="flex flex-wrap items-center gap-2">
        <p className="flex min-w-0 grow basis-40 items-center gap-2 text-sm font-medium">
          {isRunning ? <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" /> : null}
          {stateText(video)}
        </p>
        <span className="ml-auto flex items-center gap-2">
          <Button variant="tonal" disabled={isRunning} onClick={onOpen}>
            {video.identifyState === 'question' ? m.open_choose() : m.open_help()}
          </Button>
          <IconButton label={m.open_delete()} onClick={() => remove(video)}>
            <Trash2 aria-hidden />
          </IconButton>
        </span>
      </div>
    </li>
  )
}

function stateText({ identifyState, identifyArea }: Video): string {
  if (identifyState === 'running')
    return identifyArea === null ? m.open_running() : m.open_learning({ area: identifyArea })
  return identifyState === 'question' ? m.open_question() : m.open_unknown()
}
