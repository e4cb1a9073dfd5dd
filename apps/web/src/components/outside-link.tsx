import { directionsUrl, type Destination } from '@antojo/domain/directions'
import { m } from '@antojo/i18n/messages'
import { Navigation } from 'lucide-react'
import type { AnchorHTMLAttributes } from 'react'
import { cx } from '../lib/view/cx.ts'
import { useSettings } from '../lib/storage/settings-store.tsx'

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement>

/** A link to another site, in a new tab. */
export function OutsideLink({ children, ...rest }: LinkProps) {
  return (
    <a {...rest} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** A link to directions, in the person's app for them. */
export function DirectionsLink({ to, ...rest }: LinkProps & { readonly to: Destination }) {
  const { directions_pref } = useSettings()
  return <OutsideLink {...rest} href={directionsUrl(directions_pref, to)} />
}

/** The same as a round button. */
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
