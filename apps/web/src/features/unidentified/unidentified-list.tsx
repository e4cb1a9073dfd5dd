import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { ExternalLink, LoaderCircle, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { dateLabel, platformBadge } from '../../entities/video/labels.ts'
import { useDeleteVideo } from '../../entities/video/use-delete-video.ts'
import { imageUrl, type Video } from '../../entities/video/video.ts'
import { overlay, useOverlay } from '../../lib/navigation/overlay.ts'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useOpenShown } from './open-filter.tsx'
import { OpenVideoHelp } from '../add-video/open-video-help.tsx'

interface UnidentifiedListProps {
  readonly videos: readonly Video[]
  readonly near: Point | null
  readonly hasMore: boolean
  readonly onMore: () => void
}

/** The saved videos whose place is not known yet, each with what the person can do about it. */
export function UnidentifiedList({ videos, near, hasMore, onMore }: UnidentifiedListProps) {
  const { turn } = useOpenShown()
  const openedId = useOverlay('help')
  // Looked up again at each change: an identified video leaves the list, and its dialog closes.
  const opened = videos.find(({ id }) => id === openedId)
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
      {opened ? <Detail video={opened} near={near} onClose={() => void overlay.close('help')} /> : null}
    </section>
  )
}

function Row({ video, onOpen }: { video: Video; onOpen: () => void }) {
  const remove = useDeleteVideo()
  const isRunning = video.identifyState === 'running'
  return (
    <li data-video={video.id} className="grid gap-3 rounded-3xl bg-surface p-3.5 shadow-card">
      <Summary video={video} />
      <div className="flex flex-wrap items-center gap-2">
        <p className="flex min-w-0 grow basis-40 items-center gap-2 text-sm font-medium">
          {isRunning ? <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" /> : null}
          {stateText(video)}
        </p>
        <Button variant="tonal" disabled={isRunning} onClick={onOpen}>
          {video.identifyState === 'question' ? m.open_choose() : m.open_help()}
        </Button>
        <IconButton label={m.open_delete()} onClick={() => remove(video)}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}

/** The known facts of the post: picture, words, creator, date, and its link. */
function Summary({ video }: { video: Video }) {
  const { language } = useSettings()
  const [now] = useState(() => new Date())
  const [image] = video.images
  const [isBroken, setBroken] = useState(false)
  return (
    <div className="flex gap-3.5">
      <div className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-2xl bg-sunk">
        {image === undefined || isBroken ? (
          <Badge tone="ink" label={video.platform}>
            {platformBadge(video.platform)}
          </Badge>
        ) : (
          <img
            src={imageUrl(image, 320)}
            alt=""
            loading="lazy"
            onError={() => setBroken(true)}
            className="size-full object-cover"
          />
        )}
      </div>
      <div className="grid min-w-0 grow content-start gap-0.5">
        <h3 className="line-clamp-2 text-base leading-snug">{video.title ?? withoutScheme(video.url)}</h3>
        {video.creator ? (
          <p className="truncate text-sm text-ink-soft">{m.by_creator({ name: video.creator })}</p>
        ) : null}
        <p className="flex items-center gap-1.5 text-xs text-ink-soft">
          <a
            href={video.url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={m.card_open_post_of({ platform: video.platform })}
            className="inline-flex min-h-6 items-center gap-1 font-semibold underline underline-offset-2 touch:min-h-11"
          >
            {video.platform}
            <ExternalLink aria-hidden className="size-3.5" />
          </a>
          <span aria-hidden>{'·'}</span>
          <time dateTime={video.createdAt.toISOString()}>{dateLabel(video.createdAt, now, language)}</time>
        </p>
      </div>
    </div>
  )
}

/** The detail of an open video: the post, and the box that helps to find its place. */
function Detail({ video, near, onClose }: { video: Video; near: Point | null; onClose: () => void }) {
  return (
    <Dialog title={m.open_title()} shape="sheet" size="md" onClose={onClose}>
      <div className="grid grid-cols-1 gap-4">
        <Summary video={video} />
        <OpenVideoHelp video={video} near={near} onLater={onClose} onSaved={onClose} />
      </div>
    </Dialog>
  )
}

function stateText({ identifyState, identifyArea }: Video): string {
  if (identifyState === 'running')
    return identifyArea === null ? m.open_running() : m.open_learning({ area: identifyArea })
  return identifyState === 'question' ? m.open_question() : m.open_unknown()
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/u, '')
}
