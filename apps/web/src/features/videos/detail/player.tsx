import { parseLink, playerUrl } from '@antojo/domain/links/link'
import { m } from '@antojo/i18n/messages'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../../lib/view/cx.ts'
import { Photo } from '../photo.tsx'
import type { Video } from '../../../entities/video/video.ts'

/** The picture, replaced by the platform's player after a press. Nothing from the platform loads before. */
export function Player({ video }: { video: Video }) {
  const [playing, setPlaying] = useState(false)
  const player = playerUrl(parseLink(video.url))
  const shape = cx(
    'relative bg-sunk [view-transition-name:hero]',
    playing ? 'h-[70dvh]' : 'aspect-[4/3] @min-[34rem]:aspect-[2/1] @min-[47rem]:aspect-auto',
    '@min-[47rem]:sticky @min-[47rem]:top-0 @min-[47rem]:h-[min(36rem,calc(100dvh-4rem))]',
  )
  if (playing && player) {
    return (
      <div className={shape}>
        <iframe
          src={player}
          title={m.detail_player({ platform: video.platform })}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- "same origin" is the platform's own, never ours; its player needs it
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          className="absolute inset-0 size-full border-0"
        />
      </div>
    )
  }
  return (
    <div className={shape}>
      <div className="absolute inset-0">
        <Photo video={video} eager large />
      </div>
      {player ? (
        <button
          type="button"
          aria-label={m.detail_play()}
          onClick={() => setPlaying(true)}
          className="group absolute inset-0 grid place-items-center bg-black/10 hover:bg-black/20"
        >
          <span className="grid size-18 place-items-center rounded-full bg-surface/95 text-chile-text shadow-pop transition-transform duration-150 group-hover:scale-105">
            <Play aria-hidden className="ml-1 size-8 fill-current" />
          </span>
        </button>
      ) : null}
    </div>
  )
}
