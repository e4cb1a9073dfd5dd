import { directionsUrl, type Destination } from '@antojo/domain/directions'
import { m } from '@antojo/i18n/messages'
import { MapPinned } from 'lucide-react'
import { MenuPopover, type MenuItem, type OpenMenuProps } from '../../../ui/overlay/menu-popover.tsx'
import { OutsideLink } from '../../../components/outside-link.tsx'

const PROVIDERS = [
  ['google', 'Google'],
  ['apple', 'Apple'],
  ['waze', 'Waze'],
] as const

/** Three small links of the detail. On touch screens, their targets are larger than the line. */
export function ProviderLinks({ to }: { to: Destination }) {
  return (
    <span className="ml-auto flex shrink-0">
      {PROVIDERS.map(([provider, name]) => (
        <OutsideLink
          key={provider}
          href={directionsUrl(provider, to)}
          aria-label={m.card_directions_with({ name: to.name, provider: name })}
          className="inline-flex min-h-6 items-center rounded-md px-1 text-xs font-semibold text-ink-soft underline-offset-2 hover:text-ink hover:underline touch:-my-3 touch:min-h-11 touch:px-1.5"
        >
          {name}
        </OutsideLink>
      ))}
    </span>
  )
}

/** The menu beside a card's directions: the three providers (spec §2). */
export function ProviderMenu({ to, label, ...menu }: OpenMenuProps & { to: Destination; label: string }) {
  return <MenuPopover {...menu} label={label} items={providerItems(to)} />
}

/** Directions with each provider as items of a menu. */
export function providerItems(to: Destination): readonly MenuItem[] {
  return PROVIDERS.map(([provider, name]) => ({
    label: name,
    name: m.card_directions_with({ name: to.name, provider: name }),
    Icon: MapPinned,
    href: directionsUrl(provider, to),
  }))
}
