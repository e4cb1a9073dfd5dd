import { directionsUrl } from '@antojo/domain/directions'
import { m } from '@antojo/i18n/messages'
import { Bookmark, EllipsisVertical, Heart, Navigation, Share2 } from 'lucide-react'
import { Suspense, useRef, useState, useEffect } from 'react'
import { cx } from '../../../lib/view/cx.ts'
import { useOverlayOf } from '../../../lib/navigation/overlay.ts'
import { useSession } from '../../../lib/services.tsx'
import { useSettings } from '../../../lib/storage/settings-store.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MenuTrigger } from '../../../ui/overlay/menu.tsx'
import { shareVideo } from './share-video.ts'
import { destinationOf } from '../../../entities/video/video.ts'
import type { VideoCardProps } from './card-props.ts'
import { lazyComponent } from '../../../lib/view/lazy-component.tsx'

const CardMenu = lazyComponent(
  () => import('./card-menu.tsx'),
  (code) => code.CardMenu,
)
const AddToList = lazyComponent(
  () => import('../../add-to-list/add-to-list.tsx'),
  (code) => code.AddToList,
)

/** Buttons for directions with the preferred provider, saving, sharing and the menu. */
export function CardActions(props: VideoCardProps) {
  const { video } = props
  const { directions_pref } = useSettings()
  const to = destinationOf(video.place)
  return (
    <div className="relative z-10 mt-auto flex items-center gap-1 pt-2.5">
      {to.name ? (
        <a
          href={directionsUrl(directions_pref, to)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={m.card_directions_to({ name: to.name })}
          className={cx(buttonClass({ variant: 'tonal', size: 'sm' }), 'mr-auto')}
        >
          <Navigation aria-hidden className="size-4" />
          <span className={cx(props.wide === true && 'max-sm:hidden')}>{m.card_directions()}</span>
        </a>
      ) : (
        <span className="mr-auto" />
      )}
      <SaveShareMore {...props} />
    </div>
  )
}

function SaveShareMore(props: VideoCardProps) {
  const { video } = props
  const session = useSession()
  const lists = useOverlayOf('lists', video.id)
  const [saved, pulse] = useFlash<true>()
  const [shared, setShared] = useFlash<'copied' | 'failed'>()
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <span ref={anchor} className="relative flex items-center">
      {session ? (
        <IconButton label={m.card_save()} aria-expanded={lists.isOpen} onClick={lists.toggle}>
          <Bookmark aria-hidden className={cx(saved && 'animate-pop fill-maiz stroke-maiz-ink')} />
        </IconButton>
      ) : null}
      <IconButton
        label={m.card_share()}
        onClick={() => {
          void shareVideo(video).then((outcome) => outcome !== 'shared' && setShared(outcome))
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
        <Suspense fallback={null}>
          <AddToList video={video} anchor={anchor} onClose={lists.close} onAdded={() => pulse(true)} />
        </Suspense>
      ) : null}
    </span>
  )
}

interface FavoriteButtonProps {
  readonly on: boolean
  readonly onToggle: () => void
  readonly className?: string
}

export function FavoriteButton({ on, onToggle, className }: FavoriteButtonProps) {
  return (
    <IconButton
      label={m.card_favorite()}
      tone="photo"
      aria-pressed={on}
      onClick={onToggle}
      {...(className && { className })}
    >
      <Heart aria-hidden className={cx(on && 'animate-pop fill-chile stroke-chile')} />
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
