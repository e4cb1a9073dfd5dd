import type { ReactNode } from 'react'
import { cx } from '../../lib/view/cx.ts'
import type { DishDrawing } from '@antojo/domain/places/dish-drawing'

interface PlateProps {
  readonly dish: DishDrawing
  readonly className?: string
  /** Class names that size the plate. */
  readonly plate: string
  readonly children?: ReactNode
}

/** A dish on a talavera plate, on the tint of its cuisine. */
export function Plate({ dish: { src, tint }, className, plate, children }: PlateProps) {
  return (
    <div
      data-plate
      className={cx('relative grid place-items-center', className)}
      style={{ background: `var(--tint-${tint})` }}
    >
      <span
        aria-hidden
        className={cx(
          "grid aspect-square place-items-center bg-[url('/dishes/talavera.svg')] bg-contain bg-center bg-no-repeat",
          plate,
        )}
      >
        <img src={src} alt="" loading="lazy" className="size-1/2" />
      </span>
      {children}
    </div>
  )
}
