import { m } from '@antojo/i18n/messages'
import { dishDrawing } from '@antojo/domain/places/dish-drawing'
import { Plate } from '../../../entities/video/plate.tsx'
import type { Video } from '../../../entities/video/video.ts'
import { cx } from '../../../lib/view/cx.ts'

interface DishPlateProps {
  readonly video: Video
  readonly large: boolean
  readonly className?: string
}

/** A talavera plate with a dish of the cuisine, on its tint. A place without a video lacks no preview. */
export function DishPlate({ video, large, className }: DishPlateProps) {
  return (
    <Plate
      dish={dishDrawing(video.place.cuisines)}
      className={cx('size-full', className)}
      plate={large ? 'h-1/2' : 'h-3/4 max-sm:in-[.flex-row]:h-24'}
    >
      {video.platform === 'Other' ? null : (
        <span
          className={
            large || video.dish.name === null
              ? 'absolute right-3.5 bottom-3 text-xs text-ink max-sm:in-[.flex-row]:hidden in-[[data-thumb]]:hidden'
              : 'sr-only'
          }
        >
          {large ? m.detail_no_preview() : m.no_preview()}
        </span>
      )}
    </Plate>
  )
}
