import { m } from '@antojo/i18n/messages'
import { ExternalLink } from 'lucide-react'
import { dateLabel, openLinkLabel, platformName } from '../../entities/video/labels.ts'
import type { Video } from '../../entities/video/video.ts'
import { Photo } from '../videos/photo.tsx'
import { OutsideLink } from '../../components/outside-link.tsx'

interface VideoSummaryProps {
  readonly video: Video
  /** The words of a file about the post. */
  readonly words?: string
}

/** The known facts of the post: picture, words, creator, date, and its link. */
export function VideoSummary({ video, words = '' }: VideoSummaryProps) {
  return (
    <div className="flex gap-3.5">
      <div data-thumb className="size-20 shrink-0 overflow-hidden rounded-2xl">
        <Photo video={video} />
      </div>
      <div className="grid min-w-0 grow content-start gap-0.5">
        <h3 className="line-clamp-4 text-base leading-snug whitespace-pre-line wrap-anywhere">
          {words || (video.title ?? video.url.replace(/^https?:\/\/(www\.)?/u, ''))}
        </h3>
        {video.creator ? (
          <p className="truncate text-sm text-ink-soft">{m.by_creator({ name: video.creator })}</p>
        ) : null}
        <p className="flex items-center gap-1.5 text-xs text-ink-soft">
          <OutsideLink
            href={video.url}
            aria-label={openLinkLabel(video.platform)}
            className="inline-flex min-h-6 items-center gap-1 font-semibold underline underline-offset-2 touch:min-h-11"
          >
            {platformName(video.platform)}
            <ExternalLink aria-hidden className="size-3.5" />
          </OutsideLink>
          <span aria-hidden>{'·'}</span>
          <time dateTime={video.createdAt.toISOString()}>{dateLabel(video.createdAt)}</time>
        </p>
      </div>
    </div>
  )
}
