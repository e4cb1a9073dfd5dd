import { useState } from 'react'
import { m } from '@antojo/i18n/messages'
import { cx } from '../../../lib/view/cx.ts'
import { imageUrl, previewUrl, type Video } from '../../../entities/video/video.ts'

interface PhotoProps {
  readonly video: Video
  /** Loads at once, for pictures that are visible at the start. */
  readonly eager?: boolean
  readonly large?: boolean
  readonly className?: string
}

/** The picture of a video. When a source fails it shows the next one, and after the last a tile with an initial. */
export function Photo({ video, eager = false, large = false, className }: PhotoProps) {
  const [broken, setBroken] = useState(0)
  const image = video.images[broken]
  if (image === undefined)
    return <Placeholder video={video} large={large} {...(className && { className })} />
  const width = large ? 1200 : 800
  const preview = previewUrl(image)
  return (
    <img
      key={image}
      src={imageUrl(image, width)}
      srcSet={large ? undefined : `${imageUrl(image, 480)} 480w, ${imageUrl(image, 800)} 800w`}
      sizes={
        large
          ? undefined
          : '(min-width: 1440px) 24vw, (min-width: 1024px) 32vw, (min-width: 640px) 47vw, calc(100vw - 2rem)'
      }
      width={width}
      height={Math.round((width * 9) / 16)}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBroken(broken + 1)}
      style={preview === null ? undefined : { backgroundImage: `url(${preview})` }}
      className={cx('size-full bg-sunk bg-cover bg-center object-cover', className)}
    />
  )
}

function Placeholder({ video, large, className }: { video: Video; large: boolean; className?: string }) {
  const initial = (video.place.name ?? video.title ?? video.platform).slice(0, 1)
  // In the detail, the play button is in the middle.
  if (large)
    return (
      <p
        className={cx(
          'grid size-full items-end justify-items-center bg-maiz-soft p-5 text-sm font-semibold text-ink-soft',
          className,
        )}
      >
        {m.detail_no_preview()}
      </p>
    )
  return (
    <div className={cx('grid size-full place-items-center bg-maiz-soft text-ink', className)}>
      <div className="grid justify-items-center gap-1">
        <span
          aria-hidden
          className="font-display text-6xl leading-none font-bold text-chile-text/80 uppercase"
        >
          {initial}
        </span>
        <span className="text-xs font-semibold text-ink-soft max-sm:in-[.flex-row]:hidden">
          {m.no_preview()}
        </span>
      </div>
    </div>
  )
}
