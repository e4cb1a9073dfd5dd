import { useState } from 'react'
import { cx } from '../lib/view/cx.ts'

interface AvatarProps {
  readonly name: string
  readonly picture: string | null
  readonly large?: boolean
}

/** A person's picture, or the first letter of their name. */
export function Avatar({ name, picture, large = false }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const size = large ? 'size-20 text-4xl' : 'size-9 text-lg'
  if (picture !== null && picture !== broken) {
    const own = picture.startsWith('/')
    return (
      <img
        src={own ? picture : `/img?u=${encodeURIComponent(picture)}&w=400`}
        alt=""
        className={cx('shrink-0 rounded-full bg-sunk object-cover', size)}
        onError={() => setBroken(picture)}
      />
    )
  }
  return (
    <span
      aria-hidden
      className={cx(
        'grid shrink-0 place-items-center rounded-full bg-maiz font-display font-bold text-maiz-ink uppercase',
        size,
      )}
    >
      {name.slice(0, 1)}
    </span>
  )
}
