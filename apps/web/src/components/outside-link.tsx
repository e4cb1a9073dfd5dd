import { directionsUrl, type Destination } from '@antojo/domain/directions'
import type { AnchorHTMLAttributes } from 'react'
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
