import { useState } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { imageUrl, previewUrl, type Video } from '../../entities/video/video.ts'

const DishPlate = lateComponent(() => import('./card/dish-plate.tsx'), 'DishPlate')

interface PhotoProps {
  readonly video: Video
  /** Loads at once, for pictures that are visible at the start. */
  readonly eager?: boolean
  readonly large?: boolean
  readonly className?: string
}

/** The picture of a video. When a source fails it shows the next one, and after the last a drawn plate. */
export function Photo({ video, eager = false, large = false, className }: PhotoProps) {
  const [broken, setBroken] = useState(0)
  const image = video.images[broken]
  if (image === undefined) return <DishPlate video={video} large={large} {...(className && { className })} />
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
