import { cardPicture, imageUrl } from '@antojo/domain/links/picture-address'
import { useState } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { previewUrl, type Video } from '../../entities/video/video.ts'

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
  const preview = previewUrl(image)
  return (
    <img
      key={image}
      {...(large ? { src: imageUrl(image, 1200) } : cardPicture(image))}
      width={800}
      height={450}
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
