import { directionsUrl, type Destination } from '@antojo/domain/directions'
import { m } from '@antojo/i18n/messages'

const PROVIDERS = [
  ['google', 'Google'],
  ['apple', 'Apple'],
  ['waze', 'Waze'],
] as const

/** The three small links of a card (spec §2). On touch screens, their targets are larger than the line. */
export function ProviderLinks({ to }: { to: Destination }) {
  return (
    <span className="relative z-10 ml-auto flex shrink-0">
      {PROVIDERS.map(([provider, name]) => (
        <a
          key={provider}
          href={directionsUrl(provider, to)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={m.card_directions_with({ name: to.name, provider: name })}
          className="inline-flex min-h-6 items-center rounded-md px-1 text-xs font-semibold text-ink-soft underline-offset-2 hover:text-ink hover:underline touch:-my-3 touch:min-h-11 touch:px-1.5"
        >
          {name}
        </a>
      ))}
    </span>
  )
}
