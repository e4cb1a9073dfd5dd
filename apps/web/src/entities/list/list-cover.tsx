import { imageUrl } from '@antojo/domain/links/picture-address'
import { Bookmark, CircleCheck, Heart, NotebookText } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../lib/view/cx.ts'
import type { DishDrawing } from '@antojo/domain/places/dish-drawing'
import { Plate } from '../video/plate.tsx'
import type { VideoList } from './list.ts'

const icons = { favorites: Heart, want_to_try: Bookmark, visited: CircleCheck, custom: NotebookText } as const

const TINTS = {
  favorites: 'bg-chile-soft text-chile-text',
  want_to_try: 'bg-maiz-soft text-ink',
  visited: 'bg-cilantro-soft text-cilantro-text',
  custom: 'bg-talavera-soft text-talavera-text',
} as const

interface ListCoverProps {
  readonly list: Pick<VideoList, 'kind' | 'covers'>
  readonly className?: string
  readonly large?: boolean
}

const DISH: DishDrawing = { src: '/dishes/taco.svg', tint: 'pan' }

/** Shapes of the collage by its number of pictures: the first of three is the large one. */
const COLLAGES = [
  '',
  'grid-cols-1',
  'grid-cols-2',
  'grid-cols-[2fr_1fr] grid-rows-2 [&>:first-child]:row-span-2',
]

/** The first pictures of a list as a collage; without any its icon, or a plate for a list that somebody made. */
export function ListCover({ list, className, large = false }: ListCoverProps) {
  const [broken, setBroken] = useState<readonly string[]>([])
  const covers = [...new Set(list.covers)].filter((image) => !broken.includes(image)).slice(0, 3)
  if (covers.length === 0) {
    if (list.kind === 'custom')
      return <Plate dish={DISH} plate="h-3/4" className={cx('overflow-hidden', className)} />
    const Icon = icons[list.kind]
    return (
      <div className={cx('grid place-items-center', TINTS[list.kind], className)}>
        <Icon aria-hidden className="size-10" strokeWidth={1.6} />
      </div>
    )
  }
  return (
    <div className={cx('grid gap-0.5 overflow-hidden bg-sunk', COLLAGES[covers.length], className)}>
      {covers.map((image, index) => (
        <img
          key={image}
          src={imageUrl(image, !large ? 320 : index === 0 ? 800 : 480)}
          alt=""
          loading={large ? 'eager' : 'lazy'}
          decoding="async"
          className="size-full min-h-0 object-cover"
          onError={() => setBroken([...broken, image])}
        />
      ))}
    </div>
  )
}

/** A list's icon, small. */
export function ListIcon({ list }: { list: Pick<VideoList, 'kind'> }) {
  const Icon = icons[list.kind]
  return (
    <span className={cx('grid size-9 shrink-0 place-items-center rounded-xl', TINTS[list.kind])}>
      <Icon aria-hidden className="size-4.5" />
    </span>
  )
}
