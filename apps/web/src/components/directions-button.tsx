import type { Destination } from '@antojo/domain/directions'
import { m } from '@antojo/i18n/messages'
import { Navigation } from 'lucide-react'
import { cx } from '../lib/view/cx.ts'
import { DirectionsLink } from './outside-link.tsx'

/** A round button to directions, in the person's app for them. */
export function DirectionsButton({ to, className }: { to: Destination; className: string }) {
  return (
    <DirectionsLink
      to={to}
      aria-label={m.card_directions_to({ name: to.name })}
      className={cx('grid size-11 shrink-0 place-items-center rounded-full', className)}
    >
      <Navigation aria-hidden className="size-5" />
    </DirectionsLink>
  )
}
