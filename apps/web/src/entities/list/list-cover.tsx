import { Bookmark, CircleCheck, Heart, NotebookText } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { imageUrl } from '../video/video.ts'
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
  /** The most pictures. */
  readonly max?: 1 | 3
  readonly large?: boolean
}

/** The first pictures of a list side by side, or its icon. */
export function ListCover({ list, className, max = 3, large = false }: ListCoverProps) {
  const [broken, setBroken] = useState<readonly string[]>([])
  const covers = list.covers.filter((image) => !broken.includes(image)).slice(0, max)
  const Icon = icons[list.kind]
  if (covers.length === 0) {
    return (
      <div className={cx('grid place-items-center', TINTS[list.kind], className)}>
        <Icon aria-hidden className="size-10" strokeWidth={1.6} />
      </div>
    )
  }
  return (
    <div
      className={cx('grid gap-0.5 overflow-hidden bg-sunk', className)}
      style={{ gridTemplateColumns: covers.length === 1 ? '1fr' : `2fr repeat(${covers.length - 1}, 1fr)` }}
    >
      {covers.map((image) => (
        <img
          key={image}
          src={imageUrl(image, large ? 800 : 320)}
          alt=""
          loading="lazy"
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
