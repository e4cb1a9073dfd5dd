import { type Destination } from '@antojo/domain/directions'
import { m } from '@antojo/i18n/messages'
import {
  Bookmark,
  ChevronDown,
  EllipsisVertical,
  ExternalLink,
  Heart,
  Navigation,
  Share2,
} from 'lucide-react'
import { useRef, useState, useEffect } from 'react'
import { openLinkLabel } from '../../../entities/video/labels.ts'
import { cx } from '../../../lib/view/cx.ts'
import { useOverlayOf } from '../../../lib/navigation/overlay.ts'
import { useSession } from '../../../lib/services.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { MenuTrigger } from '../../../ui/overlay/menu.tsx'
import { destinationOf, type Video } from '../../../entities/video/video.ts'
import type { VideoCardProps } from './card-props.ts'
import { lateComponent } from '../../../lib/view/lazy-component.tsx'
import { DirectionsLink, OutsideLink } from '../../../components/outside-link.tsx'

const CardMenu = lateComponent(() => import('./card-menu.tsx'), 'CardMenu')
const ProviderMenu = lateComponent(() => import('./provider-links.tsx'), 'ProviderMenu')
const AddToList = lateComponent(() => import('../../add-to-list/add-to-list.tsx'), 'AddToList')

/** Buttons for directions, the post (on phones), saving, sharing and the menu. */
export function CardActions(props: VideoCardProps) {
  const to = destinationOf(props.video.place)
  return (
    <Toolbar className="relative z-10 mt-auto -mr-2.5 flex items-center pt-1 text-ink-soft">
      {to.name ? <Directions to={to} isShort={props.wide} /> : <span className="mr-auto" />}
      <SaveShareMore {...props} />
    </Toolbar>
  )
}

/** Directions with the preferred provider, and a menu of all. Narrow cards have them in their own menu. */
function Directions({ to, isShort }: { to: Destination; isShort: boolean }) {
  const label = m.card_directions_choose({ name: to.name })
  return (
    <span className="mr-auto -ml-2 flex text-talavera-text">
      <DirectionsLink
        to={to}
        aria-label={m.card_directions_to({ name: to.name })}
        className="inline-flex min-h-10 items-center gap-1.5 rounded-xl px-2 text-sm font-semibold whitespace-nowrap hover:bg-talavera-soft touch:min-h-11"
      >
        <Navigation aria-hidden className="size-4" />
        <span className={cx(isShort && 'max-sm:hidden')}>{m.card_directions()}</span>
      </DirectionsLink>
      <span className={cx('@max-[340px]:hidden', isShort && '@max-xl:hidden')}>
        <MenuTrigger
          label={label}
          className="w-7 [&_svg]:size-4"
          trigger={<ChevronDown aria-hidden />}
          prepare={ProviderMenu.load}
        >
          {(menu) => <ProviderMenu {...menu} label={label} to={to} />}
        </MenuTrigger>
      </span>
    </span>
  )
}

function SaveShareMore(props: VideoCardProps) {
  const { video, inList = false } = props
  const session = useSession()
  const lists = useOverlayOf('lists', video.id)
  const [saved, pulse] = useFlash<true>()
  const [shared, setShared] = useFlash<'copied' | 'failed'>()
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <span ref={anchor} className="relative flex items-center">
      <OutsideLink
        href={video.url}
        aria-label={openLinkLabel(video.platform)}
        className="inline-grid size-11 place-items-center @max-[20rem]:hidden md:hidden"
      >
        <ExternalLink aria-hidden className="size-5" />
      </OutsideLink>
      {session ? (
        <IconButton
          label={inList ? m.card_saved() : m.card_save()}
          aria-expanded={lists.isOpen}
          onClick={lists.toggle}
        >
          <Bookmark
            aria-hidden
            className={cx(saved && 'animate-pop', (saved || inList) && 'fill-chile-text stroke-chile-text')}
          />
        </IconButton>
      ) : null}
      <IconButton
        label={m.card_share()}
        onClick={() => {
          void share(video).then((outcome) => outcome !== 'shared' && setShared(outcome))
        }}
      >
        <Share2 aria-hidden />
      </IconButton>
      <MenuTrigger label={m.card_more()} trigger={<EllipsisVertical aria-hidden />} prepare={CardMenu.load}>
        {(menu) => <CardMenu {...menu} card={props} onAddToList={lists.open} />}
      </MenuTrigger>
      <output
        className={cx(
          'absolute -top-8 right-0 rounded-lg bg-ink px-2 py-1 text-xs font-semibold whitespace-nowrap text-paper',
          !shared && 'sr-only',
        )}
      >
        {shared === 'copied' ? m.share_copied() : shared === 'failed' ? m.share_failed() : null}
      </output>
      {lists.isOpen ? (
        <AddToList videos={[video]} anchor={anchor} onClose={lists.close} onAdded={() => pulse(true)} />
      ) : null}
    </span>
  )
}

async function share(video: Video) {
  const { shareVideo } = await import('./share-video.ts')
  return shareVideo(video)
}

interface FavoriteButtonProps {
  readonly on: boolean
  readonly onToggle: () => void
  readonly className?: string
}

/** The heart on a picture. */
export function FavoriteButton({ on, onToggle, className }: FavoriteButtonProps) {
  return (
    <IconButton
      label={m.card_favorite()}
      aria-pressed={on}
      onClick={onToggle}
      {...(className && { className })}
    >
      <Heart
        aria-hidden
        className={cx(
          'size-6.5!',
          on
            ? 'animate-pop fill-chile stroke-white drop-shadow-sm contrast:fill-white'
            : // Nothing to stand out from where there is no picture: a fill would look pressed.
              'fill-[#1c110d]/50 stroke-white drop-shadow-sm group-has-[[data-plate]]/picture:fill-none group-has-[[data-plate]]/picture:stroke-ink group-has-[[data-plate]]/picture:drop-shadow-none contrast:fill-[#000]',
        )}
      />
    </IconButton>
  )
}

/** How long a save pulse or a share notice stays (spec §9). */
const FLASH_MS = 1200

/** A value that disappears 1200 ms after it was set. */
function useFlash<T>(): readonly [T | null, (value: T) => void] {
  const [flash, setFlash] = useState<{ value: T } | null>(null)
  useEffect(() => {
    if (!flash) return undefined
    const timer = setTimeout(() => setFlash(null), FLASH_MS)
    return () => clearTimeout(timer)
  }, [flash])
  return [flash?.value ?? null, (value) => setFlash({ value })]
}
