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

/** Of the tablecloth, in the colour of the page. */
const CLOTHS = [
  'bg-[repeating-linear-gradient(45deg,var(--cloth)_0_10px,transparent_0_20px)]!',
  'bg-[radial-gradient(var(--cloth)_3px,transparent_3.5px)]! bg-size-[16px_16px]!',
  'bg-[linear-gradient(var(--cloth)_50%,transparent_0),linear-gradient(90deg,var(--cloth)_50%,transparent_0)]! bg-size-[22px_22px]!',
  'bg-[radial-gradient(circle_at_50%_100%,transparent_7px,var(--cloth)_7px_9px,transparent_9px)]! bg-size-[18px_11px]!',
  '',
] as const
const SPOTS = [
  '',
  '[&:not([data-thumb]_*)>[aria-hidden]]:-translate-x-1/4',
  '[&:not([data-thumb]_*)>[aria-hidden]]:scale-120',
] as const
const RIMS = ['', 'ring-chile', 'ring-cilantro', 'ring-talavera'] as const

/** Differs from place to place, and stays the same for a place. */
function lookOf({ id, place }: Video): Readonly<Record<'cloth' | 'rim', string>> {
  let seed = 7
  for (const sign of place.key ?? id) seed = (seed * 31 + (sign.codePointAt(0) ?? 0)) % 9973
  const of = (looks: readonly string[], step: number) => looks[Math.floor(seed / step) % looks.length] ?? ''
  const rim = of(RIMS, 15)
  return {
    cloth: cx('[--cloth:color-mix(in_srgb,var(--surface)_40%,transparent)]', of(CLOTHS, 1), of(SPOTS, 5)),
    rim: cx(rim !== '' && 'rounded-full ring-4', rim),
  }
}

/** A talavera plate with a dish of the cuisine, on its tint. A place without a video lacks no preview. */
export function DishPlate({ video, large, className }: DishPlateProps) {
  const { cloth, rim } = lookOf(video)
  return (
    <Plate
      dish={dishDrawing(video.place.cuisines)}
      className={cx('size-full', cloth, className)}
      plate={cx(rim, large ? 'h-1/2' : 'h-3/4 max-sm:in-[.flex-row]:h-24')}
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
